// GET /administration/customers/:customerId/deals: the deals that an investor sells and buys, with both parties.

import type { Static } from 'typebox';
import type { CustomerId } from '../../../core/db/tables.ts';
import { decodeCursor, toPage } from '../../../core/http/cursor.ts';
import type { AppDeps } from '../../../deps.ts';
import { assertCustomer } from '../../access/customers/index.ts';
import { toOwnDeal } from './own-deal-view.ts';
import { listDealsOf, type OwnDealRow } from './own-queries.ts';
import type { AdministrationDeal, AdministrationDealsPage, AdministrationDealsQuery } from './schemas.ts';

/** Newest first. Errors: `not-found`, `validation-failed` for an invalid cursor. */
export async function listCustomerDeals(
  deps: Pick<AppDeps, 'db'>,
  input: Static<typeof AdministrationDealsQuery> & { customerId: CustomerId },
): Promise<Static<typeof AdministrationDealsPage>> {
  const { customerId, limit, cursor, ...filters } = input;
  const after = decodeCursor(cursor);
  await assertCustomer(deps.db, customerId);
  const rows = await listDealsOf(deps.db, customerId, { after, limit: limit + 1, filters });
  return toPage(rows, limit, ({ createdAt: at, id }) => ({ at, id }), toView);
}

/** The investor's view with both parties, their transactions and the status of the commission. */
function toView(row: OwnDealRow): Static<typeof AdministrationDeal> {
  const { sellerId, buyerId, counterpartName, commissionStatus, buyingTransactionId, sellingTransactionId } = row;
  return { ...toOwnDeal(row), sellerId, buyerId, counterpartName, commissionStatus, buyingTransactionId, sellingTransactionId };
}
