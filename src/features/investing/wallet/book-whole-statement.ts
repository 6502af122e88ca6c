// Books all missing money-ins of an investor's account at the provider, when it is known to hold more than is booked.

import { AppError, INTERNAL_ERROR } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { readingPeriod } from '../../../providers/payments/index.ts';
import { arrivedMoneyIns } from './arrived-money-ins.ts';
import { bookNewMoneyIns } from './book-new-money-ins.ts';
import { findCustomerIds } from './queries.ts';
import { isCustomerId } from './rules.ts';

/**
 * Reads the account's whole statement, so that money-ins that were missed long ago are found too. Returns how many are newly
 * booked: zero for an account of no investor, or unknown to the provider. Throws `internal-error` when the provider does not
 * answer.
 */
export async function bookWholeStatement(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'payments'>,
  accountId: string,
): Promise<number> {
  const [customerId] = isCustomerId(accountId) ? await findCustomerIds(deps.db, [accountId]) : [];
  if (customerId === undefined) return 0;
  const period = readingPeriod(undefined, deps.clock.now());
  const statement = await deps.payments.listAccountTransactions(customerId, { ...period, by: 'execution' });
  if (statement.ok) return bookNewMoneyIns(deps, arrivedMoneyIns(customerId, statement.value));
  if (statement.kind === 'not-found') return 0;
  throw new AppError(INTERNAL_ERROR, { cause: statement });
}
