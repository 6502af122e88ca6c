// Reverses an invoice by a credit note: a document of its own in the same number series; the invoice never changes (A-invoices-2).

import { parisYear } from '../../../core/dates.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';
import type { Jobs } from '../../../core/jobs.ts';
import { renderInvoiceJob } from './jobs.ts';
import { findInvoice, insertInvoice } from './queries.ts';
import { invoiceNumber } from './rules.ts';

/**
 * Credits the whole invoice: same party and lines; `note` says why. Throws, so that the transaction rolls back, for an unknown
 * invoice or a second credit note of the same one (a unique constraint).
 */
export async function issueCreditNote(
  tx: Tx,
  deps: { jobs: Jobs },
  input: { invoiceId: string; note: string; at: Temporal.Instant },
): Promise<{ invoiceId: string; number: string }> {
  const invoice = await findInvoice(tx, input.invoiceId);
  if (invoice?.kind !== 'invoice') throw new Error(`there is no invoice ${input.invoiceId} to credit`);
  const invoiceId = newId();
  const series = { issuer: invoice.issuer, year: parisYear(input.at) };
  const number = await insertInvoice(tx, {
    ...invoice,
    ...series,
    id: invoiceId,
    kind: 'credit-note',
    creditedInvoiceId: invoice.id,
    note: input.note,
    issuedAt: input.at,
  });
  await deps.jobs.enqueue(tx, renderInvoiceJob, { invoiceId });
  return { invoiceId, number: invoiceNumber({ ...series, number }) };
}
