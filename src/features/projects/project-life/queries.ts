// SQL of the project life.

import type { Selectable } from 'kysely';
import type { Property } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { FinancialState } from './rules.ts';

/** A property as stored. */
export type PropertyRow = Selectable<Property>;

/**
 * The one lock of a property (docs/adr/0013-lock-order.md), before any other row of it: whoever changes it, spends its money or
 * counts its bricks waits for the others until the end of the transaction. Rows that only refer to it are not kept waiting. What
 * is read by a later statement was committed before the lock was given. Undefined for an unknown property.
 */
export async function lockProperty(tx: Tx, propertyId: string): Promise<PropertyRow | undefined> {
  return tx.selectFrom('property').selectAll().where('id', '=', propertyId).forNoKeyUpdate().executeTakeFirst();
}

/** The same lock of several properties, in id order; which of them exist. */
export async function lockProperties(tx: Tx, propertyIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('property')
    .select('id')
    .where('id', '=', (any) => any.fn.any(any.val(propertyIds)))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Set(rows.map(({ id }) => id));
}

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
