// SQL of the defaults webhook.

import type { Database } from '../../../core/db/pool.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { Config } from '../../../deps.ts';

/** Those of the properties whose owner owes, as they are now: a long batch opens no transaction for the others. */
export async function findOwing(
  db: Database,
  propertyIds: readonly PropertyId[],
  statuses: Config['OWNER_DEBT_STATUSES'],
): Promise<Set<PropertyId>> {
  const rows = await db
    .selectFrom('property')
    .select('id')
    .where('id', '=', (any) => any.fn.any(any.val([...propertyIds])))
    .where('financial_status', '=', (any) => any.fn.any(any.val([...statuses])))
    .execute();
  return new Set(rows.map(({ id }) => id));
}
