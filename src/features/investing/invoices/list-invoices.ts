// GET /customers/invoices: invoices and credit notes of the investor.

import type { Static } from 'typebox';
import type { CustomerId } from '../../../core/db/tables.ts';
import { decodeCursor, toPage } from '../../../core/http/cursor.ts';
import type { AppDeps } from '../../../deps.ts';
import { toInvoiceView } from './invoice-view.ts';
import { listInvoicesPage } from './queries.ts';
import type { InvoicesPage } from './schemas.ts';

/** One page, newest first. Error: `validation-failed` for an invalid cursor. */
export async function listInvoices(
  deps: Pick<AppDeps, 'db'>,
  input: { customerId: CustomerId; limit: number; cursor?: string },
): Promise<Static<typeof InvoicesPage>> {
  const { customerId, limit, cursor } = input;
  const rows = await listInvoicesPage(deps.db, { customerId }, { after: decodeCursor(cursor), limit: limit + 1 });
  return toPage(rows, limit, ({ issuedAt, id }) => ({ at: issuedAt, id }), toInvoiceView);
}
