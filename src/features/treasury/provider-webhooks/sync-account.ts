// Follows the provider on one account: the investor's KYC, the SPV's KYB, and whether the wallet is blocked. Effect of every
// notification about an account, of onboarding v1 or v2 (A-provider-webhooks-3).

import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction, violatedConstraint } from '../../../core/db/transaction.ts';
import { AppError, INTERNAL_ERROR } from '../../../core/errors.ts';
import { shareRun } from '../../../core/share-run.ts';
import {
  type Account,
  type OnboardingAccount,
  type Parsed,
  parseAccountStatusNotification,
  parseBlockedNotification,
  parseOnboardingStatusNotification,
} from '../../../providers/payments/index.ts';
import {
  type Customer,
  changeKycStatus,
  findCustomer,
  hasCustomer,
  type KycStatus,
  linkOnboardingAccount,
  lockCustomer,
  mailInvestor,
} from '../../access/customers/index.ts';
import { followProvider } from '../../access/onboarding/index.ts';
import { followCorrectionLater } from '../../access/profile-corrections/index.ts';
import { findSpvsByAccount } from '../../projects/spvs/index.ts';
import { PAYLOAD_MISSING_IDS } from './errors.ts';
import { findCustomerOfOnboarding } from './queries.ts';
import { readAccount } from './read-account.ts';
import type { EffectDeps } from './receive-notification.ts';
import {
  customerIdOf,
  isWalletBlocked,
  type NotificationEvent,
  nextKycStatus,
  nextOnboardingKycStatus,
  usableFields,
} from './rules.ts';
import { syncSpv } from './sync-spv.ts';

/** What is read of a notification 49, 50, 53 or 54: the onboarding account, and the investor it may belong to. */
type OnboardingHint = { onboardingAccountId: string; extId: string | null };

/**
 * Reads the account again and takes over its state: for the investor with this id and, independently, for the SPV with this provider
 * account. An account of neither changes nothing; deliveries at once share a reading (A-provider-webhooks-5). Errors:
 * `provider-webhook-payload-missing-ids` (customer-status-changed without its ids, checked before its other fields,
 * notifications.md#account-status), `validation-failed`, `internal-error` when the provider does not answer.
 */
export async function syncAccount(deps: EffectDeps, event: NotificationEvent): Promise<void> {
  const accountId = await accountOf(deps, event);
  if (accountId === undefined) return;
  const customerId = customerIdOf(accountId);
  const [spvs] = await Promise.all([
    findSpvsByAccount(deps.db, [accountId]),
    customerId === undefined ? undefined : shareRun(deps.db, customerId, () => syncInvestor(deps, customerId)),
  ]);
  const spv = spvs.get(accountId);
  if (spv) await syncSpv(deps, { spvId: spv.id, accountId });
}

/** The provider account of the notification; undefined when there is none to read again. */
async function accountOf(deps: EffectDeps, { name, payload }: NotificationEvent): Promise<string | undefined> {
  switch (name) {
    case 'customer-status-changed': {
      const parsed = parseAccountStatusNotification(payload);
      if (!parsed.ok && parsed.faults.some(isMissingId)) throw new AppError(PAYLOAD_MISSING_IDS);
      return usableFields(parsed).extId;
    }
    case 'customer-temporarily-blocked':
      return usableFields(parseBlockedNotification(payload)).extId;
    case 'account-status-changed':
    case 'profile-status-changed':
      return customerOf(deps, usableFields(parseOnboardingHint(payload)));
    case 'requirement-change':
    case 'restriction-change': {
      // The documents give no payload (A-provider-webhooks-10), so one without an account is not refused: there is nothing to read.
      const parsed = parseOnboardingHint(payload);
      if (parsed.ok) return customerOf(deps, parsed.value);
      deps.log.info({ notification: name }, 'notification without an account');
      return undefined;
    }
    default:
      throw new Error(`${name} is not about an account`);
  }
}

function isMissingId({ field, reason }: { field: string; reason: string }): boolean {
  return reason === 'missing' && (field === 'ExtId' || field === 'IntId');
}

/** Only `AccountID` is required; other fields are not checked. */
function parseOnboardingHint(payload: unknown): Parsed<OnboardingHint> {
  const fields = new Map(typeof payload === 'object' && payload !== null ? Object.entries(payload) : []);
  const extId = fields.get('ExtId');
  return parseOnboardingStatusNotification({
    AccountID: fields.get('AccountID'),
    ...(typeof extId === 'string' ? { ExtId: extId } : {}),
  });
}

/**
 * The investor of an onboarding account (v2). One that is linked to nobody yet is linked to the investor named by `ExtId`, if the
 * provider agrees.
 */
async function customerOf(deps: EffectDeps, hint: OnboardingHint): Promise<string | undefined> {
  const customerId = (await findCustomerOfOnboarding(deps.db, hint.onboardingAccountId)) ?? (await linkCustomer(deps, hint));
  if (customerId === undefined)
    deps.log.warn({ onboardingAccountId: hint.onboardingAccountId }, 'notification of an onboarding account of nobody');
  return customerId;
}

/** The investor named by `ExtId`, who becomes v2 if their KYC never began as v1 (A-provider-webhooks-9). */
async function linkCustomer(deps: EffectDeps, { onboardingAccountId, extId }: OnboardingHint): Promise<string | undefined> {
  const customerId = extId === null ? undefined : customerIdOf(extId);
  if (customerId === undefined || !(await hasCustomer(deps.db, customerId))) return undefined;
  const read = await deps.payments.getOnboardingAccount(onboardingAccountId);
  if (!read.ok && read.kind !== 'not-found') throw new AppError(INTERNAL_ERROR, { cause: read });
  if (!read.ok) return undefined;
  if (read.value.accountId !== null && read.value.accountId.toLowerCase() !== customerId) return undefined;
  try {
    await inTransaction(deps.db, (tx) => linkOnboardingAccount(tx, customerId, onboardingAccountId));
  } catch (error) {
    // Another delivery linked the same account first.
    if (violatedConstraint(error) !== 'customer_provider_onboarding_account_id_key') throw error;
    return findCustomerOfOnboarding(deps.db, onboardingAccountId);
  }
  return customerId;
}

/**
 * KYC follows the account for v1 and the onboarding account for v2; the wallet is followed for both (A-provider-webhooks-2). Nothing for
 * an id that no investor has.
 */
async function syncInvestor(deps: EffectDeps, customerId: CustomerId): Promise<void> {
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
        // The onboarding account was linked since the reading: the notification that linked it reads again.
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

/** Null for a v1 investor, and for an account that the provider does not know. */
async function readOnboarding(deps: EffectDeps, onboardingAccountId: string | null): Promise<OnboardingAccount | null> {
  if (onboardingAccountId === null) return null;
  const read = await deps.payments.getOnboardingAccount(onboardingAccountId);
  if (read.ok) return read.value;
  if (read.kind !== 'not-found') throw new AppError(INTERNAL_ERROR, { cause: read });
  deps.log.warn({ onboardingAccountId }, 'onboarding account that the provider does not know');
  return null;
}

function stateOf(account: Account) {
  return { rawStatus: account.rawStatus, blocked: isWalletBlocked(account), internalId: account.internalId };
}
