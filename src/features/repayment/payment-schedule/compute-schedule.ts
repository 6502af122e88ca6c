// The schedule of schedule.md#echeances-of-a-schedule: repayment in fine, monthly interest in 30E/360, integers only. Knows no
// database and no clock.

import {
  addMonths,
  DAYS_PER_MONTH,
  type Day,
  firstDayOf,
  type MonthIndex,
  monthOf,
  periodOfMonth,
  serialOf,
} from './calendar-rules.ts';
import { type Accrual, accrue, settleAccrual } from './interest-rules.ts';
import { type CapitalEvent, capitalChange, currentDuration, inOrder, type ScheduleTerms } from './terms-rules.ts';

/** What the computation says of one month. `endDay` is exclusive; carries are in cents divided by DEN, may be negative. */
export type ComputedEcheance = {
  number: number;
  period: string;
  startDay: Day;
  endDay: Day;
  capitalLoanedAtStartCents: number;
  capitalLoanedCents: number;
  interestCents: number;
  interestCarry: number;
  managementFeesExclTaxCents: number;
  managementFeesVatCents: number;
  /** The rate that the tax was computed at. */
  managementFeesVatBps: number;
  managementFeesCarry: number;
  capitalRepaymentDueCents: number;
};

/** What a recomputation must leave as it is in an echeance (schedule.md#recomputation). */
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
 * All echeances, 1 to the current duration. Those in `kept` (by number) keep interval, interest, fees and carries, and the next
 * one starts where they end; capital is always told from the events. Expects terms that `configFault` finds sound.
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
  const last = echeances.at(-1);
  if (last) last.capitalRepaymentDueCents += walk.capitalCents;
  moveDues(terms, echeances);
  return echeances;
}

/** Where the computation stands between two echeances. */
type Walk = {
  terms: ScheduleTerms;
  firstMonth: MonthIndex;
  events: readonly CapitalEvent[];
  rates: readonly RateStep[];
  nextEvent: number;
  capitalCents: number;
  day: Day;
  serial: number;
  interestCarry: number;
  feesCarry: number;
  interest: Accrual;
  fees: Accrual;
};

/** From `fromSerial` on, `rate` holds. */
type RateStep = { fromSerial: number; rate: number };

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

/** A prorogation's rate holds from the old maturity to the new one; maturities are counted, never clamped. */
function rateSteps(terms: ScheduleTerms, startSerial: number): RateStep[] {
  const steps = [{ fromSerial: startSerial, rate: terms.interestRate }];
  let duration = terms.durationInMonths;
  for (const { durationInMonths, interestRate } of terms.prorogations) {
    steps.push({ fromSerial: startSerial + duration * DAYS_PER_MONTH, rate: interestRate ?? terms.interestRate });
    duration = durationInMonths;
  }
  return steps;
}

function naturalEnd({ terms, firstMonth }: Walk, number: number, count: number): Day {
  return number < count ? firstDayOf(firstMonth + number) : addMonths(terms.startDay, count);
}

/** The end of an interval in the count: a maturity counts whole months whatever its day was clamped to. */
function serialOfEnd({ terms, firstMonth }: Walk, number: number, endDay: Day): number {
  const isMonthEnd = endDay === firstDayOf(firstMonth + number);
  return isMonthEnd ? (firstMonth + number) * DAYS_PER_MONTH : serialOf(terms.startDay) + number * DAYS_PER_MONTH;
}

function computeEcheance(walk: Walk, number: number, endDay: Day): ComputedEcheance {
  const { terms, interest, fees } = walk;
  const start = { day: walk.day, capitalCents: walk.capitalCents };
  interest.cents = interest.numerator = fees.cents = fees.numerator = 0;
  const repaidCents = advance(walk, number, endDay, true);
  walk.interestCarry = settleAccrual(interest, walk.interestCarry);
  walk.feesCarry = settleAccrual(fees, walk.feesCarry);
  return {
    number,
    period: periodOfMonth(walk.firstMonth + number - 1),
    startDay: start.day,
    endDay,
    capitalLoanedAtStartCents: start.capitalCents,
    capitalLoanedCents: walk.capitalCents,
    interestCents: interest.cents,
    interestCarry: walk.interestCarry,
    managementFeesExclTaxCents: fees.cents,
    managementFeesVatCents: Math.floor((2 * fees.cents * terms.vatBps + ALL_BPS) / (2 * ALL_BPS)),
    managementFeesVatBps: terms.vatBps,
    managementFeesCarry: walk.feesCarry,
    capitalRepaymentDueCents: repaidCents,
  };
}

function keepEcheance(walk: Walk, same: KeptEcheance): ComputedEcheance {
  const startCents = walk.capitalCents;
  const repaidCents = advance(walk, same.number, same.endDay, false);
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
    capitalRepaymentDueCents: repaidCents,
  };
}

/** Walks to `endDay`, cutting at every event; returns the capital that events of the interval pay back. */
function advance(walk: Walk, number: number, endDay: Day, accrues: boolean): number {
  const endSerial = serialOfEnd(walk, number, endDay);
  let repaidCents = 0;
  for (let event = walk.events[walk.nextEvent]; event && event.day < endDay; event = walk.events[walk.nextEvent]) {
    if (accrues) accrueUntil(walk, serialOf(event.day));
    walk.capitalCents += capitalChange(event);
    if (event.type === 'capitalRepaymentUnplanned' && event.duePeriod === null) repaidCents += event.amountCents;
    walk.nextEvent += 1;
  }
  if (accrues) accrueUntil(walk, endSerial);
  walk.day = endDay;
  walk.serial = endSerial;
  return repaidCents;
}

/** Interest and fees of the capital outstanding, from where the walk stands to `toSerial`, cut where the rate changes. */
function accrueUntil(walk: Walk, toSerial: number): void {
  const { rates, terms, capitalCents } = walk;
  for (let step = 0; step < rates.length; step += 1) {
    const from = Math.max(walk.serial, rates[step]?.fromSerial ?? 0);
    const to = Math.min(toSerial, rates[step + 1]?.fromSerial ?? toSerial);
    if (to > from) accrue(walk.interest, capitalCents, (rates[step]?.rate ?? 0) * (to - from));
  }
  if (toSerial <= walk.serial) return;
  accrue(walk.fees, capitalCents, terms.managementFeesRate * (toSerial - walk.serial));
  walk.serial = toSerial;
}

/** Repayments that belong to another echeance than the one of their day. */
function moveDues({ events }: ScheduleTerms, echeances: readonly ComputedEcheance[]): void {
  for (const { duePeriod, type, amountCents } of events) {
    if (duePeriod === null || type !== 'capitalRepaymentUnplanned') continue;
    const echeance = echeances.find(({ period }) => period === duePeriod);
    if (!echeance) throw new Error(`no echeance of ${duePeriod}`);
    echeance.capitalRepaymentDueCents += amountCents;
  }
}
