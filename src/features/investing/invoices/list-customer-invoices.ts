// GET /administration/customers/:customerId/invoices: invoices and credit notes of an investor.

import type { Static } from 'typebox';
import type { CustomerId } from '../../../core/db/tables.ts';
import { decodeCursor, toPage } from '../../../core/http/cursor.ts';
import type { AppDeps } from '../../../deps.ts';
import { assertCustomer } from '../../access/customers/index.ts';
import { toAdministrationInvoice } from './administration-view.ts';
import { listInvoicesPage } from './queries.ts';
import type { AdministrationInvoicesPage, CustomerInvoicesQuery } from './schemas.ts';

/** One page, newest first. Errors: `not-found`, `validation-failed` for an invalid cursor. */
export async function listCustomerInvoices(
  deps: Pick<AppDeps, 'db'>,
  input: Static<typeof CustomerInvoicesQuery> & { customerId: CustomerId },
): Promise<Static<typeof AdministrationInvoicesPage>> {
  const { limit, cursor, ...filters } = input;
  const after = decodeCursor(cursor);
  await assertCustomer(deps.db, filters.customerId);
  const rows = await listInvoicesPage(deps.db, filters, { after, limit: limit + 1 });
  return toPage(rows, limit, ({ issuedAt: at, id }) => ({ at, id }), toAdministrationInvoice);
}
