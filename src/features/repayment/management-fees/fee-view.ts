// How a management fee is shown.

import type { FeeRow } from './queries.ts';
import type { ManagementFee } from './schemas.ts';

/** The fee as both lists answer it; one that is on its way is not executed yet (A-management-fees-3). */
export function feeView(row: FeeRow): ManagementFee {
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
    amountIncludingTax: row.exclTaxCents + row.vatCents,
    status: row.status === 'executed' ? 'executed' : 'notExecuted',
    executedAt: row.executedAt?.toString() ?? null,
    comment: row.comment,
  };
}
