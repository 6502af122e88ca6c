// Bodies, parameters and answers of the payouts' routes.

import { type Static, Type } from 'typebox';
import type { CustomerId, EcheanceId, PropertyId } from '../../../core/db/tables.ts';
import {
  Cents,
  Model,
  Nullable,
  Page,
  PageQuery,
  PlainDate,
  Timestamp,
  Uuid,
  UuidOf,
  Variants,
  Words,
} from '../../../core/http/schemas.ts';
import { OpenPayment } from '../../../money/payments/index.ts';
import { Period } from '../payment-schedule/index.ts';

export const PeriodParams = Type.Object({ period: Period });

export const LineParams = Type.Object({ lineId: Uuid });

const RUN_KINDS = ['coupon', 'capital', 'unlent-capital', 'sale'] as const;
const LINE_STATUSES = ['waiting', 'paid', 'failed', 'blocked', 'paidOutside'] as const;
const Comment = Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S' });

/** A holder's payout, cents; `failure` while it is refused, `comment` when it was paid outside. */
export const PayoutLineView = Model('PayoutLineView', {
  id: Uuid,
  runId: Uuid,
  kind: Words(RUN_KINDS, { title: 'PayoutKind' }),
  propertyId: UuidOf<PropertyId>(),
  propertyName: Type.String(),
  customerId: UuidOf<CustomerId>(),
  holderName: Type.String(),
  status: Words(LINE_STATUSES, { title: 'PayoutLineStatus' }),
  grossCents: Cents,
  taxCents: Cents,
  failure: Nullable(Type.String()),
  comment: Nullable(Type.String()),
  settledAt: Nullable(Timestamp),
});
export type PayoutLineView = Static<typeof PayoutLineView>;

export const RunParams = Type.Object({ runId: Uuid });

export const PayoutLinesQuery = Type.Object({
  ...PageQuery.properties,
  status: Type.Optional(Words(LINE_STATUSES, { title: 'PayoutLineStatus' })),
});

export const PayoutLinesPage = Page(PayoutLineView);

export const PaidOutside = Model('PaidOutside', { comment: Comment });

/** `id` is the `providerWithdrawBankAccountId` of a remittance. */
export const TaxBankAccounts = Type.Array(
  Type.Object({
    id: Type.Integer(),
    ibanEnd: Type.String({ description: 'last four characters of the IBAN' }),
    holder: Type.String(),
    status: Words(['activated', 'waiting', 'refused', 'deactivated', 'unused', 'internal', 'other'], {
      title: 'ProviderIbanStatus',
      description: 'only activated can be paid to',
    }),
  }),
);
export type TaxBankAccounts = Static<typeof TaxBankAccounts>;

/** Tax of a month on its way to the tax office, or paid to it; cents. */
export const TaxRemittance = Model('TaxRemittance', {
  id: Uuid,
  period: Period,
  action: Words(['withdraw', 'outside'], { title: 'TaxRemittanceAction' }),
  status: Words(['waiting', 'remitted', 'failed'], { title: 'TaxRemittanceStatus' }),
  amountCents: Cents,
  comment: Type.String(),
  openPayment: Nullable(OpenPayment),
  createdAt: Timestamp,
  settledAt: Nullable(Timestamp),
});
export type TaxRemittance = Static<typeof TaxRemittance>;

const Withdraw = Type.Object({
  action: Type.Literal('withdraw'),
  providerWithdrawBankAccountId: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
});
const Outside = Type.Object({ action: Type.Literal('outside'), comment: Comment });

/** How the tax office is paid: by the provider from the tax account, or by hand, which is recorded. */
export const TaxRemittanceBody = Variants('TaxRemittanceBody', 'action', [Withdraw, Outside]);
export type TaxRemittanceBody = Static<typeof TaxRemittanceBody>;

/** Payouts of a Paris month, cents; `taxRemittance` is what the tax office is owed for its coupons, by rate, and what it was paid. */
export const PayoutsOfMonth = Model('PayoutsOfMonth', {
  period: Period,
  couponsFrom: Type.String({
    ...PlainDate,
    description: 'from this day its coupons are ordered, once; later money waits for the next month',
  }),
  runs: Type.Array(
    Type.Object({
      id: Uuid,
      kind: Words(RUN_KINDS, { title: 'PayoutKind' }),
      propertyId: UuidOf<PropertyId>(),
      propertyName: Type.String(),
      echeanceId: Nullable(UuidOf<EcheanceId>()),
      echeancePeriod: Nullable(Period),
      saleId: Nullable(Uuid),
      runDate: PlainDate,
      totalCents: Cents,
      taxCents: Cents,
      paidCents: Cents,
      waitingCents: Cents,
      failedCents: Cents,
      blockedCents: Cents,
      paidOutsideCents: Cents,
      holderCount: Type.Integer(),
    }),
  ),
  refused: Type.Object({
    count: Type.Integer({ description: 'lines of these runs that no holder was paid of' }),
    lines: Type.Array(PayoutLineView, { description: 'at most 100 of them' }),
  }),
  totals: Type.Object({ couponCents: Cents, capitalCents: Cents, saleCents: Cents, taxCents: Cents }),
  taxRemittance: Type.Object({
    incomeTaxCents: Cents,
    socialCents: Cents,
    totalCents: Cents,
    rates: Type.Array(
      Type.Object({
        incomeTaxRate: Type.Number({ description: 'percent' }),
        socialRate: Type.Number({ description: 'percent' }),
        grossCents: Cents,
        incomeTaxCents: Cents,
        socialCents: Cents,
        investorCount: Type.Integer(),
      }),
    ),
    remittance: Nullable(TaxRemittance),
  }),
});
export type PayoutsOfMonth = Static<typeof PayoutsOfMonth>;
