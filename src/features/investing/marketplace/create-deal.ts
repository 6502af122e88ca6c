// POST /marketplace/deal: offers free bricks of a royalty property for resale.

import type { Cents } from '../../../core/cents.ts';
import { parisDate } from '../../../core/dates.ts';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockBricksForSale } from '../../../money/bricks/index.ts';
import { assertFullRights, lockCustomer } from '../../access/customers/index.ts';
import { lockProperty } from '../../projects/project-life/index.ts';
import {
  MAX_SELLING_QUOTA_REACHED,
  NOT_ENOUGH_BRICKS,
  PRICE_NOT_WITHIN_RANGE,
  PROPERTY_BRICKS_PRICE_NOT_FOUND,
  PROPERTY_FORBIDDEN,
  PROPERTY_NOT_FOUND,
} from './errors.ts';
import { findPropertyForSale } from './market-queries.ts';
import { insertDeal } from './queries.ts';
import { takeQuotaSlot } from './quota-queries.ts';
import { computeDealFigures, isEligibleForResale, isPriceWithinRange, requireMarketAccess } from './rules.ts';

/** `amount` bricks of a property at `price` cents per brick. */
export type CreateDealInput = {
  customerId: CustomerId;
  propertyId: PropertyId;
  amount: number;
  price: Cents;
  idempotency: IdempotencyClaim | undefined;
};

/**
 * In one transaction, with property and seller locked, so that market, price, flag and rights cannot change after their check:
 * checks in the order of the error table (market.md#creating-a-deal), takes a slot of the daily quota, locks the bricks and
 * writes the pending deal. A failure rolls slot and bricks back. Returns the deal record.
 */
export async function createDeal(deps: Pick<AppDeps, 'db' | 'clock' | 'config'>, input: CreateDealInput) {
  return inIdempotentTransaction(deps.db, input.idempotency, async (tx) => {
    await lockProperty(tx, input.propertyId);
    const at = deps.clock.now();
    const seller = requireMarketAccess(await lockCustomer(tx, input.customerId));
    assertFullRights(seller);
    const hasSlot =
      seller.isCompanyAccount || (await takeQuotaSlot(tx, seller.id, parisDate(at), deps.config.MAX_DAILY_RESALE_DEALS));
    if (!hasSlot) throw new AppError(MAX_SELLING_QUOTA_REACHED);
    const figures = await priceDeal(tx, deps, input, at);
    const dealId = newId();
    const bricksIds = await lockBricksForSale(tx, {
      propertyId: input.propertyId,
      sellerId: seller.id,
      brickCount: input.amount,
      dealId,
    });
    if (bricksIds.length < input.amount) throw new AppError(NOT_ENOUGH_BRICKS);
    return insertDeal(tx, {
      id: dealId,
      propertyId: input.propertyId,
      sellerId: seller.id,
      bricksIds,
      sellingCents: input.price,
      at,
      ...figures,
    });
  });
}

/** Checks that the property may be sold at this price. Returns its official price and the figures of the deal. */
async function priceDeal(tx: Tx, { config }: Pick<AppDeps, 'config'>, asked: CreateDealInput, at: Temporal.Instant) {
  const property = await findPropertyForSale(tx, asked.propertyId, at);
  if (!property) throw new AppError(PROPERTY_NOT_FOUND);
  if (!isEligibleForResale(property)) throw new AppError(PROPERTY_FORBIDDEN);
  const { officialCents, returnOnInvestmentRate, revenuePerBrickCents } = property;
  if (officialCents === null) throw new AppError(PROPERTY_BRICKS_PRICE_NOT_FOUND);
  if (!isPriceWithinRange(asked.price, config.MIN_BRICK_PRICE_CENTS, officialCents)) throw new AppError(PRICE_NOT_WITHIN_RANGE);
  const figures = computeDealFigures({
    brickCount: asked.amount,
    officialCents,
    sellingCents: asked.price,
    // A property without a return or a yearly update has a profitability or revenue yield of 0.
    returnOnInvestmentRate: returnOnInvestmentRate ?? 0,
    revenuePerBrickCents: revenuePerBrickCents ?? 0,
    // A yearly update holds the revenue of twelve months (A-marketplace-1).
    revenueMonths: revenuePerBrickCents === null ? 0 : 12,
    commissionBps: config.MARKETPLACE_SELLER_COMMISSION_BPS,
  });
  return { officialCents, ...figures };
}
