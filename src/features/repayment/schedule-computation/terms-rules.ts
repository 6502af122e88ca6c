// The terms of a schedule, what follows from them directly, and whether a configuration is valid
// (schedule.md#validation-of-a-configuration, rows 3 to 6). Pure.

import { type Cents, centsOf, MAX_CENTS } from '../../../core/cents.ts';
import { addMonths, type Day, MAX_RATE, monthOf, periodOfMonth } from './calendar-rules.ts';
import { CONFIG_INVALID, INITIAL_CAPITAL_TOO_LARGE, REPAYMENT_EXCEEDS_LOANED, SEQUESTRE_TOO_LARGE } from './errors.ts';

/** Capital lent to the owner, or repaid early; takes effect at the start of its day. */
export type CapitalEvent = {
  type: 'capitalLoaned' | 'capitalRepaymentUnplanned';
  day: Day;
  amountCents: Cents;
  /** The part of it that is paid out of the escrow. */
  interestSequestreCents: Cents;
  /**
   * Month (`YYYY-MM`) in whose echeance this repayment is due, where it is not the month of `day`: the last echeance runs on to maturity,
   * and a prorogation gives those days to another one (schedule.md#capital-due).
   */
  duePeriod: string | null;
};

/** An event as it was stored; without an id while it is only simulated. */
export type StoredEvent = CapitalEvent & { id: string | null };

/** A planned loan, and what of it is not made any more; cents. */
export type CancelledLoan = { capitalEventId: string; cents: Cents };

/** An extension: the new total duration, and the rate from the old maturity on (null: the rate of the contract). */
export type Prorogation = { durationInMonths: number; interestRate: number | null };

/** Input of the computation. Rates are percentages x 10 000 (ground-rules.md#rates), amounts cents. */
export type ScheduleTerms = {
  totalFundedAmountCents: Cents;
  startDay: Day;
  initialCapitalCents: Cents;
  /** Of the contract, without `prorogations`. */
  durationInMonths: number;
  interestRate: number;
  managementFeesRate: number;
  vatBps: number;
  interestSequestreCents: Cents;
  events: readonly CapitalEvent[];
  prorogations: readonly Prorogation[];
};

/** What the capital outstanding follows from. */
export type CapitalTerms = Pick<
  ScheduleTerms,
  'startDay' | 'initialCapitalCents' | 'durationInMonths' | 'prorogations' | 'events'
>;

/** Duration with the last prorogation, months. */
export function currentDuration({
  durationInMonths,
  prorogations,
}: Pick<ScheduleTerms, 'durationInMonths' | 'prorogations'>): number {
  return prorogations.at(-1)?.durationInMonths ?? durationInMonths;
}

/** The day on which everything is due: interest runs until the day before. */
export function maturityOf(terms: Omit<CapitalTerms, 'events' | 'initialCapitalCents'>): Day {
  return addMonths(terms.startDay, currentDuration(terms));
}

/** Number of the echeance in which a repayment is due, 1 for the first. */
export function dueNumber(terms: Omit<CapitalTerms, 'events' | 'initialCapitalCents'>, event: CapitalEvent): number {
  const first = monthOf(terms.startDay);
  if (event.duePeriod === null) return Math.min(monthOf(event.day) - first + 1, currentDuration(terms));
  return Number(event.duePeriod.slice(0, 4)) * 12 + Number(event.duePeriod.slice(5)) - first;
}

/** `event` as it is stored: one after the calendar month of the last echeance stays due there (schedule.md#capital-due). */
export function withDuePeriod<Event extends CapitalEvent>(
  terms: Omit<CapitalTerms, 'events' | 'initialCapitalCents'>,
  event: Event,
): Event {
  const month = monthOf(event.day);
  const last = monthOf(terms.startDay) + currentDuration(terms) - 1;
  return event.type === 'capitalLoaned' || month <= last ? event : { ...event, duePeriod: periodOfMonth(last) };
}

/** Events in the order in which they take effect: by day, loans first within a day. */
export function inOrder(events: readonly CapitalEvent[]): CapitalEvent[] {
  return events.toSorted((a, b) => a.day - b.day || Number(b.type === 'capitalLoaned') - Number(a.type === 'capitalLoaned'));
}

/** Change of the capital outstanding by an event, cents. */
export function capitalChange(event: CapitalEvent): Cents {
  return event.type === 'capitalLoaned' ? event.amountCents : centsOf(-event.amountCents);
}

/**
 * True when the capital outstanding falls below 0 at any moment; loans of a day come first, the initial one before all.
 */
export function repaysTooMuch({ initialCapitalCents, events }: Pick<CapitalTerms, 'initialCapitalCents' | 'events'>): boolean {
  let outstanding = initialCapitalCents;
  return inOrder(events).some((event) => {
    outstanding += capitalChange(event);
    return outstanding < 0;
  });
}

/** Longest schedule, prorogations included; months. */
export const MAX_MONTHS = 600;

/** Terms of a request: an unknown country has no VAT rate. */
export type AskedTerms = Omit<ScheduleTerms, 'vatBps'> & { vatBps: number | undefined };

/** Code of the first violated row, undefined for a valid configuration. */
export function configFault(terms: AskedTerms): string | undefined {
  if (terms.initialCapitalCents > terms.totalFundedAmountCents) return INITIAL_CAPITAL_TOO_LARGE;
  if (terms.interestSequestreCents > terms.totalFundedAmountCents) return SEQUESTRE_TOO_LARGE;
  if (repaysTooMuch(terms)) return REPAYMENT_EXCEEDS_LOANED;
  return isValid(terms) ? undefined : CONFIG_INVALID;
}

function isValid(terms: AskedTerms): boolean {
  const { startDay, events, initialCapitalCents, totalFundedAmountCents, interestSequestreCents } = terms;
  if (terms.vatBps === undefined || terms.durationInMonths < 1 || terms.durationInMonths > MAX_MONTHS) return false;
  if (initialCapitalCents <= 0 || interestSequestreCents < 0 || totalFundedAmountCents > MAX_CENTS) return false;
  if ([terms.interestRate, terms.managementFeesRate].some((rate) => rate < 0 || rate > MAX_RATE)) return false;
  const maturity = maturityOf(terms);
  const loaned = events.filter(({ type }) => type === 'capitalLoaned').reduce((sum, event) => sum + event.amountCents, 0);
  const fromEscrow = events.reduce((sum, event) => sum + event.interestSequestreCents, 0);
  return (
    initialCapitalCents + loaned <= totalFundedAmountCents &&
    fromEscrow <= interestSequestreCents &&
    events.every((event) => isValidEvent(event) && event.day >= startDay && event.day < maturity)
  );
}

/** Only a repayment may have a part that is paid out of the escrow. */
function isValidEvent({ type, amountCents, interestSequestreCents }: CapitalEvent): boolean {
  const mostCents = type === 'capitalLoaned' ? 0 : amountCents;
  return amountCents > 0 && interestSequestreCents >= 0 && interestSequestreCents <= mostCents;
}
