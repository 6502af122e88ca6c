// All SQL of the defaults webhook's room.

import type { Tx } from '../../core/db/transaction.ts';

/** The project, locked until the end of the transaction. */
export async function lockProject(tx: Tx, propertyId: string) {
  return tx
    .selectFrom('property')
    .select(['id', 'name', 'spv_id as spvId', 'financial_status as financialStatus'])
    .where('id', '=', propertyId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Was late or in default once: the flag, once raised, stays. */
export async function raiseFlag(tx: Tx, propertyId: string, at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('property')
    .set({ has_been_in_delay_or_default_once: true, updated_at: at })
    .where('id', '=', propertyId)
    .where('has_been_in_delay_or_default_once', '=', false)
    .execute();
}

/** Replaces the penalty of an echeance; cents. */
export async function writePenalty(
  tx: Tx,
  echeanceId: string,
  penalty: { total: number; forInvestors: number; forBricks: number; at: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('echeance')
    .set({
      penalty_total_cents: penalty.total,
      penalty_for_investors_cents: penalty.forInvestors,
      penalty_for_bricks_cents: penalty.forBricks,
      updated_at: penalty.at,
    })
    .where('id', '=', echeanceId)
    .execute();
}
