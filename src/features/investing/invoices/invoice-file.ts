// Reads the PDF of an invoice, for its customer and for administrators.

import type { AppDeps } from '../../../deps.ts';
import { renderInvoicePdf } from './invoice-pdf.ts';
import { issuerOf } from './issuer.ts';
import type { Invoice } from './queries.ts';
import { invoiceNumber } from './rules.ts';

/** The stored file; rendered on demand while the job has not stored it yet (A-invoices-4). */
export async function readFileOf(
  deps: Pick<AppDeps, 'config' | 'storage'>,
  invoice: Invoice,
): Promise<{ name: string; bytes: Uint8Array }> {
  const stored = invoice.storageKey === null ? null : await deps.storage.get(invoice.storageKey);
  const bytes = stored?.bytes ?? (await renderInvoicePdf(invoice, issuerOf(deps.config)));
  return { name: `${invoiceNumber(invoice)}.pdf`, bytes };
}
