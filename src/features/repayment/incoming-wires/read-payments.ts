// Payments to be assigned as administrators see them: lists, one with its parts, what became of them, and what each may be for.

import type { Static } from 'typebox';
import { centsOf } from '../../../core/cents.ts';
import { AppError } from '../../../core/errors.ts';
import { decodeCursor, partOf, toPage } from '../../../core/http/pagination.ts';
import type { AppDeps } from '../../../deps.ts';
import { type OpenPayments, readOpenPayments } from '../../../money/payments/index.ts';
import { readSchedule, type Schedule } from '../payment-schedule/index.ts';
import { deriveEcheance } from '../schedule-computation/index.ts';
import { PAYMENT_NOT_FOUND } from './errors.ts';
import { findPayment } from './queries.ts';
import { type OpenEcheance, paymentOf, shownStatus, suggest, toWireRecord } from './rules.ts';
import type {
  DebitAccounts,
  DebitAccountsQuery,
  PaymentHistory,
  PaymentHistoryQuery,
  PaymentSuggestions,
  PaymentsPage,
  PaymentsQuery,
  PaymentToBeAssigned,
  PaymentWithParts,
} from './schemas.ts';
import {
  afterCursor,
  findNamedPayment,
  findPaymentsPage,
  type HistoryRow,
  keyOfPayment,
  listParts,
  listSchedulesOpenTo,
  listSettledPayments,
  listUsedDebitAccounts,
  sumWaiting,
} from './shown-queries.ts';

/**
 * GET /administration/payments-to-be-assigned: what waits, was assigned or was archived, in pages.
 * One page of one state, beside how much waits in all. Error: `validation-failed` for a malformed cursor.
 */
export async function listPaymentsToBeAssigned(
  { db }: Pick<AppDeps, 'db'>,
  { limit, cursor, sort, ...filters }: Static<typeof PaymentsQuery>,
): Promise<Static<typeof PaymentsPage>> {
  const [rows, waiting] = await Promise.all([
    findPaymentsPage(db, filters, { sort, limit, after: afterCursor(cursor, sort) }),
    sumWaiting(db),
  ]);
  const open = await readOpenPayments(db, rows.map(paymentOf));
  const page = toPage(
    rows,
    limit,
    (row) => keyOfPayment(row, sort),
    (row) => toPaymentView(row, open),
  );
  return { ...page, waiting };
}

/**
 * GET /administration/payments-to-be-assigned/:id: one payment, with the parts of the wire that it was split from.
 * Error: `payment-to-be-assigned-not-found`.
 */
export async function readPaymentToBeAssigned({ db }: Pick<AppDeps, 'db'>, id: string): Promise<PaymentWithParts> {
  const row = await findNamedPayment(db, id);
  if (!row) throw new AppError(PAYMENT_NOT_FOUND);
  const parts = row.originWireId === null ? [] : await listParts(db, row.originWireId);
  return {
    ...toPaymentView(row, await readOpenPayments(db, [paymentOf(row)])),
    parts: parts.map(({ id: partId, amountCents, status }) => ({
      id: partId,
      amount: amountCents,
      status: shownStatus(status),
    })),
  };
}

/** `settledAt` and `settleComment` are those of its assignment, or of its archiving. */
export function toPaymentView(row: HistoryRow, open: OpenPayments): PaymentToBeAssigned {
  const { propertyId, propertyName, echeanceId, echeanceNumber, echeancePeriod } = row;
  return {
    ...toWireRecord(row),
    source: row.source,
    isArriving: row.source === 'p2pAuto' && row.providerWireId === null,
    openPayment: open.get(paymentOf(row)) ?? null,
    isChargedBack: row.status === 'chargedBack',
    project: propertyId === null || propertyName === null ? null : { id: propertyId, name: propertyName },
    spv: { id: row.spvId, name: row.spvName },
    ...(row.paymentFor === null ? {} : { paymentFor: row.paymentFor }),
    ...(echeanceId === null || echeanceNumber === null || echeancePeriod === null
      ? {}
      : { echeance: { id: echeanceId, number: echeanceNumber, period: echeancePeriod } }),
    noteCount: row.noteCount,
    createdAt: row.createdAt.toString(),
    settledAt: (row.assignedAt ?? row.archivedAt)?.toString() ?? null,
    settleComment: row.assignComment ?? row.archiveComment,
  };
}

/**
 * GET .../payment-to-be-assigned/history: what became of the payments, with their projects, SPVs and echeances.
 * Assigned and archived records, newest first, under `paymentToBeAssigned`; the Link header leads to the next part.
 */
export async function listPaymentHistory(
  { db }: Pick<AppDeps, 'db'>,
  { limit, cursor, ...filters }: PaymentHistoryQuery,
  http: Parameters<typeof partOf>[3],
): Promise<PaymentHistory> {
  const rows = await listSettledPayments(db, { ...filters, limit, after: decodeCursor(cursor) });
  return { paymentToBeAssigned: partOf(rows, limit, ({ createdAt: at, id }) => ({ at, id }), http).map(toHistoryItem) };
}

function toHistoryItem(row: HistoryRow): PaymentHistory['paymentToBeAssigned'][number] {
  const { propertyId, propertyName, echeanceId, echeanceNumber, echeancePeriod } = row;
  return {
    ...toWireRecord(row),
    project: propertyId === null || propertyName === null ? null : { id: propertyId, name: propertyName },
    spv: { id: row.spvId, name: row.spvName },
    ...(row.paymentFor === null ? {} : { paymentFor: row.paymentFor }),
    ...(echeanceId === null || echeanceNumber === null || echeancePeriod === null
      ? {}
      : { echeance: { id: echeanceId, number: echeanceNumber, period: echeancePeriod } }),
    ...(row.assignedAt === null ? {} : { assignedAt: row.assignedAt.toString() }),
    ...(row.assignComment === null ? {} : { assignComment: row.assignComment }),
    ...(row.archivedAt === null ? {} : { archivedAt: row.archivedAt.toString() }),
    ...(row.archiveComment === null ? {} : { archiveComment: row.archiveComment }),
  };
}

/**
 * GET /administration/payments-to-be-assigned/debit-accounts: accounts that a payment by transfer may be taken from.
 * The platform's main account, then the accounts of owners used before, the last one first; of one project where it is named.
 */
export async function listDebitAccounts(
  deps: Pick<AppDeps, 'db' | 'config'>,
  { projectId }: Static<typeof DebitAccountsQuery>,
): Promise<Static<typeof DebitAccounts>> {
  const main = deps.config.PLATFORM_MAIN_ACCOUNT_ID;
  const used = await listUsedDebitAccounts(deps.db, projectId);
  return [
    { accountId: main, isPlatform: true, usedFor: null, usedAt: null },
    ...used
      .filter(({ accountId }) => accountId !== main)
      .map(({ accountId, usedFor, usedAt }) => ({ accountId, isPlatform: false, usedFor, usedAt: usedAt.toString() })),
  ];
}

/**
 * GET .../payments-to-be-assigned/:id/suggestions: the echeances that a payment is likeliest for, with the reasons.
 * Of the payment's project; without one, of the projects of its SPV, at most twenty. Settled projects take no money, but for what was
 * given up and still comes in (A-incoming-wires-8). Error: `payment-to-be-assigned-not-found`.
 */
export async function suggestEcheances({ db }: Pick<AppDeps, 'db'>, id: string): Promise<PaymentSuggestions> {
  const payment = await findPayment(db, id);
  if (!payment) throw new AppError(PAYMENT_NOT_FOUND);
  const projects = await listSchedulesOpenTo(db, payment);
  const schedules = await Promise.all(projects.map((project) => readSchedule(db, project.id)));
  return {
    projects,
    suggestions: suggest(
      payment,
      schedules.flatMap((schedule) => (schedule ? openEcheances(schedule) : [])),
    ),
  };
}

/** Its echeances that lack something. */
export function openEcheances({ propertyId, propertyName, echeances }: Schedule): OpenEcheance[] {
  return echeances.flatMap((row) => {
    const derived = deriveEcheance(row);
    const remainingCents = centsOf(derived.remainingToBePaidCents + derived.writtenOffCents);
    const capitalRemainingCents = centsOf(derived.capitalRepaymentRemainingCents + derived.capitalWrittenOffCents);
    if (remainingCents === 0 && capitalRemainingCents === 0) return [];
    return [
      {
        project: { id: propertyId, name: propertyName },
        id: row.id,
        number: row.number,
        period: row.period,
        dueDate: row.dueDate,
        remainingCents,
        capitalRemainingCents,
      },
    ];
  });
}
