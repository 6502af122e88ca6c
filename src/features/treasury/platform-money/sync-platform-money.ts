// Books what arrived on the platform's main account since it was last looked at, before something is paid from it.

import type { AppDeps } from '../../../deps.ts';
import { bookPlatformWires } from './book-platform-wires.ts';
import { findLastMoneyIn } from './queries.ts';

/** Read again what is already read: a wire may show late, or be dated a little before one that was seen earlier. */
const OVERLAP_HOURS = 24;
/** The provider's first possible second. */
const BEGINNING = Temporal.Instant.fromEpochMilliseconds(0);

/** Returns how many were new. Never throws for the provider: what it does not tell is logged, and paid from another day. */
export async function syncPlatformMoney(deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'payments' | 'log'>): Promise<number> {
  const accountId = deps.config.PLATFORM_MAIN_ACCOUNT_ID;
  const now = deps.clock.now();
  const last = await findLastMoneyIn(deps.db);
  const from = last && Temporal.Instant.compare(last, now) < 0 ? last : now;
  const statement = await deps.payments.listAccountTransactions(accountId, {
    from: last === undefined ? BEGINNING : from.subtract({ hours: OVERLAP_HOURS }),
    to: now.add({ hours: OVERLAP_HOURS }),
    by: 'execution',
  });
  if (!statement.ok) {
    deps.log.warn({ accountId, failure: statement.kind, reason: statement.message }, 'statement of the platform not read');
    return 0;
  }
  const arrived = statement.value
    .filter(({ kind, direction, status }) => kind === 'money-in' && direction === 'in' && status === 'succeeded')
    .map(({ id, amountCents, executedAt, createdAt }) => ({
      providerMoneyInId: id,
      accountId,
      amountCents,
      at: executedAt ?? createdAt,
    }))
    .toSorted((a, b) => Temporal.Instant.compare(a.at, b.at));
  return bookPlatformWires(deps, arrived);
}
