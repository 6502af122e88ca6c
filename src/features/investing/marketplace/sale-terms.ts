// What an investor can sell, what may be asked for bricks of a property, and what an offer of them would bring.

import type { Static } from 'typebox';
import { type Cents, centsOf } from '../../../core/cents.ts';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';
import { decodeCursor, toPage } from '../../../core/http/pagination.ts';
import type { AppDeps } from '../../../deps.ts';
import { listHoldings } from '../../../money/bricks/index.ts';
import { findCustomer } from '../../access/customers/index.ts';
import { dealsLeftToday, figuresOf, findForSale } from './offer.ts';
import { readMarketStates } from './queries.ts';
import { isEligibleForResale, requireMarketAccess } from './rules.ts';
import type { SaleTerms, SellableBricksPage } from './schemas.ts';

type Asked = { customerId: CustomerId; propertyId: PropertyId; amount?: number; price?: Cents };

/** By the same checks and figures as the offer itself, which asks again under its locks. Errors: those of the market and the property. */
export async function readSaleTerms(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  { customerId, propertyId, amount, price }: Asked,
): Promise<Static<typeof SaleTerms>> {
  const { db, config } = deps;
  const seller = requireMarketAccess(await findCustomer(db, customerId));
  const property = await findForSale(db, propertyId, deps.clock.now());
  const [left, [held]] = await Promise.all([
    dealsLeftToday(deps, seller),
    listHoldings(db, customerId, { propertyId, after: undefined, limit: 1 }),
  ]);
  const brickCount = held?.brickCount ?? 0;
  return {
    propertyId,
    propertyName: property.name,
    minPriceCents: config.MIN_BRICK_PRICE_CENTS,
    maxPriceCents: property.officialCents,
    brickCount,
    freeBrickCount: brickCount - (held?.sellingBrickCount ?? 0),
    dealsLeftToday: left,
    commissionBps: config.MARKETPLACE_SELLER_COMMISSION_BPS,
    ofOffer: amount === undefined || price === undefined ? null : termsOf(figuresOf(deps, property, { amount, price })),
  };
}

function termsOf(figures: ReturnType<typeof figuresOf>): NonNullable<Static<typeof SaleTerms>['ofOffer']> {
  const { priceWithoutCommissionCents: priceCents, commissionCents, brickPriceVariation, profitability, revenueYield } = figures;
  const netCents = centsOf(priceCents - commissionCents);
  return { priceCents, commissionCents, netCents, brickPriceVariation, profitability, revenueYield };
}

/** Bricks of the investor by property, newest first, with whether their market is open. Errors: `marketplace-forbidden`, `validation-failed`. */
export async function listSellable(
  { db }: Pick<AppDeps, 'db'>,
  { customerId, limit, cursor }: { customerId: CustomerId; limit: number; cursor?: string },
): Promise<Static<typeof SellableBricksPage>> {
  requireMarketAccess(await findCustomer(db, customerId));
  const rows = await listHoldings(db, customerId, { after: decodeCursor(cursor), limit: limit + 1 });
  const states = await readMarketStates(
    db,
    rows.map(({ propertyId }) => propertyId),
  );
  return toPage(
    rows,
    limit,
    ({ propertyCreatedAt: at, propertyId: id }) => ({ at, id }),
    ({ propertyId, propertyName, brickCount, sellingBrickCount }) => {
      const state = states.get(propertyId);
      const isMarketOpen = state !== undefined && isEligibleForResale(state);
      return { propertyId, propertyName, brickCount, freeBrickCount: brickCount - sellingBrickCount, isMarketOpen };
    },
  );
}
