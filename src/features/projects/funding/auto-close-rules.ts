// The five classes of fundings of the daily job (funding.md#daily-auto-close, G-14), and the French chat message of its run. Pure.

import { parisDate } from '../../../core/dates.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { FundingBricks } from './rules.ts';

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
