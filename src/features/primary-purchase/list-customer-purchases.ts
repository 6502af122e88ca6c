// GET /administration/customers/:customerId/purchases: an investor's purchases in fundings, with their payments.

import type { Static } from 'typebox';
import { decodeCursor, toPage } from '../../core/http/cursor.ts';
import type { AppDeps } from '../../deps.ts';
import { assertCustomer } from '../customers/index.ts';
import { listPurchasesOf } from './list-queries.ts';
import { toAdministrationPurchase } from './purchase-view.ts';
import type { AdministrationPurchasesPage, AdministrationPurchasesQuery } from './schemas.ts';

/** Newest first. Errors: `not-found`, `validation-failed` for a foreign cursor. */
export async function listCustomerPurchases(
  deps: Pick<AppDeps, 'db'>,
  input: Static<typeof AdministrationPurchasesQuery> & { customerId: string },
): Promise<Static<typeof AdministrationPurchasesPage>> {
  const { customerId, limit, cursor, ...filters } = input;
  const after = decodeCursor(cursor);
  await assertCustomer(deps.db, customerId);
  const rows = await listPurchasesOf(deps.db, customerId, { after, limit: limit + 1, filters });
  return toPage(rows, limit, ({ createdAt: at, id }) => ({ at, id }), toAdministrationPurchase);
}
