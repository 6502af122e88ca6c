// A royalty property is put up for sale, and an offer for it accepted.

import { recordAdminAction } from '../../../core/audit.ts';
import { invalidate } from '../../../core/cache.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { cancelPendingDeals } from '../../investing/marketplace/index.ts';
import { lockProperty, PROPERTY_NOT_FOUND, type PropertyRow, propertyCacheKey, writeResale } from '../project-life/index.ts';
import { type PropertyView, toPropertyView } from '../properties/index.ts';
import { assertMayAccept, assertMayStart, assertNotBefore, assertSameProperty, type SaleState } from './rules.ts';

/** Which property, and since when it is for sale; `bodyPropertyId` is the id in the body, which may repeat that of the path. */
type StartResale = {
  propertyId: PropertyId;
  bodyPropertyId: PropertyId | undefined;
  saleStartedAt: Temporal.Instant;
  audit: RouteAudit;
};

/**
 * POST /administration/property/:propertyId/resale/start: puts a royalty property up for sale (A-resale-10).
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

export function saleStateOf(row: PropertyRow): SaleState {
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
