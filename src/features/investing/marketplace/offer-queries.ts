// SQL of what investors read of the market: the deals for sale, one of them, and what was sold of a property.

import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId, DB, PropertyId } from '../../../core/db/tables.ts';
import type { CursorKey, NumberKey } from '../../../core/http/pagination.ts';
import { DEAL_COLUMNS, sellerMaySell } from './queries.ts';
import type { DealSort } from './rules.ts';

/** A deal for sale, as an investor finds it; cents. */
export type OfferRow = Awaited<ReturnType<typeof listPendingDeals>>[number];

const offers = (db: Database, customerId: CustomerId) =>
  db
    .selectFrom('market_deal')
    .innerJoin('property', 'property.id', 'market_deal.property_id')
    .select([
      ...DEAL_COLUMNS,
      'market_deal.created_at as createdAt',
      'property.name as propertyName',
      sql<boolean>`market_deal.seller_id = ${customerId}::uuid`.as('isOwn'),
    ])
    // A literal, not a parameter: a prepared statement can use the partial indexes only for a value that it knows.
    .where('market_deal.status', '=', sql.lit('pending' as const))
    .where(sellerMaySell);

type Filters = {
  customerId: CustomerId;
  propertyId?: PropertyId | undefined;
  maxBrickPriceCents?: Cents | undefined;
  limit: number;
} & ({ sort: 'newest'; after: CursorKey | undefined } | { sort: Exclude<DealSort, 'newest'>; after: NumberKey | undefined });

/** The page of pending deals that begins after the cursor: the newest first, the furthest below the official price, or the most profitable. */
export async function listPendingDeals(db: Database, filters: Filters) {
  const { propertyId, maxBrickPriceCents } = filters;
  let query = offers(db, filters.customerId).where(isAfter(filters));
  if (propertyId !== undefined) query = query.where('market_deal.property_id', '=', propertyId);
  if (maxBrickPriceCents !== undefined) query = query.where('market_deal.selling_brick_price_cents', '<=', maxBrickPriceCents);
  const { sort, limit } = filters;
  if (sort === 'discount')
    return query.orderBy('market_deal.brick_price_variation').orderBy('market_deal.id').limit(limit).execute();
  return query
    .orderBy(sort === 'newest' ? 'market_deal.created_at' : 'market_deal.profitability', 'desc')
    .orderBy('market_deal.id', 'desc')
    .limit(limit)
    .execute();
}

function isAfter(filters: Filters) {
  return ({ lit }: ExpressionBuilder<DB, 'market_deal'>) => {
    if (!filters.after) return lit(true);
    const { id } = filters.after;
    if (filters.sort === 'newest')
      return sql<SqlBool>`(market_deal.created_at, market_deal.id) < (${filters.after.at}::timestamptz, ${id}::uuid)`;
    const { value } = filters.after;
    return filters.sort === 'discount'
      ? sql<SqlBool>`(market_deal.brick_price_variation, market_deal.id) > (${value}::double precision, ${id}::uuid)`
      : sql<SqlBool>`(market_deal.profitability, market_deal.id) < (${value}::double precision, ${id}::uuid)`;
  };
}

/** One pending deal whose seller may sell; undefined for any other. */
export async function findPendingDeal(db: Database, { customerId, dealId }: { customerId: CustomerId; dealId: string }) {
  return offers(db, customerId).where('market_deal.id', '=', dealId).executeTakeFirst();
}

/** What was sold of a property on the market, newest first, without its parties; cents per brick. */
export async function listSalesOf(
  db: Database,
  { propertyId, after, limit }: { propertyId: PropertyId; after: CursorKey | undefined; limit: number },
) {
  let query = db
    .selectFrom('market_deal')
    .select([
      'id',
      'confirmed_at as confirmedAt',
      'brick_count as brickCount',
      'selling_brick_price_cents as brickPriceCents',
      'official_brick_price_cents as officialBrickPriceCents',
      'price_without_commission_cents as priceCents',
    ])
    .where('property_id', '=', propertyId)
    .where('status', '=', sql.lit('confirmed' as const))
    .$narrowType<{ confirmedAt: Temporal.Instant }>();
  if (after) query = query.where(sql<SqlBool>`(confirmed_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  return query.orderBy('confirmed_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** True for a property that the market knows by its id. */
export async function hasProperty(db: Database, propertyId: PropertyId): Promise<boolean> {
  const row = await db.selectFrom('property').select('id').where('id', '=', propertyId).executeTakeFirst();
  return row !== undefined;
}
