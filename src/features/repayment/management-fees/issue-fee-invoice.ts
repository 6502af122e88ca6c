// The invoice of an executed fee.

import type { SpvId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { issueInvoice } from '../../investing/invoices/index.ts';
import { vatExemptionNote } from '../../projects/spvs/index.ts';
import type { FeeRow } from './queries.ts';

/** One line, billed to the SPV: the fee of the echeance, at the VAT rate it was computed with (A-management-fees-2). */
export async function issueFeeInvoice(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs'>,
  fee: FeeRow & { spvId: SpvId },
  at: Temporal.Instant,
): Promise<void> {
  const { spvId, propertyId, echeanceId, period, propertyName, exclTaxCents, vatBps, vatCents } = fee;
  await issueInvoice(tx, deps, {
    party: { spvId, propertyId },
    reason: 'management-fees',
    subjectId: echeanceId,
    lines: [{ label: `Frais de gestion ${period}, ${propertyName}`, amountExclTaxCents: exclTaxCents, vatBps, vatCents }],
    ...(vatBps === 0 ? { note: vatExemptionNote(fee.country) } : {}),
    at,
  });
}
