// GET /customers/deals: the deals that the investor sells and buys.

import type { Static } from 'typebox';
import type { CustomerId } from '../../../core/db/tables.ts';
import { decodeCursor, toPage } from '../../../core/http/cursor.ts';
import type { AppDeps } from '../../../deps.ts';
import { toOwnDeal } from './own-deal-view.ts';
import { listDealsOf } from './own-queries.ts';
import type { OwnDealsPage } from './schemas.ts';

/** Newest first, in any status. Error: `validation-failed` for an invalid cursor. */
export async function listOwnDeals(
  deps: Pick<AppDeps, 'db'>,
  input: { customerId: CustomerId; limit: number; cursor?: string },
): Promise<Static<typeof OwnDealsPage>> {
  const { customerId, limit, cursor } = input;
  const rows = await listDealsOf(deps.db, customerId, { after: decodeCursor(cursor), limit: limit + 1 });
  return toPage(rows, limit, (row) => ({ at: row.createdAt, id: row.id }), toOwnDeal);
}
