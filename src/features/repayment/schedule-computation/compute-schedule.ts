// Computes a schedule (schedule.md#echeances-of-a-schedule): repayment in fine, monthly interest in 30E/360, integers only. Uses no
// database and no clock.

import { type Cents, centsOf, sumOf } from '../../../core/cents.ts';
import {
  type Accrual,
  accrue,
  addMonths,
  type CapitalEvent,
  capitalChange,
  currentDuration,
  DAYS_PER_MONTH,
  type Day,
  dueNumber,
  firstDayOf,
  inOrder,
  type MonthIndex,
  monthOf,
  periodOfMonth,
  type ScheduleTerms,
  serialOf,
  settleAccrual,
} from './terms-rules.ts';

/** The computed values of one month. `endDay` is exclusive; carries are in cents divided by DEN, and may be negative. */
export type ComputedEcheance = {
  number: number;
  period: string;
  startDay: Day;
  endDay: Day;
  capitalLoanedAtStartCents: Cents;
  capitalLoanedCents: Cents;
  interestCents: Cents;
  interestCarry: number;
  managementFeesExclTaxCents: Cents;
  managementFeesVatCents: Cents;
  /** The rate that the tax was computed at. */
  managementFeesVatBps: number;
  managementFeesCarry: number;
  capitalRepaymentDueCents: Cents;
};

/** The values of an echeance that a recomputation must not change (schedule.md#recomputation). */
export type KeptEcheance = Pick<
  ComputedEcheance,
  | 'number'
  | 'startDay'
  | 'endDay'
  | 'interestCents'
  | 'interestCarry'
  | 'managementFeesExclTaxCents'
  | 'managementFeesVatCents'
  | 'managementFeesVatBps'
  | 'managementFeesCarry'
>;

const ALL_BPS = 10_000;
const NONE_KEPT: ReadonlyMap<number, KeptEcheance> = new Map();

/**
 * All echeances, 1 to the current duration. Those in `kept` (by number) keep interval, interest, fees and carries, and the next one
 * starts where they end; capital is always computed from the events. Expects terms without a `configFault`.
 */
export function computeSchedule(terms: ScheduleTerms, kept: ReadonlyMap<number, KeptEcheance> = NONE_KEPT): ComputedEcheance[] {
  const count = currentDuration(terms);
  const walk = startWalk(terms);
  const echeances: ComputedEcheance[] = [];
  let same = kept.get(1);
  for (let number = 1; number <= count; number += 1) {
    const next = kept.size === 0 ? undefined : kept.get(number + 1);
    const endDay = same?.endDay ?? next?.startDay ?? naturalEnd(walk, number, count);
    echeances.push(same ? keepEcheance(walk, same) : computeEcheance(walk, number, endDay));
    same = next;
  }
  addDues(terms, echeances);
  return echeances;
}

/** The state of the computation between two echeances. */
type Walk = {
  terms: ScheduleTerms;
  firstMonth: MonthIndex;
  events: readonly CapitalEvent[];
  rates: readonly RateStep[];
  nextEvent: number;
  capitalCents: Cents;
  day: Day;
  serial: number;
  interestCarry: number;
  feesCarry: number;
  interest: Accrual;
  fees: Accrual;
};

/** The rate from `fromSerial` until `untilSerial`, exclusive; the last step has no end. */
type RateStep = { fromSerial: number; untilSerial: number; rate: number };

function startWalk(terms: ScheduleTerms): Walk {
  const serial = serialOf(terms.startDay);
  return {
    terms,
    firstMonth: monthOf(terms.startDay),
    events: inOrder(terms.events),
    rates: rateSteps(terms, serial),
    nextEvent: 0,
    capitalCents: terms.initialCapitalCents,
    day: terms.startDay,
    serial,
    interestCarry: 0,
    feesCarry: 0,
    interest: { cents: 0, numerator: 0 },
    fees: { cents: 0, numerator: 0 },
  };
}

/** A prorogation's rate applies from the old maturity to the new one; maturities are counted in whole months, without clamping. */
function rateSteps(terms: ScheduleTerms, startSerial: number): RateStep[] {
  const steps: RateStep[] = [];
  let step = { fromSerial: startSerial, rate: terms.interestRate };
  let duration = terms.durationInMonths;
  for (const { durationInMonths, interestRate } of terms.prorogations) {
    const untilSerial = startSerial + duration * DAYS_PER_MONTH;
    steps.push({ ...step, untilSerial });
    step = { fromSerial: untilSerial, rate: interestRate ?? terms.interestRate };
    duration = durationInMonths;
  }
  return [...steps, { ...step, untilSerial: Number.POSITIVE_INFINITY }];
}

function naturalEnd({ terms, firstMonth }: Walk, number: number, count: number): Day {
  return number < count ? firstDayOf(firstMonth + number) : addMonths(terms.startDay, count);
}

/** The serial of an interval's end; a maturity counts whole months, whatever its day was clamped to. */
function serialOfEnd({ terms, firstMonth }: Walk, number: number, endDay: Day): number {
  const isMonthEnd = endDay === firstDayOf(firstMonth + number);
  return isMonthEnd ? (firstMonth + number) * DAYS_PER_MONTH : serialOf(terms.startDay) + number * DAYS_PER_MONTH;
}

function computeEcheance(walk: Walk, number: number, endDay: Day): ComputedEcheance {
  const { terms, interest, fees } = walk;
  const start = { day: walk.day, capitalCents: walk.capitalCents };
  interest.cents = interest.numerator = fees.cents = fees.numerator = 0;
  advance(walk, number, endDay, true);
  walk.interestCarry = settleAccrual(interest, walk.interestCarry);
  walk.feesCarry = settleAccrual(fees, walk.feesCarry);
  return {
    number,
    period: periodOfMonth(walk.firstMonth + number - 1),
    startDay: start.day,
    endDay,
    capitalLoanedAtStartCents: start.capitalCents,
    capitalLoanedCents: walk.capitalCents,
    interestCents: centsOf(interest.cents),
    interestCarry: walk.interestCarry,
    managementFeesExclTaxCents: centsOf(fees.cents),
    managementFeesVatCents: centsOf(Math.floor((2 * fees.cents * terms.vatBps + ALL_BPS) / (2 * ALL_BPS))),
    managementFeesVatBps: terms.vatBps,
    managementFeesCarry: walk.feesCarry,
    capitalRepaymentDueCents: 0,
  };
}

function keepEcheance(walk: Walk, same: KeptEcheance): ComputedEcheance {
  const startCents = walk.capitalCents;
  advance(walk, same.number, same.endDay, false);
  walk.interestCarry = same.interestCarry;
  walk.feesCarry = same.managementFeesCarry;
  return {
    number: same.number,
    period: periodOfMonth(walk.firstMonth + same.number - 1),
    startDay: same.startDay,
    endDay: same.endDay,
    capitalLoanedAtStartCents: startCents,
    capitalLoanedCents: walk.capitalCents,
    interestCents: same.interestCents,
    interestCarry: same.interestCarry,
    managementFeesExclTaxCents: same.managementFeesExclTaxCents,
    managementFeesVatCents: same.managementFeesVatCents,
    managementFeesVatBps: same.managementFeesVatBps,
    managementFeesCarry: same.managementFeesCarry,
    capitalRepaymentDueCents: 0,
  };
}

/** Walks to `endDay`, cutting at every event. */
function advance(walk: Walk, number: number, endDay: Day, accrues: boolean): void {
  const endSerial = serialOfEnd(walk, number, endDay);
  for (let event = walk.events[walk.nextEvent]; event && event.day < endDay; event = walk.events[walk.nextEvent]) {
    if (accrues) accrueUntil(walk, serialOf(event.day));
    walk.capitalCents += capitalChange(event);
    walk.nextEvent += 1;
  }
  if (accrues) accrueUntil(walk, endSerial);
  walk.day = endDay;
  walk.serial = endSerial;
}

/** Interest and fees of the capital outstanding, from the walk's day to `toSerial`, split where the rate changes. */
function accrueUntil(walk: Walk, toSerial: number): void {
  const { rates, terms, capitalCents } = walk;
  for (const { fromSerial, untilSerial, rate } of rates) {
    const from = Math.max(walk.serial, fromSerial);
    const to = Math.min(toSerial, untilSerial);
    if (to > from) accrue(walk.interest, capitalCents, rate * (to - from));
  }
  if (toSerial <= walk.serial) return;
  accrue(walk.fees, capitalCents, terms.managementFeesRate * (toSerial - walk.serial));
  walk.serial = toSerial;
}

/** Each repayment is due in its echeance, and what is outstanding after all of them in the last. */
function addDues(terms: ScheduleTerms, echeances: readonly ComputedEcheance[]): void {
  let outstandingCents: number = terms.initialCapitalCents;
  for (const event of terms.events) {
    outstandingCents += capitalChange(event);
    if (event.type === 'capitalLoaned') continue;
    const echeance = echeances[dueNumber(terms, event) - 1];
    if (!echeance) throw new Error(`a repayment of day ${event.day} is due in no echeance`);
    echeance.capitalRepaymentDueCents += event.amountCents;
  }
  const last = echeances.at(-1);
  if (last) last.capitalRepaymentDueCents += outstandingCents;
}

type PlannedAmounts = Pick<ScheduleTerms, 'totalFundedAmountCents' | 'initialCapitalCents' | 'interestSequestreCents' | 'events'>;

/** The closing: what was collected and what of it was set aside, cents. */
export type ClosingAmounts = { collectedCents: Cents; escrowSetAsideCents: Cents };

/** True when the closing brought another amount, or set another escrow aside, than the plan has. */
export function differsFromPlan(plan: PlannedAmounts, { collectedCents, escrowSetAsideCents }: ClosingAmounts): boolean {
  return plan.totalFundedAmountCents !== collectedCents || plan.interestSequestreCents !== escrowSetAsideCents;
}

/**
 * The plan with no more than there is: nothing is lent that was not collected. The first loan is lowered first, as later ones are the
 * budget of the works, then the latest loans; early repayments fall to what is outstanding then, and events of nothing go.
 */
export function planWithin(plan: PlannedAmounts, { collectedCents, escrowSetAsideCents }: ClosingAmounts): PlannedAmounts {
  const totalFundedAmountCents = centsOf(Math.min(plan.totalFundedAmountCents, collectedCents));
  const interestSequestreCents = centsOf(Math.min(plan.interestSequestreCents, escrowSetAsideCents));
  const later = sumOf(plan.events.filter(({ type }) => type === 'capitalLoaned').map(({ amountCents }) => amountCents));
  const excessCents = Math.max(plan.initialCapitalCents + later - totalFundedAmountCents, 0);
  // A schedule lends something on its first day.
  const initialCapitalCents = centsOf(Math.max(plan.initialCapitalCents - excessCents, 1));
  const events = withinOutstanding(
    initialCapitalCents,
    withinLent(plan.events, excessCents - (plan.initialCapitalCents - initialCapitalCents)),
  );
  return { totalFundedAmountCents, interestSequestreCents, initialCapitalCents, events };
}

/** Takes `excessCents` off the loans, from the latest on. */
function withinLent(events: readonly CapitalEvent[], excessCents: number): CapitalEvent[] {
  let left = excessCents;
  const lowered = inOrder(events)
    .toReversed()
    .map((event) => {
      const takenCents = event.type === 'capitalLoaned' ? Math.min(event.amountCents, left) : 0;
      left -= takenCents;
      return { ...event, amountCents: centsOf(event.amountCents - takenCents) };
    });
  return lowered.toReversed();
}

function withinOutstanding(initialCapitalCents: Cents, events: readonly CapitalEvent[]): CapitalEvent[] {
  let outstanding: number = initialCapitalCents;
  const fitting = events.map((event) => {
    const isLoan = event.type === 'capitalLoaned';
    const amountCents = centsOf(isLoan ? event.amountCents : Math.min(event.amountCents, outstanding));
    outstanding += isLoan ? amountCents : -amountCents;
    return { ...event, amountCents, interestSequestreCents: centsOf(Math.min(event.interestSequestreCents, amountCents)) };
  });
  return fitting.filter(({ amountCents }) => amountCents > 0);
}
