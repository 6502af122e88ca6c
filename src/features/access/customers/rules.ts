// What an investor may do in which state of their account, how a referral code is spelled, and how a refusal of the provider is reported
// (docs/domain/states.md, onboarding.md#transaction-rights). Pure.

import { AppError, UNAUTHENTICATED } from '../../../core/errors.ts';
import { type VerbRow, verbRow } from '../../../core/states.ts';
import { ACCOUNT_IS_BEING_VERIFIED, ACCOUNT_NOT_COMPLETED, INVESTOR_ONBOARDING_NOT_COMPLETED } from './errors.ts';

/**
 * `free` may do everything; the end of the account, a freeze, then a blocked wallet, take precedence over the identity check. `unverified`:
 * not begun, or refused.
 */
export const INVESTOR_STATES = ['free', 'frozen', 'blocked', 'verifying', 'unverified', 'outdated', 'closed'] as const;
export type InvestorState = (typeof INVESTOR_STATES)[number];

function investorState({ closedAt, frozenAt, providerBlocked, kycStatus }: RightsState): InvestorState {
  if (closedAt !== null) return 'closed';
  if (frozenAt !== null) return 'frozen';
  if (providerBlocked) return 'blocked';
  if (kycStatus === 'verified') return 'free';
  if (kycStatus === 'waitingForVerifier') return 'verifying';
  return kycStatus === 'outdated' ? 'outdated' : 'unverified';
}

/** What moves an investor's money or bricks. */
const FULL_RIGHTS: VerbRow<InvestorState> = verbRow(INVESTOR_STATES, ['free'], ACCOUNT_NOT_COMPLETED, {
  frozen: ACCOUNT_IS_BEING_VERIFIED,
  blocked: ACCOUNT_IS_BEING_VERIFIED,
  verifying: ACCOUNT_IS_BEING_VERIFIED,
  // Whoever was signed in is no more.
  closed: UNAUTHENTICATED,
});

/**
 * What stops or takes back an own order, the way to a wallet, what the tax file says, and what concerns the sign-in: an account that was
 * taken over may be held already.
 */
const always = verbRow(
  INVESTOR_STATES,
  INVESTOR_STATES.filter((state) => state !== 'closed'),
  UNAUTHENTICATED,
);

export const INVESTOR_VERBS = {
  'purchase-bricks': FULL_RIGHTS,
  'create-deal': FULL_RIGHTS,
  'purchase-deal': FULL_RIGHTS,
  withdraw: FULL_RIGHTS,
  'buy-gift-card': FULL_RIGHTS,
  'redeem-gift-card': FULL_RIGHTS,
  'cancel-purchase': always,
  'delete-deal': always,
  'cancel-withdrawal': always,
  'start-onboarding': always,
  'declare-tax-identity': always,
  'change-address': always,
  // By a link, without a session.
  'undo-address-change': verbRow(INVESTOR_STATES, INVESTOR_STATES, ACCOUNT_NOT_COMPLETED),
};

export const KYC_STATUSES = ['notStarted', 'waitingForVerifier', 'verified', 'refused', 'outdated'] as const;
export type KycStatus = (typeof KYC_STATUSES)[number];

export const CUSTOMER_TYPES = ['individual', 'business'] as const;
export type CustomerType = (typeof CUSTOMER_TYPES)[number];

/** As what the payment provider has an investor. */
export const PROVIDER_KINDS = ['individual', 'legal'] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

export const COMPANY_KINDS = ['company', 'association', 'sole-trader'] as const;
export type CompanyKind = (typeof COMPANY_KINDS)[number];

export const ONBOARDING_VERSIONS = ['v1', 'v2'] as const;
export type OnboardingVersion = (typeof ONBOARDING_VERSIONS)[number];

export const FROZEN_SOURCES = ['administrator', 'balance-mismatch', 'webhook-chargeback'] as const;
export type FrozenSource = (typeof FROZEN_SOURCES)[number];

export const TRANSACTION_RIGHTS = ['all', 'account-is-being-verified', 'account-not-completed'] as const;
export type TransactionRights = (typeof TRANSACTION_RIGHTS)[number];

/** The part of a customer that decides the transaction rights. */
export type RightsState = {
  kycStatus: KycStatus;
  frozenAt: Temporal.Instant | null;
  providerBlocked: boolean;
  closedAt: Temporal.Instant | null;
};

/**
 * Transaction rights: trading and withdrawing need `all`. A-customers-1: refused and outdated count as not verified, like a KYC check that
 * never began.
 */
export function transactionRights(customer: RightsState): TransactionRights {
  const code = FULL_RIGHTS[investorState(customer)];
  if (code === null) return 'all';
  return code === ACCOUNT_IS_BEING_VERIFIED ? 'account-is-being-verified' : 'account-not-completed';
}

/** True for a frozen account and a blocked wallet: money that came from it must not travel on. */
export function isHeld({ frozenAt, providerBlocked }: Pick<RightsState, 'frozenAt' | 'providerBlocked'>): boolean {
  return frozenAt !== null || providerBlocked;
}

/** Errors: `customer.rights.account-is-being-verified`, `customer.rights.account-not-completed`; `unauthenticated` once it is closed. */
export function assertFullRights(customer: RightsState): void {
  if (customer.closedAt !== null) throw new AppError(UNAUTHENTICATED);
  const rights = transactionRights(customer);
  if (rights === 'account-is-being-verified')
    throw new AppError(ACCOUNT_IS_BEING_VERIFIED, { detail: 'Your account is being verified.' });
  if (rights === 'account-not-completed')
    throw new AppError(ACCOUNT_NOT_COMPLETED, { detail: 'Your identity is not verified yet.' });
}

/** The part of a customer that decides whether they have completed the onboarding. */
export type OnboardingState = {
  onboardingVersion: OnboardingVersion;
  kycStatus: KycStatus;
  customerType: CustomerType | null;
  informationCompletedAt: Temporal.Instant | null;
  documentsCompletedAt: Temporal.Instant | null;
  hasIdentityDocument: boolean;
};

/**
 * True once the investor has saved the profile and handed in the documents, before the verifier has decided. A-customers-2: for an
 * individual one identity document on file is enough; a v2 investor hands them in to the provider directly, so a KYC check that
 * has begun is the sign.
 */
export function hasCompletedOnboarding(customer: OnboardingState): boolean {
  if (customer.informationCompletedAt === null) return false;
  if (customer.documentsCompletedAt !== null) return true;
  if (customer.onboardingVersion === 'v2') return customer.kycStatus !== 'notStarted';
  return customer.customerType === 'individual' && customer.hasIdentityDocument;
}

/** Error: `customer.investor-onboarding-not-completed`. */
export function assertCompletedOnboarding(customer: OnboardingState): void {
  if (!hasCompletedOnboarding(customer))
    throw new AppError(INVESTOR_ONBOARDING_NOT_COMPLETED, { detail: 'Complete your profile and documents first.' });
}

export const NAME_MARKS = ['test-name', 'repeated-letter', 'no-vowel', 'same-names'] as const;
export type NameMark = (typeof NAME_MARKS)[number];

type Names = { firstName?: string | null | undefined; lastName?: string | null | undefined };

/**
 * Why the provider usually refuses a name: it takes it for test data. Such names exist, so they are saved, with this mark (A-onboarding-21).
 * A name without a vowel is checked in Latin letters only.
 */
export function nameMarkOf({ firstName, lastName }: Names): NameMark | null {
  const names = [firstName, lastName].flatMap((name) => (name ? [plainLetters(name)] : []));
  if (names.includes('test')) return 'test-name';
  if (names.some((name) => /(\p{L})\1\1/u.test(name))) return 'repeated-letter';
  if (names.some((name) => !/[aeiouyæœøı]/.test(name) && !/[^\P{L}\p{Script=Latin}]/u.test(name))) return 'no-vowel';
  return names.length === 2 && names[0] === names[1] ? 'same-names' : null;
}

const plainLetters = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The answer to an investor whose name the provider has refused. */
export const NAME_REFUSED =
  'The payment provider refuses names like this one: it is its rule. Write the name as on your identity document; if it is, our team has been told and asks the provider to open your account.';

type Named = Record<'firstName' | 'lastName' | 'street' | 'city' | 'country', string | null>;

/** Whether something can be issued in an investor's name: with name and address. */
export function isNamed({ firstName, lastName, street, city, country }: Named): boolean {
  return ![firstName, lastName, street, city, country].includes(null);
}

/**
 * What is issued in an investor's name needs it, with their address: an investor of the hosted onboarding may have saved no profile yet
 * (A-customers-19). Error: `customer.rights.account-not-completed`.
 */
export function assertNamed(customer: Named): void {
  if (!isNamed(customer))
    throw new AppError(ACCOUNT_NOT_COMPLETED, { detail: 'Save your profile first: your name and address are needed.' });
}

const MAX_NAME_LETTERS = 24;

/** Trimmed, lower case, without diacritics (referrals.md#referral-codes): how codes are stored and compared. */
export function normaliseReferralCode(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .normalize('NFC');
}

/** Referral code of a new customer: their name and the characters of `random`, as in `camille-durand-7kx2`. */
export function referralCodeOf(name: string, random: string): string {
  const words = normaliseReferralCode(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_NAME_LETTERS)
    .replace(/^-+|-+$/g, '');
  // A name without a Latin letter gives a code without a name.
  return `${words || 'mortar'}-${random}`;
}

/** A failure of the payment provider as messages to the team name it: its kind, with its code when there is one. */
export function refusalText({ kind, code }: { kind: string; code?: number }): string {
  return code === undefined ? kind : `${kind} (${code})`;
}
