// How an investor is called, the tones of where they stand, and the pages about all of them.

import type { AdministrationCustomer } from '../../../clients/typescript/src/index.ts';
import type { Tone } from '../../design/feedback.tsx';
import { to } from '../addresses.ts';
import type { Tab } from '../design/page.tsx';
import { investorWords } from './words.ts';

/** First and last name of the profile; before it is saved, the name of the account. */
export function nameOf({ profile, name }: AdministrationCustomer): string {
  const whole = [profile?.firstName, profile?.lastName].filter(Boolean).join(' ');
  return whole === '' ? name : whole;
}

export const KYC_TONES = {
  notStarted: 'neutral',
  waitingForVerifier: 'info',
  verified: 'good',
  refused: 'bad',
  outdated: 'warn',
} as const satisfies Record<AdministrationCustomer['kycStatus'], Tone>;

export const RIGHTS_TONES = {
  all: 'good',
  'account-is-being-verified': 'warn',
  'account-not-completed': 'neutral',
} as const satisfies Record<AdministrationCustomer['transactionRights'], Tone>;

/** All investors, and what of theirs the team decides on. */
export function investorsTabs(): Tab[] {
  const { lists } = investorWords.value;
  return [
    { href: to.investors, name: lists.investors },
    { href: to.taxRequests, name: lists.taxRequests, waits: 'investors/tax-requests' },
    { href: to.taxIdentities, name: lists.taxIdentities, waits: 'investors/tax-identities' },
    { href: to.complaints, name: lists.complaints, waits: 'investors/complaints' },
    { href: to.giftCards, name: lists.giftCards },
  ];
}
