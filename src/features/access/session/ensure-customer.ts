// Gives a user their customer row: at sign-up, and at the first request of one whose sign-up was cut short.

import { inTransaction } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { insertCustomerOnce, welcomeInvestor } from '../customers/index.ts';

/** Id of the user's customer, made now when there is none. Safe to call twice and at once. */
export async function ensureCustomer(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs'>,
  user: { userId: string; name: string; emailVerified: boolean },
): Promise<string> {
  return inTransaction(deps.db, async (tx) => {
    const customerId = await insertCustomerOnce(tx, { ...user, at: deps.clock.now() });
    if (user.emailVerified) await welcomeInvestor(tx, deps, user.userId);
    return customerId;
  });
}
