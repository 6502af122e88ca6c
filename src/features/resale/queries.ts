// All SQL of the resale room.

import { type Selectable, sql, type Updateable } from 'kysely';
import type { Subquery } from '../../core/db/subquery.ts';
import type { Property } from '../../core/db/tables.ts';
import type { Tx } from '../../core/db/transaction.ts';
import { sharesOfHolders } from '../../money/bricks/index.ts';
import type { Payout } from '../../money/wallet/index.ts';

/** Opens or closes the market of a property that the caller has locked. */
export async function setMarketplaceAllowed(
  tx: Tx,
  propertyId: string,
  change: { isAllowed: boolean; at: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('property')
    .set({ is_marketplace_allowed: change.isAllowed, updated_at: change.at })
    .where('id', '=', propertyId)
    .execute();
}

/** The columns that a step of a sale writes. */
export type ResaleChange = Pick<
  Updateable<Property>,
  'resale_sale_started_at' | 'resale_offer_accepted_at' | 'resale_sale_type' | 'resale_completed_at' | 'updated_at'
>;

/** A step of the sale of a property that the caller has locked and judged. */
export async function writeResale(tx: Tx, propertyId: string, change: ResaleChange): Promise<Selectable<Property>> {
  return tx.updateTable('property').set(change).where('id', '=', propertyId).returningAll().executeTakeFirstOrThrow();
}

/** A sale whose price is distributed; cents. */
export type NewSale = {
  id: string;
  propertyId: string;
  saleType: 'partial' | 'total';
  saleStartedAt: Temporal.Instant;
  offerAcceptedAt: Temporal.Instant;
  completedAt: Temporal.Instant;
  salePriceCents: number;
  at: Temporal.Instant;
};

/**
 * The sale with a share for every holder who gets one, in one statement; returns how many they are. A second total sale violates
 * `property_sale_total_once`, one without holders the check of their number.
 */
export async function insertSale(tx: Tx, sale: NewSale): Promise<number> {
  const { rows } = await sql<{ holderCount: number }>`
    with share as materialized (${sharesOfHolders(sale.propertyId, sale.salePriceCents)}), sale as (
      insert into property_sale (id, property_id, sale_type, sale_started_at, offer_accepted_at, completed_at, sale_price_cents, holder_count, created_at)
      select ${sale.id}::uuid, ${sale.propertyId}::uuid, ${sale.saleType}::text, ${sale.saleStartedAt}::timestamptz, ${sale.offerAcceptedAt}::timestamptz,
        ${sale.completedAt}::timestamptz, ${sale.salePriceCents}::bigint, count(*), ${sale.at}::timestamptz from share
      returning id, holder_count
    ), shared as (
      insert into property_sale_payout (id, sale_id, customer_id, brick_count, amount_cents)
      select gen_random_uuid(), sale.id, share.customer_id, share.brick_count, share.gross_cents from sale cross join share
    )
    select holder_count as "holderCount" from sale`.execute(tx);
  const [written] = rows;
  if (!written) throw new Error('a sale without a row');
  return written.holderCount;
}

/** The shares of a sale as payouts; the price of bricks is not taxed at the source. */
export function sharesOfSale(saleId: string): Subquery<Payout> {
  return sql`select id as subject_id, customer_id, amount_cents as gross_cents, 0::bigint as tax_cents from property_sale_payout where sale_id = ${saleId}::uuid`;
}

/** Account of the property's SPV at the provider. */
export async function findSpvAccount(
  tx: Tx,
  propertyId: string,
): Promise<{ spvId: string; accountId: string | null } | undefined> {
  return tx
    .selectFrom('property')
    .innerJoin('spv', 'spv.id', 'property.spv_id')
    .select(['spv.id as spvId', 'spv.provider_external_id as accountId'])
    .where('property.id', '=', propertyId)
    .executeTakeFirst();
}

/** A holder's share with what settling and mailing need. */
export async function findSaleShare(tx: Tx, payoutId: string) {
  return tx
    .selectFrom('property_sale_payout')
    .innerJoin('property_sale', 'property_sale.id', 'property_sale_payout.sale_id')
    .innerJoin('property', 'property.id', 'property_sale.property_id')
    .innerJoin('customer', 'customer.id', 'property_sale_payout.customer_id')
    .innerJoin('auth_user', 'auth_user.id', 'customer.user_id')
    .select([
      'property_sale_payout.id',
      'property_sale_payout.brick_count as brickCount',
      'property_sale_payout.amount_cents as amountCents',
      'property_sale.sale_type as saleType',
      'property.name as propertyName',
      'property.spv_id as spvId',
      'customer.first_name as firstName',
      'auth_user.email',
    ])
    .where('property_sale_payout.id', '=', payoutId)
    .executeTakeFirstOrThrow();
}
