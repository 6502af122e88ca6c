// Whose an onboarding account is that the provider tells of.

import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx, violatedConstraint } from '../../../core/db/transaction.ts';
import { AppError, INTERNAL_ERROR } from '../../../core/errors.ts';
import { fixProviderKind, hasCustomer, lockCustomer, makeV2 } from '../customers/index.ts';
import type { FollowDeps } from './follow-holder.ts';
import { findPath, findPathOfAccount, hasHandedIn, openPathRow, type Path, writeProviderAccount } from './queries.ts';
import { customerIdOf } from './rules.ts';

/** What is read of a notification 49, 50, 53 or 54: the onboarding account, and the wallet it may belong to. */
export type OnboardingHint = { onboardingAccountId: string; extId: string | null };

/**
 * The wallet of an onboarding account. One that is linked to nobody yet is linked to the holder of the wallet that the provider itself
 * names: a path of ours whose creation stayed without an answer, or an investor whose KYC never began as v1 (A-provider-webhooks-9).
 */
export async function accountOfOnboarding(deps: FollowDeps, hint: OnboardingHint): Promise<string | undefined> {
  const { onboardingAccountId, extId } = hint;
  const known = await findPathOfAccount(deps.db, { providerAccountId: onboardingAccountId, walletId: extId });
  if (known?.providerAccountId === onboardingAccountId) return known.walletId;
  const customerId = extId === null ? undefined : customerIdOf(extId);
  const isOurs = known !== undefined || (customerId !== undefined && (await hasCustomer(deps.db, customerId)));
  if (isOurs) {
    const read = await deps.payments.getOnboardingAccount(onboardingAccountId);
    if (!read.ok && read.kind !== 'not-found') throw new AppError(INTERNAL_ERROR, { cause: read });
    const walletId = known?.walletId ?? customerId;
    const named = read.ok ? read.value.accountId : undefined;
    const isAgreed = named !== undefined && (named === null || named.toLowerCase() === walletId?.toLowerCase());
    if (isAgreed && walletId !== undefined) return link(deps, { known, customerId, onboardingAccountId, walletId });
  }
  deps.log.warn({ onboardingAccountId }, 'notification of an onboarding account of nobody');
  return undefined;
}

async function link(
  deps: FollowDeps,
  of: { known: Path | undefined; customerId: CustomerId | undefined; onboardingAccountId: string; walletId: string },
): Promise<string | undefined> {
  const { known, customerId, onboardingAccountId, walletId } = of;
  try {
    await inTransaction(deps.db, async (tx) => {
      if (known) await linkPath(tx, known, onboardingAccountId);
      else if (customerId !== undefined) await linkInvestor(tx, deps, customerId, onboardingAccountId);
    });
  } catch (error) {
    // Another delivery linked the same account first.
    if (violatedConstraint(error) !== 'onboarding_provider_account_id_key') throw error;
    return (await findPathOfAccount(deps.db, { providerAccountId: onboardingAccountId, walletId: null }))?.walletId;
  }
  return walletId;
}

/** A path of ours whose creation was not answered: the account fixes who they are, as after an answer. */
async function linkPath(tx: Tx, { id, customerId, kind }: Path, providerAccountId: string): Promise<void> {
  await writeProviderAccount(tx, id, { providerAccountId });
  if (customerId) await fixProviderKind(tx, customerId, kind === 'individual' ? 'individual' : 'legal');
}

/** Makes an investor v2 whose onboarding began at the provider itself; nothing for one who has begun as v1, or has another account. */
async function linkInvestor(
  tx: Tx,
  { clock }: Pick<FollowDeps, 'clock'>,
  customerId: CustomerId,
  onboardingAccountId: string,
): Promise<void> {
  const customer = await lockCustomer(tx, customerId);
  if (!customer || (await findPath(tx, { customerId }))) return;
  const hasBegun = customer.kycStatus !== 'notStarted' || (await hasHandedIn(tx, customerId));
  if (customer.onboardingVersion === 'v1' && hasBegun) return;
  const kind = customer.customerType === 'business' ? 'company' : 'individual';
  const path = await openPathRow(tx, { customerId }, { walletId: customerId, kind, at: clock.now() });
  await writeProviderAccount(tx, path.id, { providerAccountId: onboardingAccountId });
  await makeV2(tx, customerId);
}
