// A deal is offered and taken back: POST and DELETE /marketplace/deal, the daily quota, and the end of resale of a property.

import type { Cents } from '../../../core/cents.ts';
import { parisDate } from '../../../core/dates.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import { newId } from '../../../core/ids.ts';
import type { Jobs } from '../../../core/jobs/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { freeBricksOfDeals, lockBricksForSale } from '../../../money/bricks/index.ts';
import { sendEmailJob } from '../../../providers/email/index.ts';
import { assertFullRights, type Customer, findCustomer, lockCustomer } from '../../access/customers/index.ts';
import { lockProperty } from '../../projects/project-life/index.ts';
import {
  DELETION_NOT_FOUND,
  MAX_SELLING_QUOTA_REACHED,
  NOT_ENOUGH_BRICKS,
  PRICE_NOT_WITHIN_RANGE,
  PROPERTY_BRICKS_PRICE_NOT_FOUND,
  PROPERTY_FORBIDDEN,
  PROPERTY_NOT_FOUND,
} from './errors.ts';
import {
  type CanceledDeal,
  countDealsOfDay,
  deletePendingDeal,
  deletePendingDealsOf,
  findPropertyForSale,
  insertDeal,
  takeQuotaSlot,
} from './queries.ts';
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
  const property = await findForSale(tx, asked.propertyId, at);
  const { officialCents } = property;
  if (!isPriceWithinRange(asked.price, config.MIN_BRICK_PRICE_CENTS, officialCents)) throw new AppError(PRICE_NOT_WITHIN_RANGE);
  return { officialCents, ...figuresOf({ config }, property, asked) };
}

/** A property whose bricks may be resold now. Errors: those of the property in the order of the document. */
export async function findForSale(db: Database | Tx, propertyId: PropertyId, at: Temporal.Instant) {
  const property = await findPropertyForSale(db, propertyId, at);
  if (!property) throw new AppError(PROPERTY_NOT_FOUND);
  if (!isEligibleForResale(property)) throw new AppError(PROPERTY_FORBIDDEN);
  const { officialCents } = property;
  if (officialCents === null) throw new AppError(PROPERTY_BRICKS_PRICE_NOT_FOUND);
  return { ...property, officialCents };
}

/** The figures of `amount` bricks of it at `price` cents each. */
export function figuresOf(
  { config }: Pick<AppDeps, 'config'>,
  property: Awaited<ReturnType<typeof findForSale>>,
  { amount, price }: { amount: number; price: Cents },
) {
  const { officialCents, returnOnInvestmentRate, revenuePerBrickCents } = property;
  return computeDealFigures({
    brickCount: amount,
    officialCents,
    sellingCents: price,
    // A property without a return or a yearly update has a profitability or revenue yield of 0.
    returnOnInvestmentRate: returnOnInvestmentRate ?? 0,
    revenuePerBrickCents: revenuePerBrickCents ?? 0,
    // A yearly update holds the revenue of twelve months.
    revenueMonths: revenuePerBrickCents === null ? 0 : 12,
    commissionBps: config.MARKETPLACE_SELLER_COMMISSION_BPS,
  });
}

/** Open to every investor, also without canSeeRoyalty. Always true for the company account, which has no quota. */
export async function canSellToday(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  caller: { customerId: CustomerId },
): Promise<{ canSellToday: boolean }> {
  const customer = await findCustomer(deps.db, caller.customerId);
  if (!customer) throw new AppError(NOT_FOUND);
  const left = await dealsLeftToday(deps, customer);
  return { canSellToday: left === null || left > 0 };
}

/** How many deals more the seller may offer on this Paris day; null for the company account, which has no quota. */
export async function dealsLeftToday(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  { id, isCompanyAccount }: Pick<Customer, 'id' | 'isCompanyAccount'>,
): Promise<number | null> {
  if (isCompanyAccount) return null;
  const dealCount = await countDealsOfDay(deps.db, id, parisDate(deps.clock.now()));
  return Math.max(deps.config.MAX_DAILY_RESALE_DEALS - dealCount, 0);
}

/** Also frees the deal's bricks. The slot of the daily quota stays used (market.md#daily-quota). */
export async function deleteDeal(deps: Pick<AppDeps, 'db'>, input: { customerId: CustomerId; dealId: string }): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const seller = requireMarketAccess(await lockCustomer(tx, input.customerId));
    const deleted = await deletePendingDeal(tx, input.dealId, seller.id);
    if (!deleted) throw new AppError(DELETION_NOT_FOUND);
    await freeBricksOfDeals(tx, [input.dealId]);
  });
}

/** Limit of one statement that enqueues mails. */
const MAILS_PER_STATEMENT = 500;

/** Also frees the bricks of the deals and mails the sellers the reason. Returns how many deals were deleted. */
export async function cancelPendingDeals(
  tx: Tx,
  deps: { jobs: Jobs },
  cancellation: { propertyId: PropertyId; reason: 'market-closed' | 'offer-accepted' },
): Promise<number> {
  const deals = await deletePendingDealsOf(tx, cancellation.propertyId);
  await freeBricksOfDeals(
    tx,
    deals.map(({ id }) => id),
  );
  const mails = deals.map((deal) => mailOf(deal, cancellation.reason));
  for (let from = 0; from < mails.length; from += MAILS_PER_STATEMENT) {
    await deps.jobs.enqueueMany(tx, sendEmailJob, mails.slice(from, from + MAILS_PER_STATEMENT));
  }
  return deals.length;
}

function mailOf(deal: CanceledDeal, reason: 'market-closed' | 'offer-accepted') {
  const { id, sellerEmail, sellerFirstName, propertyName, brickCount, priceCents } = deal;
  const firstName = sellerFirstName === null ? {} : { firstName: sellerFirstName };
  return {
    to: sellerEmail,
    template: 'deal-canceled' as const,
    data: { propertyName, bricks: brickCount, priceCents, reason, reference: id, ...firstName },
  };
}
