// Bricks and status of a funding, when it may be closed, what the owner may get, and the classes of the daily job. Pure.

import { allCentsOf, basisPointsOf, type Cents, centsOf } from '../../../core/cents.ts';
import { parisDate } from '../../../core/dates.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
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
 * above the price of all bricks means all bricks: the funding could never be closed otherwise.
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

/** Two equal transfers within this time are one request sent twice, unless the second has its own key (A-funding-14). */
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

/** Numbers of bricks and dates of an active funding. */
export type ActiveFunding = Pick<FundingBricks, 'totalBricks' | 'confirmedBricks'> & {
  waitingBricks: number;
  possibleClosingDate: Temporal.Instant | null;
  maxEndDate: Temporal.Instant | null;
};

/** `closable` is reported as closed or failed, by the result of the closing. */
type AutoCloseClass = 'closable' | 'stuck' | 'approachingExpiry' | 'toWatch' | 'inProgress';

const HOURS_PER_DAY = 24;

/**
 * The first class of the table that matches. Without a purchase there is no possible closing date, so the funding is not
 * closable.
 */
export function classifyFunding(funding: ActiveFunding, now: Temporal.Instant, alertDays: number): AutoCloseClass {
  const { totalBricks, confirmedBricks, waitingBricks, possibleClosingDate, maxEndDate } = funding;
  const isPossible = possibleClosingDate !== null && Temporal.Instant.compare(now, possibleClosingDate) >= 0;
  if (totalBricks > 0 && confirmedBricks >= totalBricks) return isPossible ? 'closable' : 'stuck';
  const alertAfter = maxEndDate?.subtract({ hours: alertDays * HOURS_PER_DAY });
  if (alertAfter && Temporal.Instant.compare(now, alertAfter) >= 0) return 'approachingExpiry';
  return totalBricks > 0 && confirmedBricks + waitingBricks >= totalBricks && isPossible ? 'toWatch' : 'inProgress';
}

/** Ascending possible closing dates, fundings without one last. */
export function byPossibleClosingDate(
  a: Pick<ActiveFunding, 'possibleClosingDate'>,
  b: Pick<ActiveFunding, 'possibleClosingDate'>,
): number {
  if (a.possibleClosingDate === null || b.possibleClosingDate === null)
    return Number(a.possibleClosingDate === null) - Number(b.possibleClosingDate === null);
  return Temporal.Instant.compare(a.possibleClosingDate, b.possibleClosingDate);
}

/** One funding as the report and the message name it; percentages with one decimal, rounded down. */
export type FundingSummary = {
  propertyId: PropertyId;
  name: string;
  confirmedPercentage: number;
  confirmedAndWaitingPercentage: number;
  possibleClosingDate: string | null;
  maxEndDate: string | null;
};

/** The fundings of a run by class; each of `failures` with its reason. */
export type AutoCloseReport = {
  dryRun: boolean;
  closed: FundingSummary[];
  stuck: FundingSummary[];
  approachingExpiry: FundingSummary[];
  failures: (FundingSummary & { reason: string })[];
  toWatch: FundingSummary[];
  inProgress: FundingSummary[];
};

/** Sections in the order of funding.md#daily-auto-close, without empty ones. The message also says when no funding is active. */
export function autoCloseMessage(report: AutoCloseReport): string {
  const sections = [
    section(report.dryRun ? 'Seraient clôturés avec succès (simulation)' : 'Clôturés avec succès', report.closed, describe),
    section('Bloqués : financés à 100 %, délai de rétractation en cours', report.stuck, (funding) => [
      `clôture possible le ${day(funding.possibleClosingDate)}`,
    ]),
    section('Échéance proche ou dépassée', report.approachingExpiry, (funding) => [
      `fin le ${day(funding.maxEndDate)}`,
      ...describe(funding),
    ]),
    section('Échecs de clôture', report.failures, (funding) => [funding.reason]),
    section('À surveiller', report.toWatch, describe),
    section('En cours', report.inProgress, (funding) => [
      ...describe(funding),
      `clôture possible le ${day(funding.possibleClosingDate)}`,
    ]),
  ].filter((text) => text !== '');
  const title = report.dryRun ? 'Suivi des financements (simulation)' : 'Suivi des financements';
  return [title, ...(sections.length > 0 ? sections : ['Aucun financement actif.'])].join('\n\n');
}

function section<F extends FundingSummary>(title: string, fundings: readonly F[], details: (funding: F) => string[]): string {
  if (fundings.length === 0) return '';
  return [
    `${title} (${fundings.length})`,
    ...fundings.map((funding) => `- ${funding.name} : ${details(funding).join(', ')}`),
  ].join('\n');
}

function describe(funding: FundingSummary): string[] {
  return [
    `${percent(funding.confirmedPercentage)} confirmés`,
    `${percent(funding.confirmedAndWaitingPercentage)} avec les achats en attente`,
  ];
}

function percent(value: number): string {
  return `${value.toLocaleString('fr-FR')} %`;
}

function day(instant: string | null): string {
  if (instant === null) return '(sans date)';
  return parisDate(Temporal.Instant.from(instant)).toLocaleString('fr-FR', { dateStyle: 'short' });
}
