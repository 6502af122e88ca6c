// DELETE /marketplace/deal/:dealId: the seller deletes a pending deal.

import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { freeBricksOfDeals } from '../../../money/bricks/index.ts';
import { lockCustomer } from '../../access/customers/index.ts';
import { DELETION_NOT_FOUND } from './errors.ts';
import { deletePendingDeal } from './queries.ts';
import { requireMarketAccess } from './rules.ts';

/** Also frees the deal's bricks. The slot of the daily quota stays used (market.md#daily-quota). */
export async function deleteDeal(deps: Pick<AppDeps, 'db'>, input: { customerId: CustomerId; dealId: string }): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const seller = requireMarketAccess(await lockCustomer(tx, input.customerId));
    const deleted = await deletePendingDeal(tx, input.dealId, seller.id);
    if (!deleted) throw new AppError(DELETION_NOT_FOUND);
    await freeBricksOfDeals(tx, [input.dealId]);
  });
}
