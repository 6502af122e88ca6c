// All SQL of the project life.

import type { Tx } from '../../core/db/transaction.ts';
import type { FinancialState } from './rules.ts';

/** From one of the statuses to another one; false when it was in none of them, or there already. */
export async function moveFinancialStatus(
  tx: Tx,
  propertyId: string,
  change: { from: readonly FinancialState[]; to: FinancialState; at: Temporal.Instant },
): Promise<boolean> {
  const from = change.from.filter((status) => status !== null && status !== change.to);
  const row = await tx
    .updateTable('property')
    .set({ financial_status: change.to, updated_at: change.at })
    .where('id', '=', propertyId)
    .where((property) =>
      property.or([
        property('financial_status', '=', property.fn.any(property.val(from))),
        ...(change.from.includes(null) ? [property('financial_status', 'is', null)] : []),
      ]),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
