// The figures of an investment from its cash flows, its share of what is outstanding and late, and what is written off. Pure.

import { type Cents, centsOf, sumOf } from '../../../core/cents.ts';
import { periodOf } from '../../../core/dates.ts';
import type { EcheanceRow } from '../../repayment/payment-schedule/index.ts';
import type { RateInYear } from '../taxation/index.ts';
import { type ExpectedPayment, expectedPayments, type PayoutDays, shareOf } from './expected-payments.ts';
import type { CashFlow, FlowType, InvestmentRow, PayoutRow } from './queries.ts';
import { whyNoCoupon } from './why-no-coupon.ts';
import { type Flow, yearlyReturnBps } from './yearly-return.ts';

/** Whether the investor gets (1) or pays (-1) the money of such a transaction. */
const SIGNS: Readonly<Record<FlowType, 1 | -1>> = {
  PRIMARY_PURCHASE: -1,
  PRIMARY_PURCHASE_REFUND: 1,
  BUYING_DEAL: -1,
  SELLING_DEAL: 1,
  COUPON_PAYOUT: 1,
  WITHHOLDING_TAX: -1,
  CAPITAL_REPAYMENT: 1,
  PROPERTY_SALE: 1,
};

/** What brings money of a project back, without what other investors paid for bricks. */
const RECEIVED: readonly FlowType[] = ['COUPON_PAYOUT', 'WITHHOLDING_TAX', 'CAPITAL_REPAYMENT', 'PROPERTY_SALE'];

/** An investment with all that its figures follow from, each of its project alone. */
export type InvestmentFacts = {
  investment: InvestmentRow;
  flows: readonly CashFlow[];
  rows: readonly EcheanceRow[];
  payouts: readonly PayoutRow[];
  /** Losses of capital that stand, before recoveries. */
  lossCents: Cents;
  /** At which tax is withheld from its coupons, 0 where none is. */
  taxBpsIn: RateInYear;
  days: PayoutDays;
};

export type Figures = Record<
  | 'investedCents'
  | 'soldCents'
  | 'outstandingCents'
  | 'couponGrossCents'
  | 'taxCents'
  | 'couponNetCents'
  | 'capitalCents'
  | 'lateCents'
  | 'lostCents',
  Cents
>;

/** An investment as it stands; `valued` are its cash flows and, today, its worth, for the yearly return. */
export function standingOf(facts: InvestmentFacts) {
  const { investment, flows, payouts, rows, days, lossCents, taxBpsIn } = facts;
  const { brickCount, heldBrickCount } = investment;
  const expected = expectedPayments(rows, { brickCount, heldBrickCount, taxBpsIn }, days);
  const sum = (type: FlowType) => sumOf(flows.filter((flow) => flow.type === type).map(({ cents }) => cents));
  const investedCents = centsOf(sum('PRIMARY_PURCHASE') - sum('PRIMARY_PURCHASE_REFUND') + sum('BUYING_DEAL'));
  const outstanding = outstandingOf(investment, payouts, investedCents);
  const outstandingCents = centsOf(outstanding.ownCents + outstanding.orderedCents);
  const soldCents = sum('SELLING_DEAL');
  const capitalCents = centsOf(sum('CAPITAL_REPAYMENT') + sum('PROPERTY_SALE'));
  const late = expected.filter(({ state }) => state === 'late');
  const figures: Figures = {
    investedCents,
    soldCents,
    outstandingCents,
    couponGrossCents: sum('COUPON_PAYOUT'),
    taxCents: sum('WITHHOLDING_TAX'),
    couponNetCents: centsOf(sum('COUPON_PAYOUT') - sum('WITHHOLDING_TAX')),
    capitalCents,
    lateCents: sumOf(late.map(({ grossCents }) => grossCents)),
    lostCents:
      investment.state === 'sold'
        ? centsOf(Math.max(investedCents - soldCents - capitalCents - outstandingCents, 0))
        : writtenOff(lossCents, payouts),
  };
  const lateSince = late.map(({ dueDate }) => dueDate).toSorted(Temporal.PlainDate.compare)[0] ?? null;
  const valued = [
    ...flowsOf(flows),
    { day: days.today, cents: worthOf(investment, outstanding, { investedCents, capitalCents }) },
  ];
  return {
    figures,
    lateSince,
    expected,
    next: nextOf(expected),
    noCoupon: whyNoCoupon({ investment, rows, expected, payouts, days }),
    valued,
    yearlyReturnBps: yearlyReturnBps(valued),
  };
}
export type Standing = ReturnType<typeof standingOf>;

/** Cash flows with their sign, for a rate of return. */
function flowsOf(flows: readonly CashFlow[]): Flow[] {
  return flows.map(({ type, day, cents }) => ({ day, cents: SIGNS[type] * cents }));
}

/** Recorded losses that stand, less what was recovered. */
function writtenOff(lossCents: Cents, payouts: readonly PayoutRow[]): Cents {
  const recovered = payouts.filter(({ isRecovery, status }) => isRecovery && (status === 'paid' || status === 'paidOutside'));
  return centsOf(Math.max(lossCents - sumOf(recovered.map(({ grossCents }) => grossCents ?? 0)), 0));
}

/** The share of capital that the project still has, and capital that is ordered and has not arrived. */
type Outstanding = { ownCents: Cents; orderedCents: Cents };

/** Until the funding has closed, what was paid; of a finished project only what is ordered and has not arrived. */
function outstandingOf(investment: InvestmentRow, payouts: readonly PayoutRow[], investedCents: Cents): Outstanding {
  const { state, collectedCents, capitalOrderedCents } = investment;
  if (collectedCents === null) return { ownCents: state === 'not-funded' ? 0 : investedCents, orderedCents: 0 };
  const isOver = state === 'repaid' || state === 'sold' || state === 'lost-in-part';
  const ownCents = isOver ? 0 : shareOf(Math.max(collectedCents - capitalOrderedCents, 0), investment);
  const ordered = payouts.filter(
    ({ kind, status }) => kind !== 'coupon' && (status === 'waiting' || status === 'failed' || status === 'blocked'),
  );
  return { ownCents, orderedCents: sumOf(ordered.map(({ grossCents }) => grossCents ?? 0)) };
}

/**
 * What is outstanding, for the yearly return. Bricks that were bought below their share of the capital are worth what they cost until that
 * capital comes: at the average cost of all bricks of the investor in this project, less what of it was paid back.
 */
function worthOf(
  { state, brickCount, soldBrickCount }: InvestmentRow,
  { ownCents, orderedCents }: Outstanding,
  { investedCents, capitalCents }: Pick<Figures, 'investedCents' | 'capitalCents'>,
): Cents {
  // Nobody counts on capital whose owner is in default.
  if (state === 'default') return 0;
  const heldBrickCount = brickCount + soldBrickCount;
  const costCents = shareOf(Math.max(investedCents - capitalCents - orderedCents, 0), { brickCount, heldBrickCount });
  return centsOf(Math.min(ownCents, costCents) + orderedCents);
}

/** All that comes on the next day on which something comes; what is late is not counted on. */
function nextOf(expected: readonly ExpectedPayment[]) {
  const coming = expected.filter(({ state }) => state !== 'late');
  const [first] = coming;
  if (!first) return null;
  const sameDay = coming.filter(({ date }) => date.equals(first.date));
  const sum = (kind: ExpectedPayment['kind'], of: 'grossCents' | 'taxCents') =>
    sumOf(sameDay.filter((payment) => payment.kind === kind).map((payment) => payment[of]));
  const [couponGrossCents, taxCents, capitalCents] = [
    sum('coupon', 'grossCents'),
    sum('coupon', 'taxCents'),
    sum('capital', 'grossCents'),
  ];
  return {
    date: first.date,
    ...{ couponGrossCents, taxCents, capitalCents },
    netCents: centsOf(couponGrossCents - taxCents + capitalCents),
  };
}

const MONTHS_AROUND = 12;

/** Received and expected net of tax by Paris month, from a year ago to a year ahead; what is late is expected in no month. */
export function monthsAround(flows: readonly CashFlow[], expected: readonly ExpectedPayment[], today: Temporal.PlainDate) {
  const received = Map.groupBy(
    flows.filter(({ type }) => RECEIVED.includes(type)),
    ({ day }) => periodOf(day),
  );
  const coming = Map.groupBy(
    expected.filter(({ state }) => state !== 'late'),
    ({ date }) => periodOf(date),
  );
  const first = today.with({ day: 1 }).subtract({ months: MONTHS_AROUND });
  return Array.from({ length: 2 * MONTHS_AROUND + 1 }, (_, index) => {
    const period = periodOf(first.add({ months: index }));
    return {
      period,
      receivedCents: centsOf((received.get(period) ?? []).reduce((sum, { type, cents }) => sum + SIGNS[type] * cents, 0)),
      expectedCents: centsOf(
        (coming.get(period) ?? []).reduce((sum, { grossCents, taxCents }) => sum + grossCents - taxCents, 0),
      ),
    };
  });
}

/** Sums of all investments. */
export function totalsOf(standings: readonly Pick<Standing, 'figures'>[]): Figures {
  const total = (name: keyof Figures) => sumOf(standings.map(({ figures }) => figures[name]));
  return {
    investedCents: total('investedCents'),
    soldCents: total('soldCents'),
    outstandingCents: total('outstandingCents'),
    couponGrossCents: total('couponGrossCents'),
    taxCents: total('taxCents'),
    couponNetCents: total('couponNetCents'),
    capitalCents: total('capitalCents'),
    lateCents: total('lateCents'),
    lostCents: total('lostCents'),
  };
}
