// Why an investment has brought no coupon this month, from the real state of its project, its schedule and the investor's payouts. Pure.

import { parisDate, periodOf } from '../../../core/dates.ts';
import type { EcheanceRow } from '../../repayment/payment-schedule/index.ts';
import { couponDayFrom } from '../../repayment/payouts/index.ts';
import type { ExpectedPayment, PayoutDays } from './expected-payments.ts';
import type { InvestmentRow, PayoutRow } from './queries.ts';

export const NO_COUPON_REASONS = [
  'purchase-on-its-way',
  'bricks-sold',
  'funding-open',
  'not-lent-yet',
  'nothing-scheduled',
  'on-its-way',
  'refused',
  'wallet-refuses',
  'owner-late',
  'owner-in-default',
  'arrived-after-the-run',
  'due-this-month',
  'not-due-yet',
  'no-interest-this-month',
  'share-below-a-cent',
  'repaid',
  'property-sold',
  'written-off',
] as const;
export type NoCouponReason = (typeof NO_COUPON_REASONS)[number];

type Day = Temporal.PlainDate;
export type NoCoupon = { reason: NoCouponReason; since: Day | null; nextDate: Day | null };

/** One investment; `rows`, `expected` and `payouts` are of its project alone, rows and payouts at least those of this month. */
export type CouponFacts = {
  investment: InvestmentRow;
  rows: readonly EcheanceRow[];
  expected: readonly ExpectedPayment[];
  payouts: readonly PayoutRow[];
  days: PayoutDays;
};

/** Null when a coupon has come this month. The investor's own payouts speak first, then the project, then its schedule. */
export function whyNoCoupon(facts: CouponFacts): NoCoupon | null {
  const { payouts, days } = facts;
  const coupons = payouts.filter(({ kind }) => kind === 'coupon');
  const month = periodOf(days.today);
  const came = ({ status, settledAt }: PayoutRow) =>
    (status === 'paid' || status === 'paidOutside') && settledAt !== null && periodOf(parisDate(settledAt)) === month;
  if (coupons.some(came)) return null;
  return ofPayout(coupons, days) ?? ofBricks(facts) ?? ofProject(facts) ?? ofSchedule(facts, coupons);
}

/** A payout that is ordered, and has not arrived. */
function ofPayout(coupons: readonly PayoutRow[], { today }: PayoutDays): NoCoupon | undefined {
  const last = (status: PayoutRow['status']) => coupons.findLast((row) => row.status === status);
  const [blocked, failed, waiting] = [last('blocked'), last('failed'), last('waiting')];
  if (blocked) return { reason: 'wallet-refuses', since: blocked.runDate, nextDate: null };
  if (failed) return { reason: 'refused', since: failed.runDate, nextDate: today.add({ days: 1 }) };
  return waiting && { reason: 'on-its-way', since: waiting.runDate, nextDate: null };
}

function ofBricks({ investment: { brickCount, waitingBrickCount } }: CouponFacts): NoCoupon | undefined {
  if (brickCount > 0) return undefined;
  return { reason: waitingBrickCount > 0 ? 'purchase-on-its-way' : 'bricks-sold', since: null, nextDate: null };
}

function ofProject({ investment, expected }: CouponFacts): NoCoupon | undefined {
  const { state, fundingMaxEndDate } = investment;
  const nextDate = nextCoupon(expected)?.date ?? null;
  switch (state) {
    case 'announced':
    case 'collecting':
      return { reason: 'funding-open', since: null, nextDate: fundingMaxEndDate === null ? null : parisDate(fundingMaxEndDate) };
    case 'collected':
      return { reason: 'not-lent-yet', since: null, nextDate };
    case 'sold':
      return { reason: 'property-sold', since: null, nextDate: null };
    case 'repaid':
    case 'not-funded':
      return { reason: 'repaid', since: null, nextDate: null };
    case 'lost-in-part':
      return { reason: 'written-off', since: null, nextDate: null };
    default:
      return undefined;
  }
}

function ofSchedule({ investment, rows, expected, days }: CouponFacts, coupons: readonly PayoutRow[]): NoCoupon {
  const late = expected.find(({ kind, state }) => kind === 'coupon' && state === 'late');
  if (late) {
    const reason = investment.state === 'default' ? 'owner-in-default' : 'owner-late';
    return { reason, since: late.dueDate, nextDate: afterDebit(rows, days) };
  }
  const next = nextCoupon(expected);
  const nextDate = next?.date ?? null;
  const month = periodOf(days.today);
  if (next?.state === 'arrived' && periodOf(next.date) !== month)
    return { reason: 'arrived-after-the-run', since: next.dueDate, nextDate };
  if (coupons.some(({ status, runDate }) => status === null && periodOf(runDate) === month))
    return { reason: 'share-below-a-cent', since: null, nextDate };
  const isBare = rows.some(
    (row) =>
      row.interestCents + row.penaltyForInvestorsCents === 0 && periodOf(couponDayFrom(row.dueDate, days.payoutDay)) === month,
  );
  if (isBare) return { reason: 'no-interest-this-month', since: null, nextDate };
  if (nextDate === null) return { reason: 'nothing-scheduled', since: null, nextDate };
  return { reason: periodOf(nextDate) === month ? 'due-this-month' : 'not-due-yet', since: null, nextDate };
}

function nextCoupon(expected: readonly ExpectedPayment[]): ExpectedPayment | undefined {
  return expected.find(({ kind, state }) => kind === 'coupon' && state !== 'late');
}

/** The first payout day after a debit of the owner that is under way; without one, the next payout day. */
function afterDebit(rows: readonly EcheanceRow[], { today, payoutDay, nextRun }: PayoutDays): Day {
  const [debit] = rows
    .flatMap(({ debitStatus, debitDate }) => (debitStatus === 'scheduled' && debitDate !== null ? [debitDate] : []))
    .filter((day) => Temporal.PlainDate.compare(day, today) >= 0)
    .toSorted(Temporal.PlainDate.compare);
  if (debit === undefined || Temporal.PlainDate.compare(debit, nextRun) <= 0) return nextRun;
  return couponDayFrom(debit, payoutDay);
}
