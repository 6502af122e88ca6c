// Answers of the portfolio: sums of all investments, one of them in short, and one whole.

import { type Static, Type } from 'typebox';
import type { PropertyId } from '../../../core/db/tables.ts';
import { Cents, Model, Nullable, Page, PlainDate, Timestamp, Uuid, UuidOf, Words } from '../../../core/http/schemas.ts';
import { PUBLIC_STATES } from '../../projects/project-life/index.ts';
import { STORY_KINDS } from './story.ts';
import { NO_COUPON_REASONS } from './why-no-coupon.ts';

export const InvestmentParams = Type.Object({ propertyId: UuidOf<PropertyId>() });

const YearlyReturn = Nullable(
  Type.Integer({
    minimum: -10_000,
    description:
      'basis points a year, net of withheld tax, with what is outstanding at its value; null where no rate says anything',
  }),
);

const Amounts = {
  investedCents: Cents,
  soldCents: Cents,
  outstandingCents: Cents,
  couponGrossCents: Cents,
  taxCents: Cents,
  couponNetCents: Cents,
  capitalCents: Cents,
  lateCents: Cents,
  lostCents: Cents,
};

/** `netCents` is coupon less tax plus capital; a tax to come is that of today's rate. */
const NextPayment = Model('NextPayment', {
  date: PlainDate,
  couponGrossCents: Cents,
  taxCents: Cents,
  capitalCents: Cents,
  netCents: Cents,
});

const NoCoupon = Model('NoCoupon', {
  reason: Words(NO_COUPON_REASONS, { title: 'NoCouponReason' }),
  since: Nullable(PlainDate),
  nextDate: Nullable(PlainDate),
});

/**
 * `investedCents`: purchases less what was taken back, and deals bought; `soldCents`: deals sold, without commission; `capitalCents`: capital
 * and prices of sold properties received; `outstandingCents`: the share of capital that is not paid back. What waits at the provider is in
 * none of them but `waitingCents`. `noCoupon` is null once a coupon has come this month.
 */
export const Investment = Model('Investment', {
  propertyId: UuidOf<PropertyId>(),
  propertyName: Type.String(),
  investorContractType: Words(['obligation', 'loan', 'royalty'], { title: 'ContractType' }),
  state: Words(PUBLIC_STATES, { title: 'PublicState' }),
  brickCount: Type.Integer({ minimum: 0 }),
  sellingBrickCount: Type.Integer({ minimum: 0 }),
  waitingBrickCount: Type.Integer({ minimum: 0 }),
  waitingCents: Cents,
  ...Amounts,
  lateSince: Nullable(PlainDate),
  yearlyReturnBps: YearlyReturn,
  next: Nullable(NextPayment),
  noCoupon: Nullable(NoCoupon),
});
export type Investment = Static<typeof Investment>;

export const InvestmentsPage = Page(Investment);

/** Sums of all investments. `months`: net amounts received and expected, from a year ago to a year ahead. */
export const PortfolioSummary = Model('PortfolioSummary', {
  asOf: Timestamp,
  investmentCount: Type.Integer({ minimum: 0 }),
  waitingCents: Cents,
  ...Amounts,
  yearlyReturnBps: YearlyReturn,
  months: Type.Array(
    Model('PortfolioMonth', {
      period: Type.String({ description: 'YYYY-MM' }),
      receivedCents: Cents,
      expectedCents: Cents,
    }),
  ),
});
export type PortfolioSummary = Static<typeof PortfolioSummary>;

const PAYMENT_KINDS = ['coupon', 'capital', 'sale'] as const;
/** Of what was ordered: on its way, paid, refused; of what is expected: due later, late, or paid by the owner and not yet paid out. */
const PAYMENT_STATES = ['paid', 'on-its-way', 'refused', 'arrived', 'coming', 'late'] as const;

/** `plannedDate`: the day by its schedule; null of the sale of a property. `date`: when it was paid or ordered, or can come at the earliest. */
export const InvestmentPayment = Model('InvestmentPayment', {
  date: PlainDate,
  plannedDate: Nullable(PlainDate),
  kind: Words(PAYMENT_KINDS, { title: 'InvestmentPaymentKind' }),
  period: Nullable(Type.String({ description: 'YYYY-MM of its echeance' })),
  state: Words(PAYMENT_STATES, { title: 'InvestmentPaymentState' }),
  grossCents: Cents,
  taxCents: Cents,
  netCents: Cents,
});
export type InvestmentPayment = Static<typeof InvestmentPayment>;

/** `payments` oldest first: what runs have ordered, then what is expected. `story`: of a project that was ever late, oldest first. */
export const InvestmentDetail = Model('InvestmentDetail', {
  asOf: Timestamp,
  investment: Investment,
  trades: Type.Array(
    Model('InvestmentTrade', {
      kind: Words(['purchase', 'deal-bought', 'deal-sold'], { title: 'InvestmentTradeKind' }),
      id: Uuid,
      at: Timestamp,
      brickCount: Type.Integer({ minimum: 1 }),
      amountCents: Cents,
      isAutomatic: Type.Boolean({ description: 'bought by the automatic investment plan' }),
      isWaiting: Type.Boolean(),
      hasPaper: Type.Boolean(),
    }),
    { description: 'newest first' },
  ),
  payments: Type.Array(InvestmentPayment),
  story: Type.Array(
    Model('StoryEvent', {
      date: PlainDate,
      kind: Words(STORY_KINDS, { title: 'StoryEventKind' }),
      period: Nullable(Type.String({ description: 'YYYY-MM of its echeance' })),
      amountCents: Nullable(Cents),
      durationInMonths: Nullable(Type.Integer({ minimum: 1 })),
    }),
  ),
});
export type InvestmentDetail = Static<typeof InvestmentDetail>;
