// GET /customers/purchases: the investor's primary purchases.

import type { Static } from 'typebox';
import type { CustomerId } from '../../../core/db/tables.ts';
import { decodeCursor, toPage } from '../../../core/http/cursor.ts';
import type { AppDeps } from '../../../deps.ts';
import { listPurchasesOf } from './list-queries.ts';
import { toListedPurchase } from './purchase-view.ts';
import type { PurchasesPage } from './schemas.ts';

/** Newest first, in any status; cents. Error: `validation-failed` for an invalid cursor. */
export async function listPurchases(
  deps: Pick<AppDeps, 'db'>,
  input: { customerId: CustomerId; limit: number; cursor?: string },
): Promise<Static<typeof PurchasesPage>> {
  const { customerId, limit, cursor } = input;
  const rows = await listPurchasesOf(deps.db, customerId, { after: decodeCursor(cursor), limit: limit + 1 });
  return toPage(rows, limit, ({ createdAt: at, id }) => ({ at, id }), toListedPurchase);
}
