// GET /administration/invoices: invoices and credit notes of SPVs and investors (A-invoices-8).

import type { Static } from 'typebox';
import { decodeCursor, toPage } from '../../../core/http/cursor.ts';
import type { AppDeps } from '../../../deps.ts';
import { toAdministrationInvoice } from './administration-view.ts';
import { listInvoicesPage } from './queries.ts';
import type { AdministrationInvoicesPage, AdministrationInvoicesQuery } from './schemas.ts';

/** One page, newest first. Error: `validation-failed` for an invalid cursor. */
export async function listAllInvoices(
  deps: Pick<AppDeps, 'db'>,
  { limit, cursor, ...filters }: Static<typeof AdministrationInvoicesQuery>,
): Promise<Static<typeof AdministrationInvoicesPage>> {
  const rows = await listInvoicesPage(deps.db, filters, { after: decodeCursor(cursor), limit: limit + 1 });
  return toPage(rows, limit, ({ issuedAt: at, id }) => ({ at, id }), toAdministrationInvoice);
}
