// Records the capital that a give-up or a final settlement left unpaid, for the yearly form of the holders.

import type { Tx } from '../../../core/db/transaction.ts';
import { type CapitalLoss, insertLosses } from './loss-queries.ts';

/**
 * To be called once, in the transaction of the give-up or the settlement: divides the loss over the bricks as they are held at that moment
 * (A-taxation-11). Throws when nobody holds bricks.
 */
export async function recordCapitalLosses(tx: Tx, loss: CapitalLoss): Promise<void> {
  const sharedCents = await insertLosses(tx, loss);
  if (sharedCents !== loss.lossCents)
    throw new Error(`property ${loss.propertyId}: only ${sharedCents} cents of a loss of ${loss.lossCents} were divided`);
}
