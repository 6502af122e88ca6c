// Whether a cover of money outside the provider may be taken away, under locks.

import type { Cents } from '../../../core/cents.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { lockPurses, PURSES } from '../../../money/ledger/index.ts';
import { sumOffProvider, sumPromised, sumPurses } from './queries.ts';

/**
 * Whether the project still has the money that this much of its cover brought, and nothing open will take it: else its holders got it, and
 * the cover cannot be taken away. Locks as `lockMoneyAtProvider`.
 */
export async function lockHasCover(tx: Tx, propertyId: PropertyId, coveredCents: Cents): Promise<boolean> {
  await lockPurses(tx, propertyId, PURSES);
  const promisedCents = await sumPromised(tx, propertyId, 'anything');
  return (await sumPurses(tx, propertyId)) - (await sumOffProvider(tx, propertyId)) - promisedCents >= coveredCents;
}
