// HTTP of the management fees.

import type { FastifyInstance } from 'fastify';
import { centsOf } from '../../../core/cents.ts';
import { parisDate } from '../../../core/dates.ts';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { type OpenPayments, readOpenPayments } from '../../../money/payments/index.ts';
import { markAsExecutedErrors, transferOneErrors } from './errors.ts';
import { markAsExecuted } from './mark-as-executed.ts';
import { type FeeRow, listFeesOfPeriod, listOpenFeesUntil } from './queries.ts';
import { lastPastPeriod } from './rules.ts';
import { type ManagementFee, ManagementFees, MarkAsExecuted, PeriodParams, TransferOne } from './schemas.ts';
import { transferOne } from './transfer-fee.ts';

/** Registers the group. */
export function managementFeeRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'GET',
    url: '/administration/property/payment-schedule/management-fees/:period',
    operationId: 'listFees',
    guard: 'administrator',
    permission: 'money.read',
    tag: 'schedules',
    summary: 'Management fees of one month across all properties.',
    params: PeriodParams,
    answer: ManagementFees,
    handle: async ({ params }) => feeViews(deps, await listFeesOfPeriod(deps.db, params.period)),
  });
  route(app, {
    method: 'GET',
    url: '/administration/property/payment-schedule/management-fees/past/not-executed',
    operationId: 'listPastFees',
    guard: 'administrator',
    permission: 'money.read',
    tag: 'schedules',
    summary: 'Past management fees that are not executed, oldest first.',
    answer: ManagementFees,
    // What counts as past depends on the payout day of the month (fees.md#past-fees).
    handle: async () => {
      const last = lastPastPeriod(parisDate(deps.clock.now()), deps.config.COUPON_PAYOUT_DAY_OF_MONTH);
      return feeViews(deps, await listOpenFeesUntil(deps.db, last));
    },
  });
  route(app, {
    method: 'POST',
    url: '/administration/property/payment-schedule/management-fees/transfer-one',
    operationId: 'transferOne',
    idempotency: 'key',
    guard: 'administrator',
    permission: 'money.write',
    tag: 'schedules',
    summary: 'Transfers the fee of one echeance from the SPV to the platform.',
    body: TransferOne,
    errors: transferOneErrors,
    audit: 'PROPERTY_PAYMENT_SCHEDULE_TRANSFER_ONE_MANAGEMENT_FEES',
    moves: deps,
    handle: ({ body, audit, idempotency }, deps) => transferOne(deps, { ...body, audit, idempotency }),
  });
  route(app, {
    method: 'POST',
    url: '/administration/property/payment-schedule/management-fees/mark-as-executed',
    operationId: 'markAsExecuted',
    idempotency: 'key',
    guard: 'administrator',
    permission: 'money.write',
    tag: 'schedules',
    summary: 'Marks the fee of one echeance as paid outside the platform, or by a transfer made by hand at the provider.',
    body: MarkAsExecuted,
    errors: markAsExecutedErrors,
    audit: 'PROPERTY_PAYMENT_SCHEDULE_MARK_MANAGEMENT_FEES_AS_EXECUTED',
    moves: deps,
    handle: ({ body, audit, idempotency }, deps) => markAsExecuted(deps, { ...body, audit, idempotency }),
  });
}

/** Fees as both lists answer them. */
async function feeViews({ db }: Pick<AppDeps, 'db'>, rows: readonly FeeRow[]): Promise<ManagementFee[]> {
  const open = await readOpenPayments(
    db,
    rows.map(({ paymentId }) => paymentId),
  );
  return rows.map((row) => feeView(row, open));
}

/** One that is on its way is not executed yet. */
function feeView(row: FeeRow, open: OpenPayments): ManagementFee {
  return {
    echeanceId: row.echeanceId,
    propertyId: row.propertyId,
    propertyName: row.propertyName,
    spvId: row.spvId,
    number: row.number,
    period: row.period,
    dueDate: row.dueDate.toString(),
    amountExcludingTax: row.exclTaxCents,
    vat: row.vatCents,
    amountIncludingTax: centsOf(row.exclTaxCents + row.vatCents),
    status: row.status === 'executed' ? 'executed' : 'notExecuted',
    executedAt: row.executedAt?.toString() ?? null,
    comment: row.comment,
    openPayment: open.get(row.paymentId) ?? null,
  };
}
