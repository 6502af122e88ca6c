// The market of a property closes or an offer is accepted: pending deals disappear, reserved ones continue.

import type { Tx } from '../../core/db/transaction.ts';
import { freeBricksOfDeals } from '../../money/bricks/index.ts';
import { deletePendingDealsOf } from './queries.ts';

/** Deletes all pending deals of the property and frees their bricks. Returns how many there were. */
export async function cancelPendingDeals(tx: Tx, propertyId: string): Promise<number> {
  const dealIds = await deletePendingDealsOf(tx, propertyId);
  await freeBricksOfDeals(tx, dealIds);
  return dealIds.length;
}
