// Renders an invoice and stores its PDF.

import { inTransaction } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { renderInvoicePdf } from './invoice-pdf.ts';
import { issuerOf } from './issuer.ts';
import { findInvoice, markFiled } from './queries.ts';
import { storageKeyOf } from './rules.ts';

/** Idempotent: a repetition writes the same bytes under the same key. Returns the storage key. */
export async function fileInvoice(
  deps: Pick<AppDeps, 'db' | 'config' | 'storage'>,
  { invoiceId }: { invoiceId: string },
): Promise<string> {
  const invoice = await findInvoice(deps.db, invoiceId);
  if (!invoice) throw new Error(`there is no invoice ${invoiceId} to render`);
  if (invoice.storageKey !== null) return invoice.storageKey;
  const key = storageKeyOf(invoice);
  await deps.storage.put(key, await renderInvoicePdf(invoice, issuerOf(deps.config)), 'application/pdf');
  await inTransaction(deps.db, (tx) => markFiled(tx, invoiceId, key));
  return key;
}
