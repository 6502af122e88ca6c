// The sums of the final settlement, and what stands in its way. Pure.

import type { Purse } from '../../../money/ledger/index.ts';
import { CLAIM_OPEN, PAYOUT_OPEN, PENALTIES_NOT_TRANSFERRED, PURSE_NOT_EMPTY, UNLENT_CAPITAL_NOT_DISTRIBUTED } from './errors.ts';

/** Every purse of a project. */
export const PURSES = [
  'COLLECT',
  'MAIN',
  'ESCROW',
  'UNASSIGNED',
  'FEES',
  'COUPON',
  'CAPITAL',
  'SURPLUS',
  'HELD',
] as const satisfies readonly Purse[];

/** What lies in each purse of a project, cents. */
export type Purses = Readonly<Record<Purse, number>>;

/** A schedule as far as the settlement looks at it, cents. */
export type SettledSchedule = {
  totalFundedAmountCents: number;
  initialCapitalLoanedCents: number;
  events: readonly { type: string; amountCents: number }[];
  echeances: readonly { penaltyForBricksCents: number }[];
};

/** Penalties of the platform, summed over the echeances (settlement.md#penalties-of-the-platform). */
export function claimedPenalties({ echeances }: Pick<SettledSchedule, 'echeances'>): number {
  return echeances.reduce((sum, { penaltyForBricksCents }) => sum + penaltyForBricksCents, 0);
}

/** Funded by the holders and never lent to the owner: it is theirs (settlement.md#capital-never-lent, usual setup). */
export function unlentCapital(schedule: SettledSchedule): number {
  const later = schedule.events.reduce((sum, { type, amountCents }) => (type === 'capitalLoaned' ? sum + amountCents : sum), 0);
  return schedule.totalFundedAmountCents - schedule.initialCapitalLoanedCents - later;
}

/** Capital of the holders that will not come back once the project is settled: what they paid in and nobody gave back; cents. */
export function lostCapital(capital: { fundedCents: number; collectedCents: number; distributedCents: number }): number {
  return Math.max(Math.min(capital.fundedCents, capital.collectedCents) - capital.distributedCents, 0);
}

/**
 * The account of a project as it is now; cents. Open payments are those of its own money, open payouts lines that no holder got.
 */
export type Account = {
  purses: Purses;
  claimedPenaltiesCents: number;
  /** Transferred, or on their way. */
  movedPenaltiesCents: number;
  unlentCents: number;
  unlentDistributedCents: number;
  openPayments: number;
  openPayouts: number;
  /** Of debits that the bank took back after their money had left the project, what the owner has not paid again. */
  openClaimsCents: number;
};

/** What surplus and escrow make of the claims that are not paid yet; cents. */
export function balanceWithOwner({ purses, claimedPenaltiesCents, movedPenaltiesCents }: Account): {
  owesCents: number;
  getsBackCents: number;
} {
  const leftCents = purses.SURPLUS + purses.ESCROW - (claimedPenaltiesCents - movedPenaltiesCents);
  return { owesCents: Math.max(-leftCents, 0), getsBackCents: Math.max(leftCents, 0) };
}

/** What is the owner's by purse, once nothing blocks it: everything that is left of these three; cents. */
export function shareOfOwner({ MAIN, SURPLUS, ESCROW }: Purses): { MAIN: number; SURPLUS: number; ESCROW: number } {
  return { MAIN, SURPLUS, ESCROW };
}

const NOT_THE_OWNERS = ['COLLECT', 'UNASSIGNED', 'FEES', 'COUPON', 'CAPITAL', 'HELD'] as const;

/**
 * Why the owner cannot be paid back yet, as codes in the order in which they are answered. Penalties that surplus and escrow do
 * not cover block nothing: they cannot be transferred, and stay shown as owed. While a claim is open the SPV's wallet lacks money
 * that the books have.
 */
export function blockersOfOwner(account: Account): string[] {
  const { purses, claimedPenaltiesCents, movedPenaltiesCents } = account;
  const openPenaltiesCents = claimedPenaltiesCents - movedPenaltiesCents;
  const isCovered = purses.SURPLUS + purses.ESCROW >= openPenaltiesCents;
  return [
    ...(isPayoutOpen(account) ? [PAYOUT_OPEN] : []),
    ...(openPenaltiesCents > 0 && movedPenaltiesCents === 0 && isCovered ? [PENALTIES_NOT_TRANSFERRED] : []),
    ...(account.unlentCents > 0 && account.unlentDistributedCents === 0 ? [UNLENT_CAPITAL_NOT_DISTRIBUTED] : []),
    ...(account.openClaimsCents > 0 ? [CLAIM_OPEN] : []),
    ...(NOT_THE_OWNERS.some((purse) => purses[purse] !== 0) ? [PURSE_NOT_EMPTY] : []),
  ];
}

/** Why the settlement cannot be marked done yet, as codes in the order in which they are answered. */
export function blockersOfDone(account: Account): string[] {
  return [
    ...(isPayoutOpen(account) ? [PAYOUT_OPEN] : []),
    ...(PURSES.some((purse) => account.purses[purse] !== 0) ? [PURSE_NOT_EMPTY] : []),
  ];
}

function isPayoutOpen({ openPayments, openPayouts }: Account): boolean {
  return openPayments + openPayouts > 0;
}
