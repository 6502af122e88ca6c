// All SQL of the final settlement.

import type { Database } from '../../core/db/pool.ts';
import type { Tx } from '../../core/db/transaction.ts';

/** Sets the moment of the final settlement once, of a property whose repayment is finished; undefined when that does not hold. */
export async function markSettled(tx: Tx, propertyId: string, at: Temporal.Instant) {
  return tx
    .updateTable('property')
    .set({ solde_de_tout_compte_done_at: at, updated_at: at })
    .where('id', '=', propertyId)
    .where('solde_de_tout_compte_done_at', 'is', null)
    .where('financial_status', '=', 'repayment-finished')
    .returningAll()
    .executeTakeFirst();
}

/** Why it was not set: when it was before, undefined for an unknown property. */
export async function findSettlement(db: Database | Tx, propertyId: string) {
  return db
    .selectFrom('property')
    .select('solde_de_tout_compte_done_at as doneAt')
    .where('id', '=', propertyId)
    .executeTakeFirst();
}
