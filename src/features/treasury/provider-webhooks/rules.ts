// What the provider's word on an account means for KYC and KYB, and how a notification is told from another. Pure.

import { createHash } from 'node:crypto';
import type { KycStatus } from '../../access/customers/index.ts';

/** Notifications that are followed; each is the last segment of its path, and is stored with the event. */
export const NOTIFICATIONS = [
  'customer-status-changed',
  'document-status-changed',
  'customer-temporarily-blocked',
  'charge-back',
  'account-status-changed',
  'profile-status-changed',
  'requirement-change',
  'restriction-change',
] as const;
export type NotificationName = (typeof NOTIFICATIONS)[number];

/** Account statuses of the provider, as its port names them. */
export type AccountStatus =
  | 'verified'
  | 'registered'
  | 'missing-document'
  | 'document-refused'
  | 'document-expired'
  | 'under-review'
  | 'blocked'
  | 'closed'
  | 'platform'
  | 'other';

/**
 * KYC (of an investor) or KYB (of an SPV) after the provider's account status was read again (A-provider-webhooks-1).
 * Statuses that say nothing of the identity (blocked, closed, technical, platform) leave it as it is.
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

/** True for a wallet that cannot be used: blocked for the moment, or by its status (10, 12). */
export function isWalletBlocked(account: { blocked: boolean; kycStatus: AccountStatus }): boolean {
  return account.blocked || account.kycStatus === 'blocked' || account.kycStatus === 'closed';
}

/** What the provider's port says of an onboarding account. */
export type OnboardingState = {
  status: 'created' | 'accepted' | 'denied' | 'blocked' | 'other';
  profileStatus:
    | 'accepted'
    | 'awaiting-information'
    | 'creation-in-progress'
    | 'denied'
    | 'identity-verification-in-progress'
    | 'identity-verification-abandoned'
    | 'identity-verification-error'
    | 'information-collection-in-progress'
    | 'rejected'
    | 'under-analysis'
    | 'other';
  restrictions: readonly { category: string }[];
};

/**
 * KYC of a v2 investor after their onboarding account was read again (A-provider-webhooks-8). An expired identity
 * (restriction KYC_OUTDATED) outweighs what was once accepted; asking for information again takes `verified` away. A blocked
 * account says nothing of the identity.
 */
export function nextOnboardingKycStatus(current: KycStatus, account: OnboardingState): KycStatus {
  const { status, profileStatus } = account;
  if (status === 'denied' || profileStatus === 'denied' || profileStatus === 'rejected') return 'refused';
  switch (profileStatus) {
    case 'accepted':
      if (account.restrictions.some(({ category }) => category === 'KYC')) return 'outdated';
      if (status === 'accepted') return 'verified';
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

/**
 * What a charge-back asks for (A-provider-webhooks-11): the owner of the wallet is frozen, and what was taken is booked if it
 * really was: never for a pay-out of our own. Nothing for a movement of another account than the notification says.
 */
export function consequencesOf(
  payout: {
    accountId: string;
    originId: number | null;
    amountCents: number;
    status: 'pending' | 'succeeded' | 'failed' | 'canceled';
  },
  customerId: string,
): { freeze: boolean; book: 'now' | 'later' | 'never' } {
  if (payout.accountId.toLowerCase() !== customerId) return { freeze: false, book: 'never' };
  if (payout.originId === null || payout.amountCents === 0) return { freeze: true, book: 'never' };
  if (payout.status === 'pending') return { freeze: true, book: 'later' };
  return { freeze: true, book: payout.status === 'succeeded' ? 'now' : 'never' };
}

/**
 * The same for a wallet of an SPV: nobody is frozen, and what was taken of a direct debit is booked (A-direct-debits-6), even where the
 * wallet had nothing left for the bank to take.
 */
export function bookingOfSpv(
  payout: { accountId: string; originId: number | null; status: 'pending' | 'succeeded' | 'failed' | 'canceled' },
  accountId: string,
): 'now' | 'later' | 'never' {
  if (payout.accountId.toLowerCase() !== accountId.toLowerCase() || payout.originId === null) return 'never';
  if (payout.status === 'pending') return 'later';
  return payout.status === 'succeeded' ? 'now' : 'never';
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** An ExtId that may be an investor's: their id in lower case. */
export function customerIdOf(extId: string): string | undefined {
  return UUID.test(extId) ? extId.toLowerCase() : undefined;
}

/** A body as it can be stored and read: PostgreSQL keeps no NUL, which a form may carry. */
export function storable(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body ?? null).replaceAll('\\u0000', '\\ufffd'));
}

/** The same for every delivery of one notification, whatever the order and encoding of its fields. */
export function fingerprintOf(name: NotificationName, payload: unknown): string {
  const fields =
    typeof payload === 'object' && payload !== null
      ? Object.entries(payload)
          .map(([field, value]) => [field, typeof value === 'object' ? JSON.stringify(value) : String(value)] as const)
          .sort(([a], [b]) => (a < b ? -1 : 1))
      : payload;
  return createHash('sha256')
    .update(JSON.stringify([name, fields]))
    .digest('hex');
}

/** How far a stored notification is: `unhandled` while nobody has tried, `ignored` when it was not usable. */
export const EVENT_STATES = ['unhandled', 'failed', 'handled', 'ignored'] as const;
export type EventState = (typeof EVENT_STATES)[number];

/** The state that its two columns tell. */
export function eventStateOf(event: { processedAt: Temporal.Instant | null; lastError: string | null }): EventState {
  if (event.processedAt === null) return event.lastError === null ? 'unhandled' : 'failed';
  return event.lastError === null ? 'handled' : 'ignored';
}

/** An event to handle: its payload is what the provider sent. */
export type StoredEvent = { id: string; name: NotificationName; payload: unknown };

/** How the handling ended, and of what: `ignored` is not usable, `failed` waits for a replay. `code` is kept with the event. */
export type EventOutcome = { state: 'handled' } | { state: 'ignored' | 'failed'; code: string; error: unknown };
