// The terms of a schedule, and what follows from them directly: duration, maturity, the order of its events. Pure.

import { type Cents, centsOf } from '../../../core/cents.ts';
import { addMonths, type Day } from './calendar-rules.ts';

/** Capital lent to the owner, or repaid early; takes effect at the start of its day. */
export type CapitalEvent = {
  type: 'capitalLoaned' | 'capitalRepaymentUnplanned';
  day: Day;
  amountCents: Cents;
  /** The part of it that is paid out of the escrow. */
  interestSequestreCents: Cents;
  /** Month (`YYYY-MM`) in whose echeance this repayment is due; null: the echeance of `day` (schedule.md#prorogation). */
  duePeriod: string | null;
};

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

/** Change of the capital outstanding by an event, cents. */
export function capitalChange(event: CapitalEvent): Cents {
  return event.type === 'capitalLoaned' ? event.amountCents : centsOf(-event.amountCents);
}
