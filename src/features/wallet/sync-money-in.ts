// Books what arrived on one investor's provider account: since the last time somebody looked, or ever.

import { AppError, INTERNAL_ERROR } from '../../core/errors.ts';
import type { AppDeps } from '../../deps.ts';
import type { Period, ProviderFailure } from '../../providers/payments/index.ts';
import { bookNewMoneyIns } from './book-new-money-ins.ts';
import { findCustomerIds, findLastMoneyIn } from './queries.ts';
import { isArrivedMoneyIn, isUuid, readingPeriod } from './rules.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'payments' | 'log'>;

/**
 * Reads the account's statement by execution and books every arrived money-in once. Returns how many are newly booked.
 * Never throws for the provider: what it does not tell is logged and counts as nothing new, so that a trade checks the
 * balance that is known (A-wallet-1). An account that the provider does not know has nothing to book.
 */
export async function syncMoneyIn(deps: Deps, customerId: string): Promise<number> {
  const period = readingPeriod(await findLastMoneyIn(deps.db, customerId), deps.clock.now());
  const booked = await bookStatement(deps, customerId, period);
  if (typeof booked === 'number') return booked;
  deps.log.warn({ customerId, failure: booked.kind, reason: booked.message }, 'statement not read, no money-in booked');
  return 0;
}

/**
 * The same over all that the provider remembers, for an account known to hold more than is booked: what was missed long ago is
 * found too. Zero for an account of nobody's. Throws `internal-error` when the provider does not answer.
 */
export async function bookWholeStatement(deps: Deps, accountId: string): Promise<number> {
  const [customerId] = isUuid(accountId) ? await findCustomerIds(deps.db, [accountId]) : [];
  if (customerId === undefined) return 0;
  const booked = await bookStatement(deps, customerId, readingPeriod(undefined, deps.clock.now()));
  if (typeof booked !== 'number') throw new AppError(INTERNAL_ERROR, { cause: booked });
  return booked;
}

async function bookStatement(deps: Deps, customerId: string, period: Period): Promise<number | ProviderFailure> {
  const statement = await deps.payments.listAccountTransactions(customerId, { ...period, by: 'execution' });
  if (!statement.ok) return statement.kind === 'not-found' ? 0 : statement;
  const arrived = statement.value.filter(isArrivedMoneyIn).map((movement) => ({
    providerMoneyInId: movement.id,
    customerId,
    amountCents: movement.amountCents,
    at: movement.executedAt ?? movement.createdAt,
  }));
  return bookNewMoneyIns(deps, arrived);
}
