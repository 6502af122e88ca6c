// The same questions before money is taken away, under locks.

import type { Cents } from '../../../core/cents.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { lockPurses } from '../../../money/ledger/index.ts';
import { sumOffProvider, sumPromised, sumPurses } from './queries.ts';
import { type Leaving, readMoneyAtProvider } from './read-money-at-provider.ts';

/**
 * `readMoneyAtProvider` with all purses of the project locked, so that of two payments the second sees what the first took. To be asked before a purse
 * is locked otherwise.
 */
export async function lockMoneyAtProvider(tx: Tx, propertyId: PropertyId, leaving: Leaving): Promise<number> {
  if ((await sumOffProvider(tx, propertyId)) <= 0) return Number.POSITIVE_INFINITY;
  await lockAllPurses(tx, propertyId);
  return readMoneyAtProvider(tx, propertyId, leaving);
}

/**
 * Whether the project still has the money that this much of its cover brought, and nothing open will take it: else its holders got it, and
 * the cover cannot be taken away. Locks as `lockMoneyAtProvider`.
 */
export async function lockHasCover(tx: Tx, propertyId: PropertyId, coveredCents: Cents): Promise<boolean> {
  await lockAllPurses(tx, propertyId);
  const promisedCents = await sumPromised(tx, propertyId, 'anything');
  return (await sumPurses(tx, propertyId)) - (await sumOffProvider(tx, propertyId)) - promisedCents >= coveredCents;
}

async function lockAllPurses(tx: Tx, propertyId: PropertyId): Promise<void> {
  await lockPurses(tx, propertyId, ['COLLECT', 'MAIN', 'ESCROW', 'UNASSIGNED', 'FEES', 'COUPON', 'CAPITAL', 'SURPLUS', 'HELD']);
}
