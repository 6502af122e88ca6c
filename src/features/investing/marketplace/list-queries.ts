// SQL of the deals that one investor sells or buys, for themself and for administrators.

import { type SqlBool, sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import { inPeriod } from '../../../core/db/sql-fragments.ts';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';
import type { CursorKey } from '../../../core/http/pagination.ts';
import type { Period } from '../../../core/period.ts';

/** An administrator's filters of the list. */
export type OwnDealFilters = {
  status?: 'pending' | 'reserved' | 'confirmed';
  role?: 'seller' | 'buyer';
  propertyId?: PropertyId;
} & Period;

/** A deal with its property's name; cents. `role` is the investor's. */
export type OwnDealRow = Awaited<ReturnType<typeof listDealsOf>>[number];

const ofCustomer = (db: Database, customerId: CustomerId) =>
  db
    .selectFrom('market_deal')
    .innerJoin('property', 'property.id', 'market_deal.property_id')
    .select([
      'market_deal.id',
      'market_deal.property_id as propertyId',
      'property.name as propertyName',
      'market_deal.status',
      'market_deal.brick_count as brickCount',
      'market_deal.selling_brick_price_cents as brickPriceCents',
      'market_deal.price_without_commission_cents as priceCents',
      'market_deal.commission_cents as commissionCents',
      'market_deal.created_at as createdAt',
      'market_deal.reserved_at as reservedAt',
      'market_deal.confirmed_at as confirmedAt',
      'market_deal.seller_id as sellerId',
      'market_deal.buyer_id as buyerId',
      'market_deal.commission_status as commissionStatus',
      'market_deal.buying_transaction_id as buyingTransactionId',
      'market_deal.selling_transaction_id as sellingTransactionId',
      sql<'seller' | 'buyer'>`
        case when market_deal.seller_id = ${customerId}::uuid then 'seller' else 'buyer' end`.as('role'),
      sql<string | null>`(
        select coalesce(nullif(concat_ws(' ', other.first_name, other.last_name), ''), person.email)
        from customer other
        join auth_user person on person.id = other.user_id
        where other.id = case when market_deal.seller_id = ${customerId}::uuid then market_deal.buyer_id else market_deal.seller_id end
      )`.as('counterpartName'),
    ])
    .where((deal) => deal.or([deal('market_deal.seller_id', '=', customerId), deal('market_deal.buyer_id', '=', customerId)]));

/** The page of an investor's deals that begins after the cursor, newest first. */
export async function listDealsOf(
  db: Database,
  customerId: CustomerId,
  { after, limit, filters = {} }: { after: CursorKey | undefined; limit: number; filters?: OwnDealFilters },
) {
  const { status, role, propertyId } = filters;
  let query = ofCustomer(db, customerId).where(inPeriod('market_deal.created_at', filters));
  if (status !== undefined) query = query.where('market_deal.status', '=', status);
  if (role !== undefined) query = query.where(`market_deal.${role}_id`, '=', customerId);
  if (propertyId !== undefined) query = query.where('market_deal.property_id', '=', propertyId);
  if (after)
    query = query.where(sql<SqlBool>`
      (market_deal.created_at, market_deal.id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  return query.orderBy('market_deal.created_at', 'desc').orderBy('market_deal.id', 'desc').limit(limit).execute();
}

/** One of the investor's deals; undefined for a deal of others. */
export async function findDealOf(db: Database, key: { customerId: CustomerId; dealId: string }) {
  return ofCustomer(db, key.customerId).where('market_deal.id', '=', key.dealId).executeTakeFirst();
}
