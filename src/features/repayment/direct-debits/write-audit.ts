// The audit row of a debit that was programmed or cancelled, written once: by the request, or by the job that finds the outcome.

import { recordAdminAction } from '../../../core/audit.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { takeDebitAudit } from './queries.ts';

/** Does nothing when the row was written before. */
export async function writeAudit(
  tx: Tx,
  debitId: string,
  end: { providerDebitId: number | null; at: Temporal.Instant },
): Promise<void> {
  const { audit, echeanceId, amountCents, collectionDate } = await takeDebitAudit(tx, debitId);
  if (audit === null) return;
  const payload = { amountCents, collectionDate: collectionDate.toString(), providerDebitId: end.providerDebitId };
  await recordAdminAction(tx, { ...audit, target: { type: 'echeance', id: echeanceId }, payload, at: end.at });
}
