// GET /administration/property/:propertyId/funding: the funding step view.

import { centsOf } from '../../../core/cents.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { availableBricks, type PurchaseCounts } from '../../investing/primary-purchase/index.ts';
import { countFunding } from './count-funding.ts';
import { type FundingRow, findFunding } from './queries.ts';
import { fundedPercentage, fundingStatus } from './rules.ts';
import type { FundingView } from './schemas.ts';

/** The present numbers. Error: `not-found`. */
export async function readFunding(deps: Pick<AppDeps, 'db'>, propertyId: PropertyId): Promise<FundingView> {
  const funding = await findFunding(deps.db, propertyId);
  if (!funding) throw new AppError(NOT_FOUND, { detail: 'Property not found' });
  return toFundingView(funding, await countFunding(deps.db, propertyId));
}

/**
 * After the closing `investorCount` is the number stored then, before it the present one. A draft has neither bricks nor a price.
 */
function toFundingView(row: FundingRow, counts: PurchaseCounts & { investorCount: number }): FundingView {
  const { confirmedBricks, waitingBricks } = counts;
  const [totalBricks, minBricks, brickPriceCents] = [row.totalBricks ?? 0, row.minBricks ?? 0, row.brickPriceCents ?? 0];
  const available = availableBricks({ totalBricks, confirmedBricks, waitingBricks });
  return {
    propertyId: row.propertyId,
    name: row.name,
    investorContractType: row.investorContractType,
    status: fundingStatus({ totalBricks, minBricks, confirmedBricks }),
    ended: row.endedAt !== null,
    brickPriceCents: row.brickPriceCents,
    amountToFundCents: row.amountToFundCents,
    minAmountToFundCents: row.minAmountToFundCents,
    totalBricks,
    minBricks,
    confirmed: confirmedBricks,
    waiting: waitingBricks,
    available,
    confirmedPercentage: fundedPercentage(confirmedBricks, totalBricks),
    confirmedAndWaitingPercentage: fundedPercentage(confirmedBricks + waitingBricks, totalBricks),
    confirmedAmountCents: counts.confirmedCents,
    waitingAmountCents: centsOf(waitingBricks * brickPriceCents),
    availableAmountCents: centsOf(available * brickPriceCents),
    investorCount: row.investorCount ?? counts.investorCount,
    purchasedBrickCount: row.purchasedBrickCount,
    primaryMarketOpen: row.primaryMarketOpen,
    financialStatus: row.financialStatus,
    displayDate: row.displayDate?.toString() ?? null,
    publishedAt: row.publishedAt?.toString() ?? null,
    startDate: row.startDate?.toString() ?? null,
    maxEndDate: row.maxEndDate?.toString() ?? null,
    possibleClosingDate: counts.lastWindowEnd?.toString() ?? null,
    endedAt: row.endedAt?.toString() ?? null,
    purchasedDate: row.purchasedDate?.toString() ?? null,
  };
}
