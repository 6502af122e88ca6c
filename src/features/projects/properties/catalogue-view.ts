// Turns a stored property into the description on its public page, which is also part of the administrators' view.

import { percentageOf } from '../../../core/cents.ts';
import type { PropertyRow } from '../project-life/index.ts';
import type { Presentation } from './presentation.ts';
import type { CatalogueDescription } from './view-schemas.ts';

export function toCatalogueDescription(row: PropertyRow): CatalogueDescription {
  // Border: presentationWith() alone writes this document.
  const shown = row.presentation as Presentation;
  return {
    id: row.id,
    name: row.name,
    investorContractType: row.investor_contract_type,
    investmentCase: shown.investmentCase ?? null,
    imageGallery: shown.imageGallery ?? [],
    videoGallery: shown.videoGallery ?? [],
    documents: shown.documents ?? [],
    address: shown.address ?? null,
    localisationDescription: shown.localisationDescription ?? null,
    surface: shown.surface ?? null,
    fundingStartDate: row.funding_start_date?.toString() ?? null,
    fundingMaxEndDate: row.funding_max_end_date?.toString() ?? null,
    revenueStartDate: row.revenue_start_date?.toString() ?? null,
    investmentHorizonInMonths: row.investment_horizon_in_months,
    amountToFundCents: row.amount_to_fund_cents,
    minAmountToFundCents: row.min_amount_to_fund_cents,
    advantages: shown.advantages ?? [],
    finances: shown.finances ?? null,
    attributes: shown.attributes ?? null,
    returnOnInvestment: row.return_on_investment_rate === null ? null : percentageOf(row.return_on_investment_rate),
    lotCount: shown.lotCount ?? null,
    displayDate: row.display_date?.toString() ?? null,
    publishedAt: row.published_at?.toString() ?? null,
    totalBricks: row.total_bricks,
    minBricks: row.min_bricks,
    purchasedDate: row.purchased_date?.toString() ?? null,
    isMarketplaceAllowed: row.is_marketplace_allowed,
  };
}
