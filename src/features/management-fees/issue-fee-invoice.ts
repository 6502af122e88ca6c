// The invoice of an executed fee.

import type { Tx } from '../../core/db/transaction.ts';
import type { AppDeps } from '../../deps.ts';
import { issueInvoice } from '../invoices/index.ts';
import { isSpvCountry, vatBpsOf } from '../spvs/index.ts';
import type { FeeRow } from './queries.ts';

/** One line, billed to the SPV, with the VAT of the schedule's country (A-management-fees-2). */
export async function issueFeeInvoice(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs' | 'config'>,
  fee: FeeRow & { spvId: string },
  at: Temporal.Instant,
): Promise<void> {
  await issueInvoice(tx, deps, {
    party: { spvId: fee.spvId },
    reason: 'management-fees',
    subjectId: fee.echeanceId,
    lines: [
      {
        label: `Frais de gestion ${fee.period}, ${fee.propertyName}`,
        amountExclTaxCents: fee.exclTaxCents,
        vatBps: isSpvCountry(fee.country) ? vatBpsOf(fee.country, deps.config.VAT_RATE_BPS) : 0,
      },
    ],
    at,
  });
}
