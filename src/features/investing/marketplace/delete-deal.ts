// DELETE /marketplace/deal/:dealId: the seller takes a pending deal back.

import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { freeBricksOfDeals } from '../../../money/bricks/index.ts';
import { DELETION_NOT_FOUND } from './errors.ts';
import { lockMarketCustomer } from './lock-market-customer.ts';
import { deletePendingDeal } from './queries.ts';

/** Deletes the caller's own pending deal and frees its bricks. The day's slot is not given back (market.md#daily-quota). */
export async function deleteDeal(deps: Pick<AppDeps, 'db'>, input: { customerId: string; dealId: string }): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const seller = await lockMarketCustomer(tx, input.customerId);
    const deleted = await deletePendingDeal(tx, input.dealId, seller.id);
    if (!deleted) throw new AppError(DELETION_NOT_FOUND);
    await freeBricksOfDeals(tx, [input.dealId]);
  });
}
