// GET /administration/customers/:customerId/purchases: an investor's primary purchases with their payments.

import type { Static } from 'typebox';
import type { CustomerId } from '../../../core/db/tables.ts';
import { decodeCursor, toPage } from '../../../core/http/cursor.ts';
import type { AppDeps } from '../../../deps.ts';
import { assertCustomer } from '../../access/customers/index.ts';
import { type ListedPurchase, listPurchasesOf } from './list-queries.ts';
import { toListedPurchase } from './purchase-view.ts';
import type { AdministrationPurchase, AdministrationPurchasesPage, AdministrationPurchasesQuery } from './schemas.ts';

/** Newest first. Errors: `not-found`, `validation-failed` for an invalid cursor. */
export async function listCustomerPurchases(
  deps: Pick<AppDeps, 'db'>,
  input: Static<typeof AdministrationPurchasesQuery> & { customerId: CustomerId },
): Promise<Static<typeof AdministrationPurchasesPage>> {
  const { customerId, limit, cursor, ...filters } = input;
  const after = decodeCursor(cursor);
  await assertCustomer(deps.db, customerId);
  const rows = await listPurchasesOf(deps.db, customerId, { after, limit: limit + 1, filters });
  return toPage(rows, limit, ({ createdAt: at, id }) => ({ at, id }), toView);
}

/** The investor's view with the payment and its outcome at the provider. */
function toView(row: ListedPurchase): Static<typeof AdministrationPurchase> {
  const { updatedAt, paymentId, providerPaymentId, failure } = row;
  return { ...toListedPurchase(row), updatedAt: updatedAt.toString(), paymentId, providerPaymentId, failure };
}
