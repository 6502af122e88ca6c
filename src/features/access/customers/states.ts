// In which states of their account an investor may do what (docs/domain/states.md, onboarding.md#transaction-rights). Pure.

import { type VerbRow, verbRow } from '../../../core/states.ts';
import { ACCOUNT_IS_BEING_VERIFIED, ACCOUNT_NOT_COMPLETED } from './errors.ts';

/** `free` may do everything; a freeze, then a blocked wallet, take precedence over the identity check. `unverified`: not begun, or refused. */
export const INVESTOR_STATES = ['free', 'frozen', 'blocked', 'verifying', 'unverified', 'outdated'] as const;
export type InvestorState = (typeof INVESTOR_STATES)[number];

export function investorState(of: {
  frozenAt: Temporal.Instant | null;
  providerBlocked: boolean;
  kycStatus: string;
}): InvestorState {
  const { frozenAt, providerBlocked, kycStatus } = of;
  if (frozenAt !== null) return 'frozen';
  if (providerBlocked) return 'blocked';
  if (kycStatus === 'verified') return 'free';
  if (kycStatus === 'waitingForVerifier') return 'verifying';
  return kycStatus === 'outdated' ? 'outdated' : 'unverified';
}

/** What moves an investor's money or bricks. */
export const FULL_RIGHTS: VerbRow<InvestorState> = verbRow(INVESTOR_STATES, ['free'], ACCOUNT_NOT_COMPLETED, {
  frozen: ACCOUNT_IS_BEING_VERIFIED,
  blocked: ACCOUNT_IS_BEING_VERIFIED,
  verifying: ACCOUNT_IS_BEING_VERIFIED,
});

/** What stops or takes back an own order, the way to a wallet, what the tax file says, and what concerns the sign-in: an account that was taken over may be held already. */
const always = verbRow(INVESTOR_STATES, INVESTOR_STATES, ACCOUNT_NOT_COMPLETED);

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
  'undo-address-change': always,
};
