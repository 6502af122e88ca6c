// Bricks and status of a funding, when it may be closed, and what the owner may get (funding.md#bricks-of-a-funding). Pure.

import { allCentsOf, basisPointsOf, type Cents, centsOf } from '../../../core/cents.ts';
import { P2P_FAILED_AT_PROVIDER } from '../../../money/payments/index.ts';
import { PROJECT_IS_FINISHED, PROJECT_IS_SETTLED, projectRow } from '../project-life/index.ts';
import {
  FUNDING_ALREADY_ENDED,
  MINIMUM_AMOUNT_NOT_REACHED,
  OWNER_TRANSFER_STANDS,
  REPAYMENT_DATE_NOT_ELAPSED,
  TRANSFER_EXCEEDS_FUNDING_AMOUNT,
} from './errors.ts';

export const FUNDING_STATUSES = ['inProgress', 'minToFundReached', 'totallyFinanced'] as const;
type FundingStatus = (typeof FUNDING_STATUSES)[number];

/** Bricks created, minimum to be sold, and sold. Zeros for a draft. */
export type FundingBricks = { totalBricks: number; minBricks: number; confirmedBricks: number };

/**
 * Bricks created by the publication, and the minimum that must be sold; without a minimum amount all of them. A minimum amount
 * above the price of all bricks means all bricks (A-funding-1): the funding could never be closed otherwise.
 */
export function planBricks(amounts: { amountToFundCents: Cents; minAmountToFundCents: Cents | null; brickPriceCents: Cents }): {
  totalBricks: number;
  minBricks: number;
} {
  const { amountToFundCents, minAmountToFundCents, brickPriceCents } = amounts;
  const totalBricks = Math.floor(amountToFundCents / brickPriceCents);
  const least = minAmountToFundCents === null ? totalBricks : Math.ceil(minAmountToFundCents / brickPriceCents);
  return { totalBricks, minBricks: Math.min(least, totalBricks) };
}

/** The status by the confirmed purchases; a cancellation moves it back. */
export function fundingStatus({ totalBricks, minBricks, confirmedBricks }: FundingBricks): FundingStatus {
  if (totalBricks === 0) return 'inProgress';
  if (confirmedBricks >= totalBricks) return 'totallyFinanced';
  return confirmedBricks >= minBricks ? 'minToFundReached' : 'inProgress';
}

/** `floor(1000 x bricks / total) / 10`: percent with one decimal, rounded down. */
export function fundedPercentage(bricks: number, totalBricks: number): number {
  return totalBricks === 0 ? 0 : Math.floor((1000 * bricks) / totalBricks) / 10;
}

/**
 * The input of the closing conditions. `possibleClosingDate`: end of the last withdrawal window; null when nothing was bought.
 */
type ClosingState = FundingBricks & { endedAt: Temporal.Instant | null; possibleClosingDate: Temporal.Instant | null };

/** Code of the first condition that is not met; undefined when the funding may be closed at `now`. */
export function closingObstacle(funding: ClosingState, now: Temporal.Instant): string | undefined {
  if (funding.endedAt !== null) return FUNDING_ALREADY_ENDED;
  if (funding.totalBricks === 0 || funding.confirmedBricks < funding.minBricks) return MINIMUM_AMOUNT_NOT_REACHED;
  const { possibleClosingDate } = funding;
  if (possibleClosingDate === null || Temporal.Instant.compare(now, possibleClosingDate) < 0) return REPAYMENT_DATE_NOT_ELAPSED;
  return undefined;
}

/** Division of the collected money: the interest escrow first, as far as the money suffices (A-funding-2), the rest to MAIN. */
export function divideCollected(collectedCents: Cents, totalFundEscrowCents: Cents): { escrowCents: Cents; mainCents: Cents } {
  const escrowCents = Math.min(totalFundEscrowCents, collectedCents);
  return allCentsOf({ escrowCents, mainCents: collectedCents - escrowCents });
}

/** A fee with its tax: `incl = excl + round(excl x vatBps / 10000)`, cents. A fee that is not set is 0. */
export function feeInclTaxCents(exclTaxCents: Cents | null, vatBps: number): Cents {
  return exclTaxCents === null ? 0 : centsOf(exclTaxCents + basisPointsOf(exclTaxCents, vatBps));
}

/** Which fee of the platform. */
export type Fee = 'funding' | 'fiducie';

/** Fees including tax that were transferred or are waiting, cents; without those that were not transferred yet. */
export type FeesPaid = Partial<Readonly<Record<Fee, Cents>>>;

/** The terms of the cap on transfers to the project owner, cents. */
type OwnerCap = {
  amountToFundCents: Cents | null;
  fundingFeesExclTaxCents: Cents | null;
  fiducieFeesExclTaxCents: Cents | null;
  totalFundEscrowCents: Cents;
  totalConstructionBudgetCents: Cents;
};

/**
 * The most that may ever be transferred to the owner, cents (G-13), based on the target and not on what was collected
 * (funding.md#transfers-to-the-project-owner). A fee that was transferred counts as it was paid, whatever the present rate.
 */
export function ownerCapCents(property: OwnerCap, vatBps: number, paid: FeesPaid): Cents {
  return centsOf(
    (property.amountToFundCents ?? 0) -
      (paid.funding ?? feeInclTaxCents(property.fundingFeesExclTaxCents, vatBps)) -
      (paid.fiducie ?? feeInclTaxCents(property.fiducieFeesExclTaxCents, vatBps)) -
      property.totalFundEscrowCents -
      property.totalConstructionBudgetCents,
  );
}

/** Fees including tax that are set and were neither transferred nor ordered yet, cents. */
export function feesToCome(property: OwnerCap, vatBps: number, paid: FeesPaid): Cents {
  return centsOf(
    (paid.funding === undefined ? feeInclTaxCents(property.fundingFeesExclTaxCents, vatBps) : 0) +
      (paid.fiducie === undefined ? feeInclTaxCents(property.fiducieFeesExclTaxCents, vatBps) : 0),
  );
}

/** What to propose for the owner: what may be transferred and is not needed for what is to come (fees, works); cents. */
export function proposedCents(project: { transferableCents: Cents; mainCents: Cents; toComeCents: Cents }): Cents {
  const { transferableCents, mainCents, toComeCents } = project;
  return centsOf(Math.max(0, Math.min(transferableCents, mainCents - toComeCents)));
}

/** Two equal transfers within this time are one request sent twice, unless the second has its own key (A-funding-14, A-funding-18). */
export const SENT_TWICE_WITHIN = { minutes: 10 };

/** `detail` of a transfer that did not succeed, by the result of its payment. */
export const FAILURE_DETAILS = {
  failed: 'The payment provider refused the transfer.',
  unknown: 'The payment provider did not answer. The transfer is looked up before any other attempt.',
} as const;

export const FUNDING_VERBS = {
  'close-funding': projectRow(['published'], FUNDING_ALREADY_ENDED, { draft: MINIMUM_AMOUNT_NOT_REACHED }),
  // What is left of a finished project's money goes to its owner by the settlement, after the holders' part.
  'transfer-funds-to-owner': projectRow(['closed', 'repayment', 'delay', 'default'], TRANSFER_EXCEEDS_FUNDING_AMOUNT, {
    finished: PROJECT_IS_FINISHED,
    settled: PROJECT_IS_SETTLED,
  }),
  'transfer-company-fee': projectRow(['closed', 'repayment', 'delay', 'default', 'finished'], P2P_FAILED_AT_PROVIDER, {
    settled: PROJECT_IS_SETTLED,
  }),
  // Before the closing there is no transfer that could be taken back.
  'take-back-owner-transfer': projectRow(['closed', 'repayment', 'delay', 'default', 'finished'], OWNER_TRANSFER_STANDS, {
    settled: PROJECT_IS_SETTLED,
  }),
};
