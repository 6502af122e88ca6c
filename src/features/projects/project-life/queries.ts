// SQL of the lock and the financial status of a property.

import type { Selectable } from 'kysely';
import type { Property, PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { FinancialState } from './rules.ts';

/** A property as stored. */
export type PropertyRow = Selectable<Property>;

/**
 * Locks a property, before any other row of it (docs/adr/0013-lock-order.md). Every transaction that changes it, spends its money
 * or counts its bricks takes this lock; inserting a row that only refers to it does not wait. Later statements of the transaction
 * see everything that earlier holders of the lock have committed. Undefined for an unknown property.
 */
export async function lockProperty(tx: Tx, propertyId: PropertyId): Promise<PropertyRow | undefined> {
  return tx.selectFrom('property').selectAll().where('id', '=', propertyId).forNoKeyUpdate().executeTakeFirst();
}

/** The same lock for several properties, in the order of their ids; returns the ids that exist. */
export async function lockProperties(tx: Tx, propertyIds: readonly PropertyId[]): Promise<Set<PropertyId>> {
  const rows = await tx
    .selectFrom('property')
    .select('id')
    .where('id', '=', (any) => any.fn.any(any.val(propertyIds)))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Changes the status from one of `from` to `to`; false when it has none of them, or `to` already. */
export async function moveFinancialStatus(
  tx: Tx,
  propertyId: PropertyId,
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
