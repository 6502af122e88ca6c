// Follows the provider on one onboarding account (onboarding v2): which investor it is of, then what it says of them.

import { inTransaction, violatedConstraint } from '../../../core/db/transaction.ts';
import { AppError, INTERNAL_ERROR } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { linkOnboardingAccount } from '../../access/customers/index.ts';
import { customerExists, findCustomerOfOnboarding } from './queries.ts';
import { customerIdOf } from './rules.ts';
import { syncAccount } from './sync-account.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'payments' | 'log'>;

/** All that is read of a notification 49, 50, 53 or 54: which account to ask for, and whom it may be of. */
export type OnboardingHint = { onboardingAccountId: string; extId: string | null };

/**
 * Reads again whatever the provider has of the investor with this onboarding account. One that nobody has yet is given to the
 * investor whom `ExtId` names, if the provider agrees; an account of nobody is a no-op. Error: `internal-error` when the
 * provider does not answer.
 */
export async function syncOnboarding(deps: Deps, hint: OnboardingHint): Promise<void> {
  const customerId = (await findCustomerOfOnboarding(deps.db, hint.onboardingAccountId)) ?? (await linkCustomer(deps, hint));
  if (customerId === undefined) {
    deps.log.warn({ onboardingAccountId: hint.onboardingAccountId }, 'notification of an onboarding account of nobody');
    return;
  }
  await syncAccount(deps, customerId);
}

/** The investor named by `ExtId`, who becomes v2 if their KYC never began as v1 (A-provider-webhooks-9). */
async function linkCustomer(deps: Deps, { onboardingAccountId, extId }: OnboardingHint): Promise<string | undefined> {
  const customerId = customerIdOf(extId ?? '');
  if (customerId === undefined || !(await customerExists(deps.db, customerId))) return undefined;
  const read = await deps.payments.getOnboardingAccount(onboardingAccountId);
  if (!read.ok && read.kind !== 'not-found') throw new AppError(INTERNAL_ERROR, { cause: read });
  if (!read.ok) return undefined;
  if (read.value.accountId !== null && read.value.accountId.toLowerCase() !== customerId) return undefined;
  try {
    await inTransaction(deps.db, (tx) => linkOnboardingAccount(tx, customerId, onboardingAccountId));
  } catch (error) {
    // Another delivery of the same account came first: what it linked is what holds.
    if (violatedConstraint(error) !== 'customer_provider_onboarding_account_id_key') throw error;
    return findCustomerOfOnboarding(deps.db, onboardingAccountId);
  }
  return customerId;
}
