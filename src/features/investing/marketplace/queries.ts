// SQL of the deals for sale: the market of a property, creation, reservation, deletion, and the daily quota.

import { sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import { pipelinedRead } from '../../../core/db/driver/compiled.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { AnsweredKey } from '../../../core/http/idempotency.ts';
import { seenWallet } from '../../../money/ledger/index.ts';
import { type DraftPayment, type Placed, writtenBy } from '../../../money/payments/index.ts';

/** The columns of `ResaleState`. */
const MARKET_STATE = [
  'property.investor_contract_type as investorContractType',
  'property.purchased_date as purchasedDate',
  'property.resale_sale_type as resaleSaleType',
  'property.resale_completed_at as resaleCompletedAt',
  'property.is_marketplace_allowed as isMarketplaceAllowed',
] as const;

/** A property with its official price at `at` and its latest yearly revenue; cents per brick, null while it has none. */
export async function findPropertyForSale(db: Database | Tx, propertyId: PropertyId, at: Temporal.Instant) {
  return db
    .selectFrom('property')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('brick_price')
          .select('price_cents as officialCents')
          .whereRef('brick_price.property_id', '=', 'property.id')
          .where('valid_from', '<=', at)
          .orderBy('valid_from', 'desc')
          .limit(1)
          .as('price'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('brick_price')
          .select('revenue_per_brick_cents as revenuePerBrickCents')
          .whereRef('brick_price.property_id', '=', 'property.id')
          .where('revenue_per_brick_cents', 'is not', null)
          .where('valid_from', '<=', at)
          .orderBy('valid_from', 'desc')
          .limit(1)
          .as('revenue'),
      (join) => join.onTrue(),
    )
    .where('property.id', '=', propertyId)
    .select([
      ...MARKET_STATE,
      'property.name',
      'property.return_on_investment_rate as returnOnInvestmentRate',
      'price.officialCents',
      'revenue.revenuePerBrickCents',
    ])
    .executeTakeFirst();
}

/** The market state of properties, by their ids. */
export async function readMarketStates(db: Database, propertyIds: readonly PropertyId[]) {
  const rows = await db
    .selectFrom('property')
    .select(['property.id', ...MARKET_STATE])
    .where('property.id', '=', (any) => any.fn.any(any.val([...propertyIds])))
    .execute();
  return new Map(rows.map(({ id, ...state }) => [id, state]));
}

export const DEAL_COLUMNS = [
  'market_deal.id',
  'market_deal.property_id as propertyId',
  'market_deal.status',
  'market_deal.bricks_ids as bricksIds',
  'market_deal.seller_id as sellerId',
  'market_deal.brick_count as brickCount',
  'market_deal.official_brick_price_cents as officialBrickPriceValue',
  'market_deal.selling_brick_price_cents as sellingBrickPriceValue',
  'market_deal.price_without_commission_cents as priceWithoutCommission',
  'market_deal.profitability',
  'market_deal.revenue_yield as revenueYield',
  'market_deal.brick_price_variation as brickPriceVariation',
] as const;

/** A new pending deal, its figures computed (cents). */
export type NewDealRow = {
  id: string;
  propertyId: PropertyId;
  sellerId: CustomerId;
  bricksIds: string[];
  officialCents: Cents;
  sellingCents: Cents;
  priceWithoutCommissionCents: Cents;
  commissionCents: Cents;
  profitability: number;
  revenueYield: number;
  brickPriceVariation: number;
  at: Temporal.Instant;
};

/** Writes the pending deal and returns its record. */
export async function insertDeal(tx: Tx, deal: NewDealRow) {
  return tx
    .insertInto('market_deal')
    .values({
      id: deal.id,
      property_id: deal.propertyId,
      status: 'pending',
      seller_id: deal.sellerId,
      bricks_ids: deal.bricksIds,
      brick_count: deal.bricksIds.length,
      official_brick_price_cents: deal.officialCents,
      selling_brick_price_cents: deal.sellingCents,
      price_without_commission_cents: deal.priceWithoutCommissionCents,
      commission_cents: deal.commissionCents,
      profitability: deal.profitability,
      revenue_yield: deal.revenueYield,
      brick_price_variation: deal.brickPriceVariation,
      created_at: deal.at,
    })
    .returning(DEAL_COLUMNS)
    .executeTakeFirstOrThrow();
}

/**
 * The seller is neither frozen nor blocked: the deals of others rest until they are free again (A-marketplace-9). A seller who is
 * gone is another refusal.
 */
export const sellerMaySell = sql<boolean>`not exists (
  select
  from customer
  where customer.id = market_deal.seller_id
    and (customer.frozen_at is not null or customer.provider_blocked)
)`;

type Offer = { dealId: string; buyerId: CustomerId };

const findOffer = pipelinedRead((db, { dealId, buyerId }: Offer) =>
  db
    .selectFrom('market_deal')
    .innerJoin('property', 'property.id', 'market_deal.property_id')
    .where('market_deal.id', '=', dealId)
    .where('market_deal.status', '=', 'pending')
    .where('market_deal.seller_id', '<>', buyerId)
    .where(sellerMaySell)
    .select(['market_deal.price_without_commission_cents as priceCents', ...MARKET_STATE]),
);

/** A pending deal of another seller, not locked: its price is needed before the provider is called. */
export async function findDealToBuy(db: Database, dealId: string, buyerId: CustomerId) {
  const [deal] = await findOffer(db, { dealId, buyerId });
  return deal;
}

const findOfferToReserve = pipelinedRead((db, { dealId, buyerId }: Offer) =>
  db
    .selectFrom('market_deal')
    .innerJoin('property', 'property.id', 'market_deal.property_id')
    .innerJoin('customer as buyer', (join) => join.on('buyer.id', '=', buyerId))
    .leftJoin('customer as seller', 'seller.id', 'market_deal.seller_id')
    .where('market_deal.id', '=', dealId)
    .where('market_deal.status', '=', 'pending')
    .where('market_deal.seller_id', '<>', buyerId)
    .where(sellerMaySell)
    .select([
      'market_deal.id',
      'market_deal.property_id as propertyId',
      'market_deal.seller_id as sellerId',
      'market_deal.price_without_commission_cents as priceCents',
      'market_deal.commission_cents as commissionCents',
      'seller.id as foundSellerId',
      'buyer.can_see_royalty as canSeeRoyalty',
      'buyer.kyc_status as kycStatus',
      'buyer.frozen_at as frozenAt',
      'buyer.closed_at as closedAt',
      'buyer.provider_blocked as providerBlocked',
      sql<string>`market_deal.xmin::text`.as('version'),
      sql<string>`property.xmin::text`.as('propertyVersion'),
      sql<string>`buyer.xmin::text`.as('buyerVersion'),
      ...MARKET_STATE,
    ]),
);

/**
 * The deal with its property and buyer, and whether the seller still exists: undefined unless the deal is pending and the buyer is not its
 * seller. Not locked: the versions are other ones after each change of the rows, and {@link reserveDeal} asks for them.
 */
export async function findDealToReserve(db: Database, dealId: string, buyerId: CustomerId) {
  const [deal] = await findOfferToReserve(db, { dealId, buyerId });
  return deal;
}

/** A deal as it was checked for this buyer. The versions are those of the rows and accounts that were looked at. */
export type CheckedDeal = {
  deal: Pick<
    NonNullable<Awaited<ReturnType<typeof findDealToReserve>>>,
    'id' | 'version' | 'propertyId' | 'propertyVersion' | 'buyerVersion'
  >;
  buyerId: CustomerId;
  sellerId: CustomerId;
  wallet: { availableVersion: number; heldVersion: number };
  payment: DraftPayment<'buying' | 'selling'>;
};

/**
 * pending -> reserved, with the payment, in one call: its locks last no round trip. `changed`: a version is another one by now. Nothing is
 * written but for `placed`.
 */
export async function reserveDeal(
  db: Database,
  { deal, buyerId, sellerId, wallet, payment }: CheckedDeal,
  key: AnsweredKey | undefined,
): Promise<Placed> {
  const [buyer, seller] = [seenWallet(buyerId, wallet), seenWallet(sellerId)];
  const { rows } = await sql<{ outcome: Placed }>`
    select purchase_deal(
      p_deal => ${deal.id}::uuid,
      p_deal_version => ${deal.version}::xid,
      p_property => ${deal.propertyId}::uuid,
      p_property_version => ${deal.propertyVersion}::xid,
      p_buyer => ${buyerId}::uuid,
      p_buyer_version => ${deal.buyerVersion}::xid,
      p_seller => ${sellerId}::uuid,
      p_accounts => ${[...buyer.names, ...seller.names]}::text[],
      p_account_versions => ${[...buyer.versions, ...seller.versions]}::bigint[],
      p_at => ${payment.at}::timestamptz,
      p_buying => ${payment.transactionIds.buying}::uuid,
      p_selling => ${payment.transactionIds.selling}::uuid,
      p_payment => ${writtenBy(payment, { key })}::jsonb
    ) as outcome`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('purchase_deal gave no outcome');
  return row.outcome;
}

/** Deletes the seller's own pending deal; false when there is none. */
export async function deletePendingDeal(tx: Tx, dealId: string, sellerId: CustomerId): Promise<boolean> {
  const row = await tx
    .deleteFrom('market_deal')
    .where('id', '=', dealId)
    .where('seller_id', '=', sellerId)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** A deleted deal with its seller, who is mailed; price in cents. */
export type CanceledDeal = {
  id: string;
  brickCount: number;
  priceCents: Cents;
  propertyName: string;
  sellerEmail: string;
  sellerFirstName: string | null;
};

/** Deletes and returns every pending deal of a property; reserved ones continue (market.md#deals-that-disappear). */
export async function deletePendingDealsOf(tx: Tx, propertyId: PropertyId): Promise<CanceledDeal[]> {
  const { rows } = await sql<CanceledDeal>`
    with canceled as (
      delete from market_deal
      where property_id = ${propertyId}::uuid and status = 'pending'
      returning *
    )
    select canceled.id,
      canceled.brick_count as "brickCount",
      canceled.price_without_commission_cents as "priceCents",
      property.name as "propertyName",
      auth_user.email as "sellerEmail",
      seller.first_name as "sellerFirstName"
    from canceled
    join property on property.id = canceled.property_id
    join customer seller on seller.id = canceled.seller_id
    join auth_user on auth_user.id = seller.user_id
    order by canceled.id`.execute(tx);
  return rows;
}

/** True while a deal of the property is pending or reserved. Exact only while the property is locked, so that none is created. */
export async function hasOpenDeals(tx: Tx, propertyId: PropertyId): Promise<boolean> {
  const row = await tx
    .selectFrom('market_deal')
    .select('id')
    .where('property_id', '=', propertyId)
    .where('status', 'in', ['pending', 'reserved'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deals that the customer created on this Paris day, deleted ones included. */
export async function countDealsOfDay(db: Database, customerId: CustomerId, parisDay: Temporal.PlainDate): Promise<number> {
  const row = await db
    .selectFrom('deal_quota')
    .select('deal_count as dealCount')
    .where('customer_id', '=', customerId)
    .where('paris_date', '=', parisDay)
    .executeTakeFirst();
  return row?.dealCount ?? 0;
}

/** Takes one slot of the day; false when `limit` are taken. A rollback returns the slot (G-16). */
export async function takeQuotaSlot(
  tx: Tx,
  customerId: CustomerId,
  parisDay: Temporal.PlainDate,
  limit: number,
): Promise<boolean> {
  const row = await tx
    .insertInto('deal_quota')
    .values({ customer_id: customerId, paris_date: parisDay, deal_count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['customer_id', 'paris_date'])
        .doUpdateSet({ deal_count: sql`deal_quota.deal_count + 1` })
        .where('deal_quota.deal_count', '<', limit),
    )
    .returning('deal_count')
    .executeTakeFirst();
  return row !== undefined;
}
