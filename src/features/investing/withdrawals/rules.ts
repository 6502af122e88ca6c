// What a withdrawal costs, when it is blocked, and when two balances contradict each other
// (withdrawals.md#free-withdrawals-and-the-fee). Pure.

import { basisPointsOf } from '../../../core/cents.ts';
import { monthsBefore } from '../../../core/dates.ts';

const QUOTA_MONTHS = 12;
const FRAUD_WINDOW_HOURS = 24;

/**
 * Withdrawals that still weigh: created after `freeAfter` for the free ones, after `fraudAfter` for the day's sum, until
 * `until`.
 */
export type UsageWindow = { freeAfter: Temporal.Instant; fraudAfter: Temporal.Instant; until: Temporal.Instant };

/** Both windows at a moment; the beginnings are left out, the end belongs to them (G-18). */
export function usageWindow(at: Temporal.Instant): UsageWindow {
  return { freeAfter: monthsBefore(at, QUOTA_MONTHS), fraudAfter: at.subtract({ hours: FRAUD_WINDOW_HOURS }), until: at };
}

/**
 * Answer of remaining-without-fee. The withdrawal that is being asked for is not among the counted ones
 * (withdrawals.md#free-withdrawals-and-the-fee).
 */
export function freeQuota(freeCount: number, mostPerYear: number) {
  const remaining = Math.max(mostPerYear - freeCount, 0);
  return {
    freeWithdrawalsInPastYear: freeCount,
    withdrawRemainingWithoutFeeCount: remaining,
    shouldApplyFee: remaining === 0,
  };
}

/** The fee in cents; zero while the quota lasts. */
export function feeInclTaxCents(isDue: boolean, fee: { exclTaxCents: number; vatBps: number }): number {
  return isDue ? fee.exclTaxCents + basisPointsOf(fee.exclTaxCents, fee.vatBps) : 0;
}

/** What the anti-fraud rules look at; `withdrawnCents` is what the last 24 hours saw before this one. */
export type FraudFacts = {
  amountCents: number;
  withdrawnCents: number;
  mostCentsPerDay: number;
  ibanKnownSince: Temporal.Instant;
  newIbanDelayHours: number;
  at: Temporal.Instant;
};

/** Too much in 24 hours, or a bank account that is younger than the delay (0: off). */
export function isBlockedByFraudRule(facts: FraudFacts): boolean {
  if (facts.withdrawnCents + facts.amountCents > facts.mostCentsPerDay) return true;
  const usableFrom = facts.ibanKnownSince.add({ hours: facts.newIbanDelayHours });
  return facts.newIbanDelayHours > 0 && Temporal.Instant.compare(facts.at, usableFrom) < 0;
}

/** An investor's money as our books say it, in cents. `sentCents`: held, and possibly gone from the provider's wallet already. */
export type Books = {
  availableCents: number;
  heldCents: number;
  postedAvailableCents: number;
  postedHeldCents: number;
  sentCents: number;
};

/** A balance that is not the sum of its postings, or less at the provider than what must be there; more is money not yet booked. */
export function isMismatch(books: Books, providerCents: number): boolean {
  const { availableCents, heldCents, postedAvailableCents, postedHeldCents, sentCents } = books;
  if (availableCents !== postedAvailableCents || heldCents !== postedHeldCents) return true;
  return providerCents < availableCents + heldCents - sentCents;
}
