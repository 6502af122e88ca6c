// POST /administration/property/:propertyId/resale/complete: distributes the price of a sold property to the holders of its
// bricks.

import { recordAdminAction } from '../../../core/audit.ts';
import { invalidate } from '../../../core/cache.ts';
import type { Cents } from '../../../core/cents.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockPurses, move, purseOf } from '../../../money/ledger/index.ts';
import { bookTransaction } from '../../../money/payments/index.ts';
import { hasOpenDeals } from '../../investing/marketplace/index.ts';
import { lockMoneyAtProvider } from '../../repayment/off-provider/index.ts';
import { openSaleRun } from '../../repayment/payouts/index.ts';
import { changeFinancialStatus, lockProperty, PROPERTY_NOT_FOUND, propertyCacheKey, writeResale } from '../project-life/index.ts';
import { toPropertyView } from '../properties/index.ts';
import { findSpvAccount } from '../spvs/index.ts';
import { DEALS_NOT_SETTLED, SALE_PRICE_NOT_RECEIVED } from './errors.ts';
import { insertSale } from './queries.ts';
import { saleStateOf } from './resale.ts';
import { assertMayComplete, assertNotBefore, assertSameProperty } from './rules.ts';
import type { CompletedResale } from './schemas.ts';

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
 * price is in the project's purse SURPLUS, which has the archived wire of the buyer (A-resale-13); 2. move the price to CAPITAL
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
  if (Math.min(SURPLUS, atProviderCents) < salePriceCents) throw new AppError(SALE_PRICE_NOT_RECEIVED);
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
