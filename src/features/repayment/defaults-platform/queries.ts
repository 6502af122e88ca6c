// SQL of the defaults webhook: how the projects of a batch stand before it.

import type { Config } from '../../../config/settings.ts';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { EcheanceId, PropertyId } from '../../../core/db/tables.ts';
import type { Owing } from './rules.ts';

/** Those of the properties whose owner owes, as they are now: a long batch opens no transaction for the others. */
export async function findOwing(
  db: Database,
  propertyIds: readonly PropertyId[],
  statuses: Config['OWNER_DEBT_STATUSES'],
): Promise<Map<PropertyId, Owing>> {
  const rows = await db
    .selectFrom('property')
    .select(['id', 'financial_status as status', 'has_been_in_delay_or_default_once as hasBeenLate', 'spv_id as spvId'])
    .where('id', '=', (any) => any.fn.any(any.val([...propertyIds])))
    .where('financial_status', '=', (any) => any.fn.any(any.val([...statuses])))
    .execute();
  return new Map(rows.map(({ id, ...owing }) => [id, owing]));
}

/** The project of each echeance and the total of its penalty, as they are now. */
export async function findPenalties(
  db: Database,
  echeanceIds: readonly EcheanceId[],
): Promise<Map<EcheanceId, { propertyId: PropertyId; totalCents: Cents }>> {
  const rows = await db
    .selectFrom('echeance')
    .select(['id', 'property_id as propertyId', 'penalty_total_cents as totalCents'])
    .where('id', '=', (any) => any.fn.any(any.val([...echeanceIds])))
    .execute();
  return new Map(rows.map(({ id, ...penalty }) => [id, penalty]));
}
