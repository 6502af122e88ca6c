// Follows the provider on one account: the investor's KYC, the SPV's KYB, and whether the wallet is blocked.

import { AppError, INTERNAL_ERROR } from '../../../core/errors.ts';
import { shareRun } from '../../../core/share-run.ts';
import type { AppDeps } from '../../../deps.ts';
import type { Account, OnboardingAccount } from '../../../providers/payments/index.ts';
import {
  type Customer,
  changeKycStatus,
  findCustomer,
  type KycStatus,
  lockCustomer,
  mailInvestor,
} from '../../access/customers/index.ts';
import { followProvider } from '../../access/onboarding/index.ts';
import { followCorrectionLater } from '../../access/profile-corrections/index.ts';
import { changeKybStatus, findSpv } from '../../projects/spvs/index.ts';
import { customerExists, findSpvId } from './queries.ts';
import { customerIdOf, isWalletBlocked, nextKycStatus, nextOnboardingKycStatus } from './rules.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'payments' | 'log'>;

/**
 * Reads the account again and takes its state over, for the investor when `extId` is theirs and, independently, for the SPV
 * with this external id; neither is a no-op. Error: `internal-error` when the provider does not answer.
 */
export async function syncAccount(deps: Deps, extId: string): Promise<void> {
  const customerId = customerIdOf(extId);
  if (customerId !== undefined && (await customerExists(deps.db, customerId)))
    await shareRun(deps.db, customerId, () => syncInvestor(deps, customerId));
  const spvId = await findSpvId(deps.db, extId);
  if (spvId !== undefined) await shareRun(deps.db, spvId, () => syncSpv(deps, spvId, extId));
}

/** KYC follows the account for v1 and the onboarding account for v2; the wallet is followed for both (A-provider-webhooks-2). */
async function syncInvestor(deps: Deps, customerId: string): Promise<void> {
  await followProvider(
    deps,
    { customerId },
    {
      read: async () => {
        const onboardingAccountId = (await findCustomer(deps.db, customerId))?.providerOnboardingAccountId ?? null;
        const account = await readAccount(deps, customerId);
        return { account, onboardingAccountId, onboarding: await readOnboarding(deps, onboardingAccountId) };
      },
      write: async (tx, { account, onboardingAccountId, onboarding }) => {
        const customer = await lockCustomer(tx, customerId);
        // Linked since it was read: whoever linked it reads again.
        if (!customer || customer.providerOnboardingAccountId !== onboardingAccountId) return;
        const kycStatus = kycAfter(customer, account, onboarding);
        await changeKycStatus(tx, customerId, {
          from: customer.kycStatus,
          to: kycStatus,
          account: account && { ...stateOf(account), blocked: isWalletBlocked(account) || onboarding?.status === 'blocked' },
        });
        if (kycStatus !== customer.kycStatus && (kycStatus === 'verified' || kycStatus === 'refused' || kycStatus === 'outdated'))
          await mailInvestor(tx, deps, { customerId, template: 'identity-checked', data: { outcome: kycStatus } });
        await followCorrectionLater(tx, deps, customerId);
      },
    },
  );
}

function kycAfter(
  { kycStatus, onboardingVersion }: Pick<Customer, 'kycStatus' | 'onboardingVersion'>,
  account: Account | null,
  onboarding: OnboardingAccount | null,
): KycStatus {
  if (onboardingVersion === 'v2') return onboarding ? nextOnboardingKycStatus(kycStatus, onboarding) : kycStatus;
  return account ? nextKycStatus(kycStatus, account.kycStatus) : kycStatus;
}

async function syncSpv(deps: Deps, spvId: string, accountId: string): Promise<void> {
  await followProvider(
    deps,
    { spvId },
    {
      read: () => readAccount(deps, accountId),
      write: async (tx, account) => {
        const spv = await findSpv(tx, spvId);
        // It may have another wallet since this one was read.
        if (!account || spv?.providerExternalId !== accountId) return;
        await changeKybStatus(tx, spvId, {
          from: spv.kybStatus,
          to: nextKycStatus(spv.kybStatus, account.kycStatus),
          account: { accountId, rawStatus: account.rawStatus, blocked: isWalletBlocked(account) },
          at: deps.clock.now(),
        });
      },
    },
  );
}

/** Null for a v1 investor, and for an account that the provider does not know (any more). */
async function readOnboarding(deps: Deps, onboardingAccountId: string | null): Promise<OnboardingAccount | null> {
  if (onboardingAccountId === null) return null;
  const read = await deps.payments.getOnboardingAccount(onboardingAccountId);
  if (read.ok) return read.value;
  if (read.kind !== 'not-found') throw new AppError(INTERNAL_ERROR, { cause: read });
  deps.log.warn({ onboardingAccountId }, 'onboarding account that the provider does not know');
  return null;
}

/** Null for an account that the provider does not know: nothing to take over. */
async function readAccount(deps: Deps, accountId: string): Promise<Account | null> {
  const read = await deps.payments.getAccount(accountId);
  if (read.ok) return read.value;
  if (read.kind !== 'not-found') throw new AppError(INTERNAL_ERROR, { cause: read });
  deps.log.warn({ accountId }, 'notification of an account that the provider does not know');
  return null;
}

function stateOf(account: Account) {
  return { rawStatus: account.rawStatus, blocked: isWalletBlocked(account), internalId: account.internalId };
}
