// The same questions before money is taken away, under locks.

import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { lockPurses, PURSES } from '../../../money/ledger/index.ts';
import { sumOffProvider } from './queries.ts';
import { type Leaving, readMoneyAtProvider } from './read-money-at-provider.ts';

/**
 * `readMoneyAtProvider` with all purses of the project locked, so that of two payments the second sees what the first took. To be asked before a purse
 * is locked otherwise.
 */
export async function lockMoneyAtProvider(tx: Tx, propertyId: PropertyId, leaving: Leaving): Promise<number> {
  if ((await sumOffProvider(tx, propertyId)) <= 0) return Number.POSITIVE_INFINITY;
  await lockPurses(tx, propertyId, PURSES);
  return readMoneyAtProvider(tx, propertyId, leaving);
}
