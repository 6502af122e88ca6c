// Books what arrived on the platform's main account since it was last looked at, before something is paid from it.

import type { AppDeps } from '../../../deps.ts';
import { isArrivedMoneyIn, readingPeriod } from '../../../providers/payments/index.ts';
import { bookPlatformWires } from './book-platform-wires.ts';
import { findLastMoneyIn } from './queries.ts';

/** Returns how many were new. Never throws for the provider: what it does not tell is logged, and paid from another day. */
export async function syncPlatformMoney(deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'payments' | 'log'>): Promise<number> {
  const accountId = deps.config.PLATFORM_MAIN_ACCOUNT_ID;
  const period = readingPeriod(await findLastMoneyIn(deps.db), deps.clock.now());
  const statement = await deps.payments.listAccountTransactions(accountId, { ...period, by: 'execution' });
  if (!statement.ok) {
    deps.log.warn({ accountId, failure: statement.kind, reason: statement.message }, 'statement of the platform not read');
    return 0;
  }
  const arrived = statement.value
    .filter(isArrivedMoneyIn)
    .map(({ id, amountCents, executedAt, createdAt }) => ({
      providerMoneyInId: id,
      accountId,
      amountCents,
      at: executedAt ?? createdAt,
    }))
    .toSorted((a, b) => Temporal.Instant.compare(a.at, b.at));
  return bookPlatformWires(deps, arrived);
}
