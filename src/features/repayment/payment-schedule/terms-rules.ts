// The terms of a schedule and what follows from them without computing it: its length, its maturity, the order of its events.

import { addMonths, type Day } from './calendar-rules.ts';

/** Money lent to the owner or paid back before its time; takes effect at the start of its day. */
export type CapitalEvent = {
  type: 'capitalLoaned' | 'capitalRepaymentUnplanned';
  day: Day;
  amountCents: number;
  /** The part of it that the escrow paid. */
  interestSequestreCents: number;
  /** Month (`YYYY-MM`) whose echeance asks for this repayment; null: the echeance that `day` lies in (schedule.md#prorogation). */
  duePeriod: string | null;
};

/** An extension: the new total duration, and the rate from the old maturity on (null: the contract's). */
export type Prorogation = { durationInMonths: number; interestRate: number | null };

/** Everything the computation asks for. Rates are percentages x 10 000 (ground-rules.md#rates), amounts cents. */
export type ScheduleTerms = {
  totalFundedAmountCents: number;
  startDay: Day;
  initialCapitalCents: number;
  /** Of the contract; `prorogations` tell how long it became. */
  durationInMonths: number;
  interestRate: number;
  managementFeesRate: number;
  vatBps: number;
  interestSequestreCents: number;
  events: readonly CapitalEvent[];
  prorogations: readonly Prorogation[];
};

/** Duration with the last prorogation, months. */
export function currentDuration({
  durationInMonths,
  prorogations,
}: Pick<ScheduleTerms, 'durationInMonths' | 'prorogations'>): number {
  return prorogations.at(-1)?.durationInMonths ?? durationInMonths;
}

/** The day on which everything is due: interest runs until the day before. */
export function maturityOf(terms: Pick<ScheduleTerms, 'startDay' | 'durationInMonths' | 'prorogations'>): Day {
  return addMonths(terms.startDay, currentDuration(terms));
}

/** Events in the order in which they take effect: by day, loans first within a day. */
export function inOrder(events: readonly CapitalEvent[]): CapitalEvent[] {
  return events.toSorted((a, b) => a.day - b.day || Number(b.type === 'capitalLoaned') - Number(a.type === 'capitalLoaned'));
}

/** What an event does to the capital outstanding, cents. */
export function capitalChange(event: CapitalEvent): number {
  return event.type === 'capitalLoaned' ? event.amountCents : -event.amountCents;
}
