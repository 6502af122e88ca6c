// GET /customers/invoices/:invoiceId/file: the PDF of an invoice, to its customer only.

import { AppError, NOT_FOUND } from '../../core/errors.ts';
import type { AppDeps } from '../../deps.ts';
import { renderInvoicePdf } from './invoice-pdf.ts';
import { issuerOf } from './issuer.ts';
import { findCustomerInvoice } from './queries.ts';
import { invoiceNumber } from './rules.ts';

/**
 * The stored file; rendered on the spot where the job has not come to it yet (A-invoices-4). Error: `not-found`, also for
 * somebody else's invoice.
 */
export async function readInvoiceFile(
  deps: Pick<AppDeps, 'db' | 'config' | 'storage'>,
  input: { customerId: string; invoiceId: string },
): Promise<{ name: string; bytes: Uint8Array }> {
  const invoice = await findCustomerInvoice(deps.db, input);
  if (!invoice) throw new AppError(NOT_FOUND, { detail: 'Invoice not found' });
  const stored = invoice.storageKey === null ? null : await deps.storage.get(invoice.storageKey);
  const bytes = stored?.bytes ?? (await renderInvoicePdf(invoice, issuerOf(deps.config)));
  return { name: `${invoiceNumber(invoice)}.pdf`, bytes };
}
