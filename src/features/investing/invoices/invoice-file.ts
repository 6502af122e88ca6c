// The bytes of an invoice, whoever asks for them.

import type { AppDeps } from '../../../deps.ts';
import { renderInvoicePdf } from './invoice-pdf.ts';
import { issuerOf } from './issuer.ts';
import type { Invoice } from './queries.ts';
import { invoiceNumber } from './rules.ts';

/** The stored file; rendered on the spot where the job has not come to it yet (A-invoices-4). */
export async function readFileOf(
  deps: Pick<AppDeps, 'config' | 'storage'>,
  invoice: Invoice,
): Promise<{ name: string; bytes: Uint8Array }> {
  const stored = invoice.storageKey === null ? null : await deps.storage.get(invoice.storageKey);
  const bytes = stored?.bytes ?? (await renderInvoicePdf(invoice, issuerOf(deps.config)));
  return { name: `${invoiceNumber(invoice)}.pdf`, bytes };
}
