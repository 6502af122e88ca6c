// Books what ever arrived on an investor's provider account: for one that is known to hold more than is booked.

import { AppError, INTERNAL_ERROR } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { readingPeriod } from '../../../providers/payments/index.ts';
import { bookStatement } from './book-statement.ts';
import { findCustomerIds } from './queries.ts';
import { isUuid } from './rules.ts';

/**
 * Reads all that the provider remembers, so that what was missed long ago is found too. Returns how many are newly booked, zero
 * for an account of no investor. Throws `internal-error` when the provider does not answer.
 */
export async function bookWholeStatement(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'payments'>,
  accountId: string,
): Promise<number> {
  const [customerId] = isUuid(accountId) ? await findCustomerIds(deps.db, [accountId]) : [];
  if (customerId === undefined) return 0;
  const booked = await bookStatement(deps, customerId, readingPeriod(undefined, deps.clock.now()));
  if (typeof booked !== 'number') throw new AppError(INTERNAL_ERROR, { cause: booked });
  return booked;
}
