// The computation of a payment schedule, beside a plain number loop of the same formulas that knows no events, no carries
// across echeances but its own two, and no exactness beyond what a double gives.

import { allCentsOf, centsOf } from '../../src/core/cents.ts';
import { computeSchedule, type ScheduleTerms } from '../../src/features/repayment/schedule-computation/index.ts';
import type { Figure } from '../report.ts';
import { sideBySide } from '../side-by-side.ts';
import type { Stage } from '../stage.ts';

const BAR = { atMost: 5, stretch: 2 };
const MONTHS = [12, 36, 360];
/** Echeances that each measurement computes, so that short and long schedules are measured equally long. */
const ECHEANCES = 400_000;
const DEN = 360_000_000;

const TERMS: ScheduleTerms = {
  ...allCentsOf({ totalFundedAmountCents: 11_000_000, initialCapitalCents: 6_000_000, interestSequestreCents: 200_000 }),
  ...{
    startDay: 20260115,
    durationInMonths: 12,
    interestRate: 90_000,
    managementFeesRate: 12_000,
    vatBps: 2000,
    prorogations: [],
  },
  events: [
    { type: 'capitalLoaned', day: 20260310, amountCents: centsOf(4_000_000), interestSequestreCents: 0, duePeriod: null },
    {
      type: 'capitalRepaymentUnplanned',
      day: 20260620,
      amountCents: centsOf(2_500_000),
      interestSequestreCents: 0,
      duePeriod: null,
    },
  ],
};

/** One figure a length; microseconds of one schedule. */
export async function scheduleRow({ progress }: Stage): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const months of MONTHS) {
    const terms = { ...TERMS, durationInMonths: months };
    const { ours, theirs, ratio, spread } = await sideBySide(
      async () => microsecondsOf(months, () => sumOf(computeSchedule(terms))),
      async () => microsecondsOf(months, () => sumOf(plainSchedule(terms))),
      progress,
    );
    figures.push({
      row: `schedule of ${months} months`,
      ours: `${ours.toFixed(1)} us`,
      beside: `${theirs.toFixed(1)} us number loop`,
      value: ratio,
      spread,
      bar: BAR,
    });
  }
  return figures;
}

function microsecondsOf(months: number, compute: () => number): number {
  const times = Math.ceil(ECHEANCES / months);
  const began = performance.now();
  let cents = 0;
  for (let time = 0; time < times; time += 1) cents += compute();
  if (cents <= 0) throw new Error('nothing was computed');
  return ((performance.now() - began) * 1000) / times;
}

function sumOf(schedule: readonly { interestCents: number }[]): number {
  let sum = 0;
  for (const { interestCents } of schedule) sum += interestCents;
  return sum;
}

/** The formulas of schedule.md#interest-and-fees as one would jot them down: events cut the month, doubles hold the products. */
function plainSchedule(terms: ScheduleTerms) {
  const { durationInMonths: count, events, interestRate, managementFeesRate, vatBps } = terms;
  const month0 = Math.trunc(terms.startDay / 10_000) * 12 + (Math.trunc(terms.startDay / 100) % 100) - 1;
  let [capital, next, serial] = [terms.initialCapitalCents, 0, month0 * 30 + (terms.startDay % 100) - 1];
  let [interestCarry, feesCarry] = [0, 0];
  const end = serial + 30 * count;
  const echeances = [];
  for (let number = 1; number <= count; number += 1) {
    const start = serial;
    const endSerial = number < count ? (month0 + number) * 30 : end;
    const capitalAtStart = capital;
    let [weighted, repaid] = [0, 0];
    for (let event = events[next]; event; event = events[next]) {
      const at = (Math.trunc(event.day / 10_000) * 12 + (Math.trunc(event.day / 100) % 100) - 1) * 30 + (event.day % 100) - 1;
      if (at >= endSerial) break;
      weighted += capital * (at - serial);
      serial = at;
      capital += event.type === 'capitalLoaned' ? event.amountCents : -event.amountCents;
      if (event.type !== 'capitalLoaned') repaid += event.amountCents;
      next += 1;
    }
    weighted += capital * (endSerial - serial);
    serial = endSerial;
    const exactInterest = weighted * interestRate + interestCarry;
    const interestCents = Math.floor((2 * exactInterest + DEN) / (2 * DEN));
    interestCarry = exactInterest - interestCents * DEN;
    const exactFees = weighted * managementFeesRate + feesCarry;
    const feesCents = Math.floor((2 * exactFees + DEN) / (2 * DEN));
    feesCarry = exactFees - feesCents * DEN;
    const vatCents = Math.floor((2 * feesCents * vatBps + 10_000) / 20_000);
    const capitalDue = repaid + (number === count ? capital : 0);
    echeances.push({ number, start, endSerial, capitalAtStart, capital, interestCents, feesCents, vatCents, capitalDue });
  }
  return echeances;
}
