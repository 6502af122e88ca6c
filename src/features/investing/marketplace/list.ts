// Lists of deals: those for sale and what was sold, those that an investor has part in, and the administrator's list of a customer.

import type { Static } from 'typebox';
import { centsOf } from '../../../core/cents.ts';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';
import { AppError } from '../../../core/errors.ts';
import { decodeCursor, decodeNumberCursor, toPage } from '../../../core/http/pagination.ts';
import type { AppDeps } from '../../../deps.ts';
import { assertCustomer, findCustomer } from '../../access/customers/index.ts';
import { DEAL_NOT_FOUND, OWN_DEAL_NOT_FOUND, PROPERTY_NOT_FOUND } from './errors.ts';
import { findDealOf, listDealsOf, type OwnDealRow } from './list-queries.ts';
import { findPendingDeal, hasProperty, listPendingDeals, listSalesOf, type OfferRow } from './offer-queries.ts';
import { requireMarketAccess } from './rules.ts';
import type {
  AdministrationDeal,
  AdministrationDealsPage,
  AdministrationDealsQuery,
  DealsPage,
  DealsQuery,
  MarketOffer,
  MarketSalesPage,
  OwnDeal,
  OwnDealsPage,
} from './schemas.ts';

type AskedDeals = Static<typeof DealsQuery> & { customerId: CustomerId };

/** Page of pending deals, the caller's own included; prices in cents. Error: `validation-failed` for a cursor of another order. */
export async function listDeals(deps: Pick<AppDeps, 'db'>, input: AskedDeals): Promise<Static<typeof DealsPage>> {
  requireMarketAccess(await findCustomer(deps.db, input.customerId));
  const { limit, cursor, sort = 'newest', ...filters } = input;
  const asked = { ...filters, limit: limit + 1 };
  const rows = await listPendingDeals(
    deps.db,
    sort === 'newest' ? { ...asked, sort, after: decodeCursor(cursor) } : { ...asked, sort, after: decodeNumberCursor(cursor) },
  );
  const keyOf = (row: OfferRow) => {
    if (sort === 'newest') return { at: row.createdAt, id: row.id };
    return { value: sort === 'discount' ? row.brickPriceVariation : row.profitability, id: row.id };
  };
  return toPage(rows, limit, keyOf, toOffer);
}

/** Errors: `marketplace-forbidden`, `marketplace.buy.DEAL_NOT_FOUND` for a deal that is not for sale. */
export async function readDeal(
  deps: Pick<AppDeps, 'db'>,
  key: { customerId: CustomerId; dealId: string },
): Promise<Static<typeof MarketOffer>> {
  requireMarketAccess(await findCustomer(deps.db, key.customerId));
  const row = await findPendingDeal(deps.db, key);
  if (!row) throw new AppError(DEAL_NOT_FOUND);
  return toOffer(row);
}

function toOffer({ createdAt, ...row }: OfferRow): Static<typeof MarketOffer> {
  return { ...row, createdAt: createdAt.toString() };
}

/** What was sold of a property, newest first. Errors: `marketplace-forbidden`, `marketplace.sell.PROPERTY_NOT_FOUND`. */
export async function listSales(
  deps: Pick<AppDeps, 'db'>,
  input: { customerId: CustomerId; propertyId: PropertyId; limit: number; cursor?: string },
): Promise<Static<typeof MarketSalesPage>> {
  const { customerId, propertyId, limit, cursor } = input;
  requireMarketAccess(await findCustomer(deps.db, customerId));
  const after = decodeCursor(cursor);
  if (!(await hasProperty(deps.db, propertyId))) throw new AppError(PROPERTY_NOT_FOUND);
  const rows = await listSalesOf(deps.db, { propertyId, after, limit: limit + 1 });
  return toPage(
    rows,
    limit,
    ({ confirmedAt: at, id }) => ({ at, id }),
    ({ confirmedAt, ...sale }) => ({ ...sale, confirmedAt: confirmedAt.toString() }),
  );
}

/** Newest first, in any status. Error: `validation-failed` for an invalid cursor. */
export async function listOwnDeals(
  deps: Pick<AppDeps, 'db'>,
  input: { customerId: CustomerId; limit: number; cursor?: string },
): Promise<Static<typeof OwnDealsPage>> {
  const { customerId, limit, cursor } = input;
  const rows = await listDealsOf(deps.db, customerId, { after: decodeCursor(cursor), limit: limit + 1 });
  return toPage(rows, limit, (row) => ({ at: row.createdAt, id: row.id }), toOwnDeal);
}

/** Error: `marketplace.deal.not-found`, also for a deal of others. */
export async function readOwnDeal(
  deps: Pick<AppDeps, 'db'>,
  key: { customerId: CustomerId; dealId: string },
): Promise<Static<typeof OwnDeal>> {
  const row = await findDealOf(deps.db, key);
  if (!row) throw new AppError(OWN_DEAL_NOT_FOUND);
  return toOwnDeal(row);
}

/** Newest first. Errors: `not-found`, `validation-failed` for an invalid cursor. */
export async function listCustomerDeals(
  deps: Pick<AppDeps, 'db'>,
  input: Static<typeof AdministrationDealsQuery> & { customerId: CustomerId },
): Promise<Static<typeof AdministrationDealsPage>> {
  const { customerId, limit, cursor, ...filters } = input;
  const after = decodeCursor(cursor);
  await assertCustomer(deps.db, customerId);
  const rows = await listDealsOf(deps.db, customerId, { after, limit: limit + 1, filters });
  return toPage(rows, limit, ({ createdAt: at, id }) => ({ at, id }), toView);
}

/** The investor's view with both parties, their transactions and the status of the commission. */
function toView(row: OwnDealRow): Static<typeof AdministrationDeal> {
  const { sellerId, buyerId, counterpartName, commissionStatus, buyingTransactionId, sellingTransactionId } = row;
  return { ...toOwnDeal(row), sellerId, buyerId, counterpartName, commissionStatus, buyingTransactionId, sellingTransactionId };
}

/** Amounts in cents. Does not name the other party. */
function toOwnDeal(row: OwnDealRow): Static<typeof OwnDeal> {
  const { id, role, propertyId, propertyName, status, brickCount, brickPriceCents, priceCents, commissionCents } = row;
  const { createdAt, reservedAt, confirmedAt } = row;
  return {
    id,
    role,
    propertyId,
    propertyName,
    status,
    brickCount,
    brickPriceCents,
    priceCents,
    commissionCents,
    netCents: centsOf(priceCents - commissionCents),
    createdAt: createdAt.toString(),
    reservedAt: reservedAt?.toString() ?? null,
    confirmedAt: confirmedAt?.toString() ?? null,
  };
}
