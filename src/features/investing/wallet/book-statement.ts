// Books every money-in that an investor's statement at the provider shows in a period.

import type { AppDeps } from '../../../deps.ts';
import { isArrivedMoneyIn, type Period, type ProviderFailure } from '../../../providers/payments/index.ts';
import { bookNewMoneyIns } from './book-new-money-ins.ts';

/** How many are newly booked, or why the provider did not tell. Zero for an account that it does not know. */
export async function bookStatement(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'payments'>,
  customerId: string,
  period: Period,
): Promise<number | ProviderFailure> {
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
