// How much of a project's money may leave the wallet of its SPV: what its purses hold, and is really there.

import type { Database } from '../../../core/db/pool.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { sumOffProvider, sumPromised, sumPurses } from './queries.ts';

/**
 * What leaves: payouts, wires that go on, and what ends a project may take all that nothing open will take; fees and what the owner gets
 * during its life also leave the money that is the holders': coupons, capital, and the escrow of their interest.
 */
export type Leaving = 'anything' | 'feesAndTransfers';

/**
 * Cents that a new payment may take from the wallet (ledger.md#money-outside-the-provider); Infinity for a project with nothing outside the
 * provider, whose purses alone decide. Exact under the locks of `lockMoneyAtProvider`.
 */
export async function readMoneyAtProvider(db: Database | Tx, propertyId: PropertyId, leaving: Leaving): Promise<number> {
  const offProviderCents = await sumOffProvider(db, propertyId);
  if (offProviderCents <= 0) return Number.POSITIVE_INFINITY;
  const promisedCents = await sumPromised(db, propertyId, leaving);
  return Math.max((await sumPurses(db, propertyId)) - offProviderCents - promisedCents, 0);
}
