// GET .../payment-to-be-assigned/history: what became of the payments, with their projects, SPVs and echeances.

import { decodeCursor } from '../../../core/http/cursor.ts';
import { partOf } from '../../../core/http/parts.ts';
import type { AppDeps } from '../../../deps.ts';
import { type HistoryRow, listSettledPayments } from './history-queries.ts';
import { toWireRecord } from './rules.ts';
import type { PaymentHistory, PaymentHistoryQuery } from './schemas.ts';

/** Assigned and archived records, newest first, under `paymentToBeAssigned`; the Link header leads to the next part. */
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
