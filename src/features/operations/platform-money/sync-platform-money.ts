// Books money that arrived on the platform's main account since the last reading, before something is paid from it.

import type { AppDeps } from '../../../deps.ts';
import { isArrivedMoneyIn, readingPeriod } from '../../../providers/payments/index.ts';
import { bookPlatformWires } from './book-platform-wires.ts';
import { findLastMoneyIn } from './queries.ts';

/** Returns how many money-ins were new. A failure of the provider is logged, not thrown: a later reading books what it missed. */
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
