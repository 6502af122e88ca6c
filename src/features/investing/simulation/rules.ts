// The course of bricks by a computed schedule: month by month, six months late, and in default. Pure.

import { basisPointsOf, type Cents, centsOf, sumOf } from '../../../core/cents.ts';
import { couponDayFrom } from '../../repayment/payouts/index.ts';
import {
  type ComputedEcheance,
  dateOf,
  dayOf,
  MAX_MONTHS,
  type ScheduleTerms,
} from '../../repayment/schedule-computation/index.ts';
import { shareOf, yearlyReturnBps } from '../portfolio/index.ts';
import type { RateInYear } from '../taxation/index.ts';
import type { Offer } from './queries.ts';

/** The terms of a loan as they are announced: lent whole on its first day. Undefined while one is not set, or is beyond any schedule. */
export function announcedTerms(
  offer: Offer,
  today: Temporal.PlainDate,
  lastDay: Temporal.PlainDate | null,
): ScheduleTerms | undefined {
  const { contractType, amountToFundCents, interestRate, durationInMonths } = offer;
  if (contractType === 'royalty' || amountToFundCents === null || interestRate === null || durationInMonths === null)
    return undefined;
  if (durationInMonths < 1 || durationInMonths > MAX_MONTHS) return undefined;
  const start = lastDay !== null && Temporal.PlainDate.compare(lastDay, today) > 0 ? lastDay : today;
  return {
    totalFundedAmountCents: amountToFundCents,
    startDay: dayOf(start),
    initialCapitalCents: amountToFundCents,
    durationInMonths,
    interestRate,
    ...{ managementFeesRate: 0, vatBps: 0, interestSequestreCents: 0, events: [], prorogations: [] },
  };
}

/** One payment day; cents. */
export type Month = {
  date: Temporal.PlainDate;
  interestCents: Cents;
  taxCents: Cents;
  capitalCents: Cents;
  netCents: Cents;
};

type Bought = {
  brickCount: number;
  heldBrickCount: number;
  taxBpsIn: RateInYear;
  payoutDay: number;
  today: Temporal.PlainDate;
};

/** What each echeance brings to the bricks on its payout day, the earliest today; nothing is left out but empty months. */
export function monthsOf(echeances: readonly ComputedEcheance[], bought: Bought): Month[] {
  const { payoutDay, today, taxBpsIn } = bought;
  return echeances
    .map(({ endDay, interestCents: wholeCents, capitalRepaymentDueCents }) => {
      const due = dateOf(endDay);
      const date = couponDayFrom(Temporal.PlainDate.compare(due, today) < 0 ? today : due, payoutDay);
      const interestCents = shareOf(wholeCents, bought);
      return taxed({ date, interestCents, capitalCents: shareOf(capitalRepaymentDueCents, bought) }, taxBpsIn);
    })
    .filter(({ interestCents, capitalCents }) => interestCents + capitalCents > 0);
}

/** Tax is withheld at the rate of the year in which the payment comes. */
function taxed(
  { date, interestCents, capitalCents }: Pick<Month, 'date' | 'interestCents' | 'capitalCents'>,
  taxBpsIn: RateInYear,
): Month {
  const taxCents = basisPointsOf(interestCents, taxBpsIn(date.year));
  return { date, interestCents, taxCents, capitalCents, netCents: centsOf(interestCents - taxCents + capitalCents) };
}

const MONTHS_LATE = 6;

/** The same months, each six months later. */
export function lateMonths(months: readonly Month[], taxBpsIn: RateInYear): Month[] {
  return months.map((month) => taxed({ ...month, date: month.date.add({ months: MONTHS_LATE }) }, taxBpsIn));
}

/** Interest until the middle, and no capital. */
export function defaultMonths(months: readonly Month[]): Month[] {
  return months
    .slice(0, Math.floor(months.length / 2))
    .map((month) => ({ ...month, capitalCents: 0, netCents: centsOf(month.interestCents - month.taxCents) }));
}

/** Sums of a course, and its return on what was paid on the first day; `end`: when it is known to be over. */
export function courseOf(
  months: readonly Month[],
  { amountCents, today, end }: { amountCents: Cents; today: Temporal.PlainDate; end: Temporal.PlainDate },
) {
  const capitalCents = sumOf(months.map((month) => month.capitalCents));
  const flows = [
    { day: today, cents: -amountCents },
    ...months.map(({ date: day, netCents: cents }) => ({ day, cents })),
    { day: end, cents: 0 },
  ];
  return {
    netCents: sumOf(months.map(({ netCents }) => netCents)),
    capitalCents,
    lostCents: centsOf(Math.max(amountCents - capitalCents, 0)),
    lastDate: (months.at(-1)?.date ?? end).toString(),
    yearlyReturnBps: yearlyReturnBps(flows),
  };
}
