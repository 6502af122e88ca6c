// When the coupon run of a month is due (payouts.md#coupon-run), what an echeance has to distribute, the purse and the payments of each
// kind of run, and how lines and remittances are shown. Pure.

import { type Cents, centsOf } from '../../../core/cents.ts';
import { periodOf, startOfParisDay } from '../../../core/dates.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { Purse } from '../../../money/ledger/index.ts';
import type { OpenPayments, PayoutRun } from '../../../money/payments/index.ts';
import { TRANSFER_FAILED_AT_PROVIDER } from '../../projects/funding/index.ts';
import type { EcheanceRow, Schedule } from '../payment-schedule/index.ts';
import { capitalForHolders, deriveEcheance } from '../schedule-computation/index.ts';
import { PAYOUT_LINE_NOT_REFUSED } from './errors.ts';
import type { PayoutLineView, TaxRemittance } from './schemas.ts';

/** The two parts of an echeance that are paid out. */
export type PayoutKind = 'coupon' | 'capital';
/** What a run distributes; capital that was never lent and the price of a sold property belong to no echeance's payments. */
export type RunKind = PayoutKind | 'unlent-capital' | 'sale';

/** The month whose coupon run may start on `today`: from its payout day on; undefined before. */
export function couponMonthOn(today: Temporal.PlainDate, payoutDay: number): string | undefined {
  return today.day >= payoutDay ? periodOf(today) : undefined;
}

/** The first day from `from` on at which coupons are paid out by plan. */
export function couponDayFrom(from: Temporal.PlainDate, payoutDay: number): Temporal.PlainDate {
  const sameMonth = from.with({ day: payoutDay });
  return from.day <= payoutDay ? sameMonth : sameMonth.add({ months: 1 });
}

/** Received and not yet distributed, cents; of capital only the part that belongs to the holders (`capitalForHolders`). */
export function undistributed(kind: PayoutKind, schedule: Schedule, echeance: EcheanceRow): Cents {
  if (kind === 'coupon') return centsOf(deriveEcheance(echeance).investorsReceivedCents - echeance.couponDistributedCents);
  const forHoldersCents = capitalForHolders(schedule).get(echeance.id);
  if (forHoldersCents === undefined) throw new Error(`echeance ${echeance.id} is of another schedule`);
  return centsOf(forHoldersCents - echeance.capitalDistributedCents);
}

/** A Paris month, `until` exclusive. `period` is YYYY-MM. */
export function instantsOf(period: string): { from: Temporal.Instant; until: Temporal.Instant } {
  const first = Temporal.PlainDate.from(`${period}-01`);
  return { from: startOfParisDay(first), until: startOfParisDay(first.add({ months: 1 })) };
}

/** The project's purse from which the lines of such a run are paid. */
export function purseOfKind(kind: RunKind): Extract<Purse, 'COUPON' | 'CAPITAL'> {
  return kind === 'coupon' ? 'COUPON' : 'CAPITAL';
}

const CAPITAL = { purpose: 'capital-repayment', type: 'CAPITAL_REPAYMENT' } as const;
const PAYMENTS = {
  coupon: { purpose: 'coupon', type: 'COUPON_PAYOUT' },
  capital: CAPITAL,
  'unlent-capital': CAPITAL,
  sale: { purpose: 'property-sale', type: 'PROPERTY_SALE' },
} as const satisfies Readonly<Record<RunKind, Pick<PayoutRun, 'purpose' | 'type'>>>;

/** Purpose of the payments of such a run, and type of the holders' transactions. */
export function paymentsOfKind(kind: RunKind): (typeof PAYMENTS)[RunKind] {
  return PAYMENTS[kind];
}

/** How the payouts of a run are ordered: from the SPV's wallet `accountId`, with `label` in their comment. */
export function payoutRunOf(run: {
  kind: RunKind;
  propertyId: PropertyId;
  accountId: string;
  label: string;
  at: Temporal.Instant;
}): PayoutRun {
  const { kind, propertyId, accountId, label, at } = run;
  return { ...paymentsOfKind(kind), fromAccountId: accountId, comment: `${kind} ${label} ${propertyId}`, propertyId, at };
}

/** The line, if its payout was refused. Errors: `not-found`, `payout-line-not-refused`. */
export function refusedLine<Line extends { status: string }>(line: Line | undefined): Line {
  if (!line) throw new AppError(NOT_FOUND);
  if (line.status !== 'failed' && line.status !== 'blocked') throw new AppError(PAYOUT_LINE_NOT_REFUSED);
  return line;
}

const DETAILS = {
  failed: 'The payment provider refused the pay-out.',
  unknown: 'The payment provider did not answer. The pay-out is looked up before any other attempt.',
};

/** The error of a request whose pay-out to a bank account was refused, or got no answer. */
export function payOutFailure(result: keyof typeof DETAILS): AppError {
  return new AppError(TRANSFER_FAILED_AT_PROVIDER, { detail: DETAILS[result] });
}

/** A payout line as the API shows it. */
export function toPayoutLineView(
  line: Omit<PayoutLineView, 'settledAt'> & { settledAt: Temporal.Instant | null },
): PayoutLineView {
  return { ...line, settledAt: line.settledAt?.toString() ?? null };
}

/** A tax remittance as the API shows it. */
export function toTaxRemittance(
  row: Omit<TaxRemittance, 'createdAt' | 'settledAt' | 'openPayment'> & {
    paymentId: string | null;
    createdAt: Temporal.Instant;
    settledAt: Temporal.Instant | null;
  },
  open: OpenPayments,
): TaxRemittance {
  const { id, period, action, status, amountCents, comment, createdAt, settledAt } = row;
  return {
    id,
    period,
    action,
    status,
    amountCents,
    comment,
    openPayment: open.get(row.paymentId) ?? null,
    createdAt: createdAt.toString(),
    settledAt: settledAt?.toString() ?? null,
  };
}
