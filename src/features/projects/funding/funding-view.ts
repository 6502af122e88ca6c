// Turns a funding and its counts into the view of administrators.

import { availableBricks, type PurchaseCounts } from '../../investing/primary-purchase/index.ts';
import type { FundingRow } from './queries.ts';
import { fundedPercentage, fundingStatus } from './rules.ts';
import type { FundingView } from './schemas.ts';

/** `investorCount` is the present one; after the closing the one that was kept stands. */
export function toFundingView(row: FundingRow, counts: PurchaseCounts & { investorCount: number }): FundingView {
  const { confirmedBricks, waitingBricks } = counts;
  const { totalBricks, minBricks, brickPriceCents } = {
    ...row,
    totalBricks: row.totalBricks ?? 0,
    minBricks: row.minBricks ?? 0,
  };
  const available = availableBricks({ totalBricks, confirmedBricks, waitingBricks });
  return {
    propertyId: row.propertyId,
    name: row.name,
    investorContractType: row.investorContractType,
    status: fundingStatus({ totalBricks, minBricks, confirmedBricks }),
    ended: row.endedAt !== null,
    brickPriceCents,
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
    waitingAmountCents: waitingBricks * (brickPriceCents ?? 0),
    availableAmountCents: available * (brickPriceCents ?? 0),
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
