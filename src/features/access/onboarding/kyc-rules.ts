// What the provider's statuses of a wallet and of an onboarding account mean for KYC and KYB. Pure.

import type { Account, OnboardingAccount } from '../../../providers/payments/index.ts';
import type { KycStatus } from '../customers/index.ts';

/** Account statuses of the provider, as its port names them. */
type AccountStatus = Account['kycStatus'];

/**
 * KYC (of an investor) or KYB (of an SPV) after the provider's account status was read again (A-provider-webhooks-1).
 * Statuses that say nothing about the identity (blocked, closed, platform, other) leave it unchanged.
 */
export function nextKycStatus(current: KycStatus, atProvider: AccountStatus): KycStatus {
  switch (atProvider) {
    case 'verified':
      return 'verified';
    case 'document-expired':
      return 'outdated';
    case 'document-refused':
    case 'missing-document':
      return 'refused';
    case 'under-review':
      return 'waitingForVerifier';
    case 'registered':
      return current === 'verified' ? 'outdated' : current;
    case 'blocked':
    case 'closed':
    case 'platform':
    case 'other':
      return current;
  }
}

/** True for a wallet that cannot be used: the provider's flag says so, or its status (10, 12). */
export function isWalletBlocked(account: { blocked: boolean; kycStatus: AccountStatus }): boolean {
  return account.blocked || account.kycStatus === 'blocked' || account.kycStatus === 'closed';
}

/** State of an onboarding account, in the names of the provider's port. */
export type OnboardingAccountState = Pick<OnboardingAccount, 'status' | 'profileStatus'> & {
  restrictions: readonly { category: string }[];
};

/**
 * KYC of a v2 investor after their onboarding account was read again. A restriction of
 * category KYC (the identity has expired) outweighs an accepted profile; `verified` becomes `outdated` when information is awaited
 * again. A blocked account says nothing about the identity. Without a wallet no investor is verified: it opens with the acceptance, and the
 * provider may be a moment behind.
 */
export function nextOnboardingKycStatus(current: KycStatus, account: OnboardingAccountState, hasWallet: boolean): KycStatus {
  const { status, profileStatus } = account;
  if (status === 'denied' || profileStatus === 'denied' || profileStatus === 'rejected') return 'refused';
  switch (profileStatus) {
    case 'accepted':
      if (account.restrictions.some(({ category }) => category === 'KYC')) return 'outdated';
      if (status === 'accepted') return hasWallet ? 'verified' : 'waitingForVerifier';
      return status === 'created' ? 'waitingForVerifier' : current;
    case 'under-analysis':
    case 'identity-verification-in-progress':
      return 'waitingForVerifier';
    case 'identity-verification-abandoned':
    case 'identity-verification-error':
      return 'refused';
    case 'awaiting-information':
    case 'creation-in-progress':
    case 'information-collection-in-progress':
      return current === 'verified' ? 'outdated' : current;
    case 'other':
      return current;
  }
}
