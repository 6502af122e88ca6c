// The fee and free quota of withdrawals, the anti-fraud rules, and the comparison of balances
// (withdrawals.md#free-withdrawals-and-the-fee). Pure.

import { basisPointsOf, type Cents, centsOf } from '../../../core/cents.ts';
import { monthsBefore } from '../../../core/dates.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { oldEnoughFrom } from '../bank-accounts/index.ts';

const QUOTA_MONTHS = 12;
const FRAUD_WINDOW_HOURS = 24;

/**
 * Which withdrawals count: those created after `freeAfter` for the free quota, after `fraudAfter` for the sum of 24 hours; both
 * up to `until`.
 */
export type UsageWindow = { freeAfter: Temporal.Instant; fraudAfter: Temporal.Instant; until: Temporal.Instant };

/** Both windows at a moment; their beginnings are excluded, their end is included (G-18). */
export function usageWindow(at: Temporal.Instant): UsageWindow {
  return { freeAfter: monthsBefore(at, QUOTA_MONTHS), fraudAfter: at.subtract({ hours: FRAUD_WINDOW_HOURS }), until: at };
}

/**
 * Answer of remaining-without-fee; `shouldApplyFee` tells whether the next withdrawal has a fee
 * (withdrawals.md#free-withdrawals-and-the-fee).
 */
export function freeQuota(freeCount: number, maxPerYear: number) {
  const remaining = Math.max(maxPerYear - freeCount, 0);
  return {
    freeWithdrawalsInPastYear: freeCount,
    withdrawRemainingWithoutFeeCount: remaining,
    shouldApplyFee: remaining === 0,
  };
}

/** The fee in cents; zero while the quota lasts. */
export function feeInclTaxCents(isDue: boolean, fee: { exclTaxCents: Cents; vatBps: number }): Cents {
  return isDue ? centsOf(fee.exclTaxCents + basisPointsOf(fee.exclTaxCents, fee.vatBps)) : 0;
}

/**
 * What the next withdrawal costs, the largest amount that money and the limit of 24 hours leave, and what becomes of `amountCents`; cents.
 * Nothing can be withdrawn without the right to.
 */
export function withdrawalTerms(facts: {
  isFeeDue: boolean;
  fee: { exclTaxCents: Cents; vatBps: number };
  availableCents: Cents;
  withdrawnCents: Cents;
  maxCentsPerDay: Cents;
  hasRights: boolean;
  amountCents: Cents | undefined;
}) {
  const { isFeeDue, fee, availableCents } = facts;
  const fullCents = feeInclTaxCents(isFeeDue, fee);
  const exclTaxCents = isFeeDue ? fee.exclTaxCents : 0;
  const remainingTodayCents = centsOf(Math.max(facts.maxCentsPerDay - facts.withdrawnCents, 0));
  const coveredCents = Math.max(availableCents - fullCents, 0);
  return {
    feeExclTaxCents: exclTaxCents,
    vatRateBps: fee.vatBps,
    vatCents: centsOf(fullCents - exclTaxCents),
    feeInclTaxCents: fullCents,
    availableCents,
    remainingTodayCents,
    maxCents: facts.hasRights ? centsOf(Math.min(coveredCents, remainingTodayCents)) : centsOf(0),
    ofAmount: facts.amountCents === undefined ? null : termsOfAmount(facts.amountCents, { fullCents, availableCents }),
  };
}

/** The fee comes on top: what was asked for is what arrives. */
function termsOfAmount(amountCents: Cents, { fullCents, availableCents }: { fullCents: Cents; availableCents: Cents }) {
  const debitedCents = centsOf(amountCents + fullCents);
  return { arrivesCents: amountCents, debitedCents, leftCents: centsOf(availableCents - debitedCents) };
}

/** Input of the anti-fraud rules; `withdrawnCents`: withdrawals of the last 24 hours, without this one. */
export type FraudFacts = {
  amountCents: Cents;
  withdrawnCents: Cents;
  maxCentsPerDay: Cents;
  ibanKnownSince: Temporal.Instant;
  newIbanDelayHours: number;
  at: Temporal.Instant;
};

/**
 * Above the limit of 24 hours, or to a bank account that was added more recently than the delay allows (0: no delay)
 * (A-withdrawals-9).
 */
export function isBlockedByFraudRule(facts: FraudFacts): boolean {
  if (facts.withdrawnCents + facts.amountCents > facts.maxCentsPerDay) return true;
  const usableFrom = oldEnoughFrom(facts.ibanKnownSince, facts.newIbanDelayHours);
  return usableFrom !== null && Temporal.Instant.compare(facts.at, usableFrom) < 0;
}

/** An investor's balances by our books, in cents. `sentCents`: held money that may have left the provider's wallet already. */
export type Books = {
  availableCents: Cents;
  heldCents: Cents;
  postedAvailableCents: Cents;
  postedHeldCents: Cents;
  sentCents: Cents;
};

/** True when a balance is not the sum of its postings, or the provider has less than it must; more is money not yet booked. */
export function isMismatch(books: Books, providerCents: Cents): boolean {
  const { availableCents, heldCents, postedAvailableCents, postedHeldCents, sentCents } = books;
  if (availableCents !== postedAvailableCents || heldCents !== postedHeldCents) return true;
  return providerCents < availableCents + heldCents - sentCents;
}

/** What settlements and mails need of a withdrawal; cents. */
export type Withdrawal = {
  id: string;
  customerId: CustomerId;
  amountCents: Cents;
  feeCents: Cents;
  feeTransactionId: string | null;
  invoiceId: string | null;
  ibanEnd: string;
  firstName: string | null;
  email: string;
};

/** The data of its mails. */
export function withdrawalMail({ id, amountCents, ibanEnd, firstName }: Withdrawal) {
  return { amountCents, ibanEnd, reference: id, ...(firstName === null ? {} : { firstName }) };
}
