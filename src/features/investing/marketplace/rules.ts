// Which investors may trade, what may be resold at which price, and the ratios and states of a deal
// (market.md#price-and-figures-of-a-deal). Pure.

import { basisPointsOf, type Cents, centsOf, ratioWithTwoDecimals } from '../../../core/cents.ts';
import { AppError } from '../../../core/errors.ts';
import { verbRow } from '../../../core/states.ts';
import type { Customer } from '../../access/customers/index.ts';
import type { PropertyRow } from '../../projects/project-life/index.ts';
import { DEAL_NOT_FOUND, DELETION_NOT_FOUND, MARKETPLACE_FORBIDDEN } from './errors.ts';

/** The customer, if they have the flag canSeeRoyalty. Error: `marketplace-forbidden`. */
export function requireMarketAccess(customer: Customer | undefined): Customer {
  if (!customer?.canSeeRoyalty) throw new AppError(MARKETPLACE_FORBIDDEN);
  return customer;
}

/** The part of a property that decides whether its bricks may change hands. */
export type ResaleState = {
  investorContractType: 'obligation' | 'loan' | 'royalty';
  purchasedDate: Temporal.Instant | null;
  resaleSaleType: 'partial' | 'total' | null;
  resaleCompletedAt: Temporal.Instant | null;
  isMarketplaceAllowed: boolean;
};

/** That part of a stored property. */
export function resaleStateOf(
  row: Pick<
    PropertyRow,
    'investor_contract_type' | 'purchased_date' | 'resale_sale_type' | 'resale_completed_at' | 'is_marketplace_allowed'
  >,
): ResaleState {
  return {
    investorContractType: row.investor_contract_type,
    purchasedDate: row.purchased_date,
    resaleSaleType: row.resale_sale_type,
    resaleCompletedAt: row.resale_completed_at,
    isMarketplaceAllowed: row.is_marketplace_allowed,
  };
}

/** Royalty, purchased, resale not completed, no total offer accepted, market open. */
export function isEligibleForResale(property: ResaleState): boolean {
  return (
    property.investorContractType === 'royalty' &&
    property.purchasedDate !== null &&
    property.resaleCompletedAt === null &&
    property.resaleSaleType !== 'total' &&
    property.isMarketplaceAllowed
  );
}

/** Both limits included; cents per brick. */
export function isPriceWithinRange(priceCents: Cents, minimumCents: Cents, officialCents: Cents): boolean {
  return priceCents >= minimumCents && priceCents <= officialCents;
}

/**
 * What decides the ratios: prices in cents per brick, the yearly return as a rate (percent x 10 000), revenue of `revenueMonths`.
 */
export type DealTerms = {
  brickCount: number;
  officialCents: Cents;
  sellingCents: Cents;
  returnOnInvestmentRate: number;
  revenuePerBrickCents: Cents;
  revenueMonths: number;
  commissionBps: number;
};

/** Total price, commission deducted from the seller's share, and the ratios, all computed once at creation (G-15). */
export function computeDealFigures(terms: DealTerms) {
  const official = BigInt(terms.officialCents);
  const selling = BigInt(terms.sellingCents);
  const priceWithoutCommissionCents = centsOf(terms.brickCount * terms.sellingCents);
  return {
    priceWithoutCommissionCents,
    commissionCents: basisPointsOf(priceWithoutCommissionCents, terms.commissionBps),
    brickPriceVariation: ratioWithTwoDecimals((selling - official) * 100n, official),
    profitability: ratioWithTwoDecimals(BigInt(terms.returnOnInvestmentRate) * official, 10_000n * selling),
    revenueYield:
      terms.revenueMonths === 0
        ? 0
        : ratioWithTwoDecimals(BigInt(terms.revenuePerBrickCents) * 1200n, BigInt(Math.min(terms.revenueMonths, 12)) * selling),
  };
}

/** How the deals for sale are ordered. */
export const DEAL_SORTS = ['newest', 'discount', 'profitability'] as const;
export type DealSort = (typeof DEAL_SORTS)[number];

/** `resting`: pending, while its seller is frozen or blocked; `deleted`: the row is gone. */
export const DEAL_STATES = ['pending', 'resting', 'reserved', 'confirmed', 'deleted'] as const;
export type DealState = (typeof DEAL_STATES)[number];

export const DEAL_VERBS = {
  'purchase-deal': verbRow(DEAL_STATES, ['pending'], DEAL_NOT_FOUND),
  'delete-deal': verbRow(DEAL_STATES, ['pending', 'resting'], DELETION_NOT_FOUND),
};
