// The sale of a royalty property: put up for sale, an offer accepted, and its price distributed to the holders.

import { recordAdminAction } from '../../../core/audit.ts';
import { invalidate } from '../../../core/cache.ts';
import type { Cents } from '../../../core/cents.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError, notCovered } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockPurses, move, purseOf } from '../../../money/ledger/index.ts';
import { bookTransaction } from '../../../money/payments/index.ts';
import { cancelPendingDeals, hasOpenDeals } from '../../investing/marketplace/index.ts';
import { openSaleRun } from '../../repayment/payouts/index.ts';
import {
  changeFinancialStatus,
  lockMoneyAtProvider,
  lockProperty,
  PROPERTY_NOT_FOUND,
  type PropertyRow,
  propertyCacheKey,
  writeResale,
} from '../project-life/index.ts';
import { type PropertyView, toPropertyView } from '../properties/index.ts';
import { findSpvAccount } from '../spvs/index.ts';
import { DEALS_NOT_SETTLED, SALE_PRICE_NOT_RECEIVED } from './errors.ts';
import { insertSale } from './queries.ts';
import {
  assertMayAccept,
  assertMayComplete,
  assertMayStart,
  assertNotBefore,
  assertSameProperty,
  type SaleState,
} from './rules.ts';
import type { CompletedResale } from './schemas.ts';

/** Which property, and since when it is for sale; `bodyPropertyId` is the id in the body, which may repeat that of the path. */
type StartResale = {
  propertyId: PropertyId;
  bodyPropertyId: PropertyId | undefined;
  saleStartedAt: Temporal.Instant;
  audit: RouteAudit;
};

/**
 * POST /administration/property/:propertyId/resale/start: puts a royalty property up for sale.
 * Under the property's lock. Returns the property. Errors: `validation-failed` (another id, not royalty), then those of
 * market.md#resale-of-a-property.
 */
export async function startResale(deps: Pick<AppDeps, 'db' | 'clock'>, input: StartResale): Promise<PropertyView> {
  const { propertyId, saleStartedAt, audit } = input;
  assertSameProperty(propertyId, input.bodyPropertyId);
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const property = await lockProperty(tx, propertyId);
    if (!property) throw new AppError(PROPERTY_NOT_FOUND);
    assertMayStart(saleStateOf(property));
    const started = await writeResale(tx, propertyId, { resale_sale_started_at: saleStartedAt, updated_at: at });
    const payload = { saleStartedAt: saleStartedAt.toString() };
    await recordAdminAction(tx, { ...audit, target: { type: 'property', id: propertyId }, payload, at });
    return toPropertyView(started);
  });
}

/** Which property, when the offer was accepted, and whether it is for all of it; see StartResale for `bodyPropertyId`. */
type AcceptOffer = {
  propertyId: PropertyId;
  bodyPropertyId: PropertyId | undefined;
  offerAcceptedAt: Temporal.Instant;
  saleType: 'partial' | 'total';
  audit: RouteAudit;
};

/**
 * POST /administration/property/:propertyId/resale/offer-accepted: accepts an offer for the property or a part of it.
 * Under the property's lock: pending deals are canceled and their sellers notified, reserved ones continue. Concurrent creations
 * and purchases of deals wait for this lock and then find the offer. Errors: `validation-failed`, then those of
 * market.md#resale-of-a-property.
 */
export async function acceptOffer(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs'>,
  input: AcceptOffer,
): Promise<{ property: PropertyView }> {
  const { propertyId, offerAcceptedAt, saleType, audit } = input;
  assertSameProperty(propertyId, input.bodyPropertyId);
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const property = await lockProperty(tx, propertyId);
    if (!property) throw new AppError(PROPERTY_NOT_FOUND);
    assertMayAccept(saleStateOf(property));
    assertNotBefore({ path: 'body/offerAcceptedAt', at: offerAcceptedAt }, property.resale_sale_started_at);
    const accepted = await writeResale(tx, propertyId, {
      resale_offer_accepted_at: offerAcceptedAt,
      resale_sale_type: saleType,
      updated_at: at,
    });
    const canceledDeals = await cancelPendingDeals(tx, deps, { propertyId, reason: 'offer-accepted' });
    await invalidate(tx, [propertyCacheKey(propertyId)]);
    const payload = { offerAcceptedAt: offerAcceptedAt.toString(), saleType, canceledDeals };
    await recordAdminAction(tx, { ...audit, target: { type: 'property', id: propertyId }, payload, at });
    return { property: toPropertyView(accepted) };
  });
}

function saleStateOf(row: PropertyRow): SaleState {
  return {
    investorContractType: row.investor_contract_type,
    purchasedDate: row.purchased_date,
    resaleCompletedAt: row.resale_completed_at,
    saleStartedAt: row.resale_sale_started_at,
    offerAcceptedAt: row.resale_offer_accepted_at,
    saleType: row.resale_sale_type,
    isMarketplaceAllowed: row.is_marketplace_allowed,
  };
}

/** Which property was sold, for how many cents, and when; see StartResale for `bodyPropertyId`. */
export type CompleteResale = {
  propertyId: PropertyId;
  bodyPropertyId: PropertyId | undefined;
  salePriceCents: Cents;
  completedAt: Temporal.Instant;
  audit: RouteAudit;
  idempotency: IdempotencyClaim | undefined;
};

/**
 * Under the property's lock, once per sale: 1. check that an offer was accepted, the market is closed, no deal is open, and the
 * price is in the project's purse SURPLUS, which has the archived wire of the buyer; 2. move the price to CAPITAL
 * and divide it over the bricks by largest remainder; 3. open a payout run with a line per holder, which jobs execute. A total
 * sale completes the resale; after a partial one the bricks stay and another sale may start (A-resale-14). Errors:
 * `validation-failed`, then those of completeResaleErrors.
 */
export async function completeResale(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'config'>,
  input: CompleteResale,
): Promise<CompletedResale> {
  const { propertyId, salePriceCents, completedAt, audit } = input;
  assertSameProperty(propertyId, input.bodyPropertyId);
  const at = deps.clock.now();
  return inIdempotentTransaction(deps.db, input.idempotency, async (tx) => {
    const row = await lockProperty(tx, propertyId);
    if (!row) throw new AppError(PROPERTY_NOT_FOUND);
    const state = saleStateOf(row);
    assertMayComplete(state);
    const { saleType, saleStartedAt, offerAcceptedAt } = state;
    assertNotBefore({ path: 'body/completedAt', at: completedAt }, offerAcceptedAt);
    if (await hasOpenDeals(tx, propertyId)) throw new AppError(DEALS_NOT_SETTLED);
    const accountId = await setPriceAside(tx, { propertyId, spvId: row.spv_id, salePriceCents, at });
    const sold = { id: newId(), saleType, salePriceCents };
    const holderCount = await insertSale(tx, { ...sold, propertyId, saleStartedAt, offerAcceptedAt, completedAt, at });
    await openSaleRun(tx, deps, { propertyId, saleId: sold.id, accountId, totalCents: salePriceCents, at });
    if (saleType === 'total') await changeFinancialStatus(tx, propertyId, 'sold', at);
    const finished =
      saleType === 'total'
        ? { resale_completed_at: completedAt }
        : { resale_sale_started_at: null, resale_offer_accepted_at: null, resale_sale_type: null };
    const completed = await writeResale(tx, propertyId, { ...finished, updated_at: at });
    await invalidate(tx, [propertyCacheKey(propertyId)]);
    const payload = { saleId: sold.id, saleType, salePriceCents, holderCount, completedAt: completedAt.toString() };
    await recordAdminAction(tx, { ...audit, target: { type: 'property', id: propertyId }, payload, at });
    return { property: toPropertyView(completed), sale: { ...sold, holderCount, completedAt: completedAt.toString() } };
  });
}

/** Moves the price from SURPLUS to CAPITAL, from which only the payout run is paid. Returns the wallet's account id. */
async function setPriceAside(
  tx: Tx,
  sale: { propertyId: PropertyId; spvId: SpvId | null; salePriceCents: Cents; at: Temporal.Instant },
): Promise<string> {
  const { propertyId, spvId, salePriceCents, at } = sale;
  const accountId = spvId && (await findSpvAccount(tx, spvId));
  if (!spvId || !accountId) throw new Error(`purchased property ${propertyId} has no SPV with a wallet`);
  const atProviderCents = await lockMoneyAtProvider(tx, propertyId, 'anything');
  const { SURPLUS } = await lockPurses(tx, propertyId, ['SURPLUS', 'CAPITAL']);
  const receivedCents = Math.min(SURPLUS, atProviderCents);
  if (receivedCents < salePriceCents) throw notCovered(SALE_PRICE_NOT_RECEIVED, salePriceCents, receivedCents);
  await bookTransaction(tx, {
    type: 'PROPERTY_SALE',
    owner: { spvId },
    amountCents: salePriceCents,
    propertyId,
    at,
    eventAt: at,
    lines: move(salePriceCents, purseOf(propertyId, 'SURPLUS'), purseOf(propertyId, 'CAPITAL')),
  });
  return accountId;
}
