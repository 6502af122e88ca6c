// GET /marketplace/deal: the deals for sale.

import type { Cents } from '../../../core/cents.ts';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';
import { decodeCursor, toPage } from '../../../core/http/cursor.ts';
import type { AppDeps } from '../../../deps.ts';
import { findCustomer } from '../../access/customers/index.ts';
import { listPendingDeals } from './queries.ts';
import { requireMarketAccess } from './rules.ts';

/** Page of pending deals, newest first, the caller's own included; prices in cents. */
export async function listDeals(
  deps: Pick<AppDeps, 'db'>,
  input: { customerId: CustomerId; limit: number; cursor?: string; propertyId?: PropertyId; maxBrickPriceCents?: Cents },
) {
  requireMarketAccess(await findCustomer(deps.db, input.customerId));
  const { limit, cursor, propertyId, maxBrickPriceCents } = input;
  const rows = await listPendingDeals(deps.db, { propertyId, maxBrickPriceCents, after: decodeCursor(cursor), limit: limit + 1 });
  return toPage(
    rows,
    limit,
    (row) => ({ at: row.createdAt, id: row.id }),
    ({ createdAt: _, ...deal }) => deal,
  );
}
