// How much of a project's money may leave the wallet of its SPV, asked before money is taken away or its cover is.

import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { lockPurses, PURSES } from '../../../money/ledger/index.ts';
import { sumOffProvider, sumPromised, sumPurses } from './queries.ts';

/**
 * What leaves: payouts, wires that go on, and what ends a project may take all that nothing open will take; fees and what the owner gets
 * during its life also leave the money that is the holders': coupons, capital, and the escrow of their interest.
 */
type Leaving = 'anything' | 'feesAndTransfers';

/**
 * Cents that a new payment may take from the wallet (ledger.md#money-outside-the-provider); Infinity for a project with nothing outside the
 * provider; only its purses decide. Exact under the locks of `lockMoneyAtProvider`.
 */
export async function readMoneyAtProvider(db: Database | Tx, propertyId: PropertyId, leaving: Leaving): Promise<number> {
  const offProviderCents = await sumOffProvider(db, propertyId);
  if (offProviderCents <= 0) return Number.POSITIVE_INFINITY;
  const promisedCents = await sumPromised(db, propertyId, leaving);
  return Math.max((await sumPurses(db, propertyId)) - offProviderCents - promisedCents, 0);
}

/**
 * `readMoneyAtProvider` with all purses of the project locked, so that of two payments the second sees what the first took. To be asked before a purse
 * is locked otherwise.
 */
export async function lockMoneyAtProvider(tx: Tx, propertyId: PropertyId, leaving: Leaving): Promise<number> {
  if ((await sumOffProvider(tx, propertyId)) <= 0) return Number.POSITIVE_INFINITY;
  await lockPurses(tx, propertyId, PURSES);
  return readMoneyAtProvider(tx, propertyId, leaving);
}

/**
 * Whether the project still has the money that this much of its cover brought, and nothing open will take it: else its holders got it, and
 * the cover cannot be taken away. Locks as `lockMoneyAtProvider`.
 */
export async function lockHasCover(tx: Tx, propertyId: PropertyId, coveredCents: Cents): Promise<boolean> {
  await lockPurses(tx, propertyId, PURSES);
  const promisedCents = await sumPromised(tx, propertyId, 'anything');
  return (await sumPurses(tx, propertyId)) - (await sumOffProvider(tx, propertyId)) - promisedCents >= coveredCents;
}
