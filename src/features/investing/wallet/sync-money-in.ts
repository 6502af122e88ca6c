// Books what arrived on one investor's provider account since the last time somebody looked.

import type { AppDeps } from '../../../deps.ts';
import { readingPeriod } from '../../../providers/payments/index.ts';
import { arrivedMoneyIns } from './arrived-money-ins.ts';
import { bookNewMoneyIns } from './book-new-money-ins.ts';
import { findLastMoneyIn } from './queries.ts';

/**
 * Reads the account's statement by execution and books every arrived money-in once. Returns how many are newly booked.
 * Never throws for the provider: what it does not tell is logged and counts as nothing new, so that a trade checks the
 * balance that is known (A-wallet-1). An account that the provider does not know has nothing to book.
 */
export async function syncMoneyIn(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'payments' | 'log'>,
  customerId: string,
): Promise<number> {
  const period = readingPeriod(await findLastMoneyIn(deps.db, customerId), deps.clock.now());
  const statement = await deps.payments.listAccountTransactions(customerId, { ...period, by: 'execution' });
  if (statement.ok) return bookNewMoneyIns(deps, arrivedMoneyIns(customerId, statement.value));
  if (statement.kind === 'not-found') return 0;
  deps.log.warn({ customerId, failure: statement.kind, reason: statement.message }, 'statement not read, no money-in booked');
  return 0;
}
