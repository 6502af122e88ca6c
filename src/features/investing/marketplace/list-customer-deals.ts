// GET /administration/customers/:customerId/deals: what an investor sells and buys on the marketplace, and with whom.

import type { Static } from 'typebox';
import { decodeCursor, toPage } from '../../../core/http/cursor.ts';
import type { AppDeps } from '../../../deps.ts';
import { assertCustomer } from '../../access/customers/index.ts';
import { toOwnDeal } from './own-deal-view.ts';
import { listDealsOf, type OwnDealRow } from './own-queries.ts';
import type { AdministrationDeal, AdministrationDealsPage, AdministrationDealsQuery } from './schemas.ts';

/** Newest first. Errors: `not-found`, `validation-failed` for a foreign cursor. */
export async function listCustomerDeals(
  deps: Pick<AppDeps, 'db'>,
  input: Static<typeof AdministrationDealsQuery> & { customerId: string },
): Promise<Static<typeof AdministrationDealsPage>> {
  const { customerId, limit, cursor, ...filters } = input;
  const after = decodeCursor(cursor);
  await assertCustomer(deps.db, customerId);
  const rows = await listDealsOf(deps.db, customerId, { after, limit: limit + 1, filters });
  return toPage(rows, limit, ({ createdAt: at, id }) => ({ at, id }), toView);
}

/** What the investor sees, with both sides, their transactions and how far the commission is. */
function toView(row: OwnDealRow): Static<typeof AdministrationDeal> {
  const { sellerId, buyerId, commissionStatus, buyingTransactionId, sellingTransactionId } = row;
  return { ...toOwnDeal(row), sellerId, buyerId, commissionStatus, buyingTransactionId, sellingTransactionId };
}
