// GET /administration/invoices/:invoiceId/file: the PDF of any invoice or credit note.

import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { readFileOf } from './invoice-file.ts';
import { findInvoice } from './queries.ts';

/** Error: `not-found`. */
export async function readAnyInvoiceFile(
  deps: Pick<AppDeps, 'db' | 'config' | 'storage'>,
  invoiceId: string,
): Promise<{ name: string; bytes: Uint8Array }> {
  const invoice = await findInvoice(deps.db, invoiceId);
  if (!invoice) throw new AppError(NOT_FOUND, { detail: 'Invoice not found' });
  return readFileOf(deps, invoice);
}
