// The terms of a schedule, what follows from them directly, and whether a configuration is valid
// (schedule.md#validation-of-a-configuration, rows 3 to 6). Pure.

import { type Cents, centsOf, MAX_CENTS } from '../../../core/cents.ts';
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

/** A calendar day as the digits of its ISO form: 20260115 is 15 January 2026. Compares like the date. */
export type Day = number;
/** Months since year 0: year x 12 + month - 1. */
export type MonthIndex = number;

export const DAYS_PER_MONTH = 30;

/** Number of a plain date. */
export function dayOf(date: Temporal.PlainDate): Day {
  return date.year * 10_000 + date.month * 100 + date.day;
}

/** Plain date of a number; inverse of {@link dayOf}. */
export function dateOf(day: Day): Temporal.PlainDate {
  return new Temporal.PlainDate(Math.trunc(day / 10_000), Math.trunc(day / 100) % 100, day % 100);
}

/** The month of a day. */
export function monthOf(day: Day): MonthIndex {
  return Math.trunc(day / 10_000) * 12 + (Math.trunc(day / 100) % 100) - 1;
}

/** First day of a month. */
export function firstDayOf(month: MonthIndex): Day {
  return Math.trunc(month / 12) * 10_000 + ((month % 12) + 1) * 100 + 1;
}

/** `YYYY-MM` of a month. */
export function periodOfMonth(month: MonthIndex): string {
  return `${Math.trunc(month / 12)}${MONTH_SUFFIXES[month % 12]}`;
}

const MONTH_SUFFIXES = ['-01', '-02', '-03', '-04', '-05', '-06', '-07', '-08', '-09', '-10', '-11', '-12'];

/** Serial day of the 30E/360 count: every month has 30 days, the 31st counts as the 30th. */
export function serialOf(day: Day): number {
  return monthOf(day) * DAYS_PER_MONTH + Math.min(day % 100, DAYS_PER_MONTH) - 1;
}

/** The same day `months` later, clamped to the month's end. */
export function addMonths(day: Day, months: number): Day {
  const month = monthOf(day) + months;
  return firstDayOf(month) - 1 + Math.min(day % 100, lengthOf(month));
}

function lengthOf(month: MonthIndex): number {
  const inYear = month % 12;
  if (inYear !== 1) return inYear === 3 || inYear === 5 || inYear === 8 || inYear === 10 ? 30 : 31;
  const year = Math.trunc(month / 12);
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
}

const DAYS_PER_YEAR = 360;
/** A rate is a percentage with four decimals, so a rate of 1 is a millionth. */
const RATE_SCALE = 1_000_000;
const DEN = DAYS_PER_YEAR * RATE_SCALE;

/** Largest rate (1 000 %): with a capital of MAX_CENTS every part below stays under 2^53 over 60 days. */
export const MAX_RATE = 10_000_000;

/** A running sum: whole cents, and a remainder in cents / DEN. */
export type Accrual = { cents: number; numerator: number };

/**
 * Adds `capitalCents x weight / DEN` exactly; `weight` = rate x days. With capital = high x 10^6 + low, the high part is
 * divided by 360 first: its whole cents leave the fraction at once, so nothing grows beyond 6e14 per call.
 */
export function accrue(sum: Accrual, capitalCents: Cents, weight: number): void {
  const high = Math.floor(capitalCents / RATE_SCALE);
  const low = capitalCents - high * RATE_SCALE;
  const product = high * weight;
  const cents = Math.floor(product / DAYS_PER_YEAR);
  sum.cents += cents;
  sum.numerator += (product - cents * DAYS_PER_YEAR) * RATE_SCALE + low * weight;
}

/**
 * Rounds the sum half up to whole cents, left in `sum.cents`, with what earlier roundings left over added before.
 * Returns the carry to the next: every prefix of rounded amounts stays within half a cent of the exact one.
 */
export function settleAccrual(sum: Accrual, carry: number): number {
  const numerator = sum.numerator + carry;
  const cents = Math.floor((2 * numerator + DEN) / (2 * DEN));
  sum.cents += cents;
  sum.numerator = 0;
  return numerator - cents * DEN;
}
