// The only way to change the financial status of a project, by an event, and the cached page that this makes stale.

import { invalidate } from '../../../core/cache.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { moveFinancialStatus } from './queries.ts';
import { FINANCIAL_TRANSITIONS, type FinancialEvent } from './rules.ts';

/**
 * Compare-and-set by the table of transitions; invalidates the cached page. False when the event changes nothing in the present
 * status.
 */
export async function changeFinancialStatus(
  tx: Tx,
  propertyId: PropertyId,
  event: FinancialEvent,
  at: Temporal.Instant,
): Promise<boolean> {
  const isChanged = await moveFinancialStatus(tx, propertyId, { ...FINANCIAL_TRANSITIONS[event], at });
  if (isChanged) await invalidate(tx, [propertyCacheKey(propertyId)]);
  return isChanged;
}

/** What the public page of a property shows and no purchase changes. */
export function propertyCacheKey(propertyId: PropertyId): string {
  return `property:${propertyId}`;
}
