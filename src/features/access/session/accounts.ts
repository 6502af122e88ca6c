// The customer row that makes an account an investor's.

import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { insertCustomerOnce, welcomeInvestor } from '../customers/index.ts';

/**
 * Id of the user's customer, created when there is none: at sign-up, or at the first request when the sign-up was interrupted. Idempotent,
 * also for concurrent calls.
 */
export async function ensureCustomer(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>,
  user: { userId: string; name: string; emailVerified: boolean },
): Promise<CustomerId> {
  return inTransaction(deps.db, async (tx) => {
    const customerId = await insertCustomerOnce(tx, {
      ...user,
      onboardingVersion: deps.config.ONBOARDING_OF_NEW_CUSTOMERS,
      at: deps.clock.now(),
    });
    if (user.emailVerified) await welcomeInvestor(tx, deps, user.userId);
    return customerId;
  });
}
