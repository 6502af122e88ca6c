// Turns the sale of a property into what the public sees of it: the progress of the funding and the bricks left.

import { availableBricks, type PurchaseCounts } from '../../investing/primary-purchase/index.ts';
import { fundedPercentage, fundingStatus } from '../funding/index.ts';
import type { SaleRow } from './queries.ts';
import type { Availability } from './view-schemas.ts';

/**
 * After the end of the funding nothing is available, even if bricks are unsold. A draft, in its preview, has no bricks and no
 * counts.
 */
export function toAvailability(row: SaleRow, counts: PurchaseCounts | undefined): Availability {
  const { confirmedBricks = 0, waitingBricks = 0 } = counts ?? {};
  const totalBricks = row.total_bricks ?? 0;
  return {
    brickPriceCents: row.brickPriceCents,
    fundingStatus: fundingStatus({ totalBricks, minBricks: row.min_bricks ?? 0, confirmedBricks }),
    fundingEnded: row.funding_ended_at !== null,
    primaryMarketOpen: row.primary_market_open,
    confirmedBricks,
    waitingBricks,
    availableBricks: row.primary_market_open ? availableBricks({ totalBricks, confirmedBricks, waitingBricks }) : 0,
    confirmedPercentage: fundedPercentage(confirmedBricks, totalBricks),
  };
}
