// GET /customers/deals/:dealId: one deal that the investor sells or buys.

import type { Static } from 'typebox';
import type { CustomerId } from '../../../core/db/tables.ts';
import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { OWN_DEAL_NOT_FOUND } from './errors.ts';
import { toOwnDeal } from './own-deal-view.ts';
import { findDealOf } from './own-queries.ts';
import type { OwnDeal } from './schemas.ts';

/** Error: `marketplace.deal.not-found`, also for a deal of others. */
export async function readOwnDeal(
  deps: Pick<AppDeps, 'db'>,
  key: { customerId: CustomerId; dealId: string },
): Promise<Static<typeof OwnDeal>> {
  const row = await findDealOf(deps.db, key);
  if (!row) throw new AppError(OWN_DEAL_NOT_FOUND);
  return toOwnDeal(row);
}
