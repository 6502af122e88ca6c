// GET /administration/referral-for-primary-purchase/invoices/:invoiceId/file: an invoice of a referrer as it was uploaded.

import { extname } from 'node:path';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { findInvoiceFile } from './invoice-queries.ts';

/** Error: `not-found`, also when the file is missing in the storage. */
export async function readReceivedInvoice(
  deps: Pick<AppDeps, 'db' | 'storage'>,
  invoiceId: string,
): Promise<{ name: string; contentType: string; bytes: Uint8Array }> {
  const invoice = await findInvoiceFile(deps.db, invoiceId);
  const file = invoice && (await deps.storage.get(invoice.storageKey));
  if (!invoice || !file) throw new AppError(NOT_FOUND, { detail: 'Invoice not found' });
  const { contentType, storageKey } = invoice;
  return { name: `${invoiceId}${extname(storageKey)}`, contentType, bytes: file.bytes };
}
