// What the final settlement keeps for the yearly form of the holders: the capital that none of them will get back.

import type { Tx } from '../../../core/db/transaction.ts';
import { type CapitalLoss, insertLosses } from './loss-queries.ts';

/**
 * To be called in the transaction that settles the project, once: shares the loss over the bricks as they are held then
 * (A-taxation-11). Throws when nobody holds bricks.
 */
export async function recordCapitalLosses(tx: Tx, loss: CapitalLoss): Promise<void> {
  const sharedCents = await insertLosses(tx, loss);
  if (sharedCents !== loss.lossCents)
    throw new Error(`property ${loss.propertyId}: ${sharedCents} of a loss of ${loss.lossCents} were shared`);
}
