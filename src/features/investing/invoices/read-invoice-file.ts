// GET /customers/invoices/:invoiceId/file: the PDF of an invoice, to its customer only (A-invoices-7).

import type { CustomerId } from '../../../core/db/tables.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { readFileOf } from './invoice-file.ts';
import { findCustomerInvoice } from './queries.ts';

/** Error: `not-found`, also for another customer's invoice. */
export async function readInvoiceFile(
  deps: Pick<AppDeps, 'db' | 'config' | 'storage'>,
  input: { customerId: CustomerId; invoiceId: string },
): Promise<{ name: string; bytes: Uint8Array }> {
  const invoice = await findCustomerInvoice(deps.db, input);
  if (!invoice) throw new AppError(NOT_FOUND, { detail: 'Invoice not found' });
  return readFileOf(deps, invoice);
}
