// Books the money-ins of one investor's account at the provider since the newest booked one.

import type { CustomerId } from '../../../core/db/tables.ts';
import type { AppDeps } from '../../../deps.ts';
import { readingPeriod } from '../../../providers/payments/index.ts';
import { arrivedMoneyIns } from './arrived-money-ins.ts';
import { bookNewMoneyIns } from './book-new-money-ins.ts';
import { findLastMoneyIn } from './queries.ts';

/**
 * Reads the account's statement by execution date and books every money-in once. Returns how many are newly booked. Does not
 * throw when the provider fails, which is logged: a purchase then checks the booked balance (A-wallet-1). An account that the
 * provider does not know has no money-ins.
 */
export async function syncMoneyIn(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'payments' | 'log'>,
  customerId: CustomerId,
): Promise<number> {
  const period = readingPeriod(await findLastMoneyIn(deps.db, customerId), deps.clock.now());
  const statement = await deps.payments.listAccountTransactions(customerId, { ...period, by: 'execution' });
  if (statement.ok) return bookNewMoneyIns(deps, arrivedMoneyIns(customerId, statement.value));
  if (statement.kind === 'not-found') return 0;
  deps.log.warn({ customerId, failure: statement.kind, reason: statement.message }, 'statement not read, no money-in booked');
  return 0;
}
