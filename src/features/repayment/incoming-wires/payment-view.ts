// A payment to be assigned as the console shows it, with the names around it. Pure.

import type { OpenPayments } from '../../../money/payments/index.ts';
import type { HistoryRow } from './history-queries.ts';
import { paymentOf, toWireRecord } from './rules.ts';
import type { PaymentToBeAssigned } from './schemas.ts';

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
    createdAt: row.createdAt.toString(),
    settledAt: (row.assignedAt ?? row.archivedAt)?.toString() ?? null,
    settleComment: row.assignComment ?? row.archiveComment,
  };
}
