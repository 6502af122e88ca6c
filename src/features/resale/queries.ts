// All SQL of the resale room.

import { type Selectable, sql, type Updateable } from 'kysely';
import type { Property } from '../../core/db/tables.ts';
import type { Tx } from '../../core/db/transaction.ts';

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

/** Nothing is left to be repaid on a property that was sold whole. */
export async function finishRepayment(tx: Tx, propertyId: string): Promise<void> {
  await tx.updateTable('property').set({ financial_status: 'repayment-finished' }).where('id', '=', propertyId).execute();
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
  holderCount: number;
  at: Temporal.Instant;
};

/** What one holder gets of it. */
export type SaleShare = { id: string; customerId: string; brickCount: number; amountCents: number };

/** The sale with its shares, in two statements. A second total sale violates `property_sale_total_once`. */
export async function insertSale(tx: Tx, sale: NewSale, shares: readonly SaleShare[]): Promise<void> {
  await tx
    .insertInto('property_sale')
    .values({
      id: sale.id,
      property_id: sale.propertyId,
      sale_type: sale.saleType,
      sale_started_at: sale.saleStartedAt,
      offer_accepted_at: sale.offerAcceptedAt,
      completed_at: sale.completedAt,
      sale_price_cents: sale.salePriceCents,
      holder_count: sale.holderCount,
      created_at: sale.at,
    })
    .execute();
  await sql`
    insert into property_sale_payout (id, sale_id, customer_id, brick_count, amount_cents)
    select share.id, ${sale.id}::uuid, share.customer_id, share.brick_count, share.amount_cents
    from unnest(${shares.map(({ id }) => id)}::uuid[], ${shares.map(({ customerId }) => customerId)}::uuid[],
      ${shares.map(({ brickCount }) => brickCount)}::integer[], ${shares.map(({ amountCents }) => amountCents)}::bigint[])
      as share (id, customer_id, brick_count, amount_cents)`.execute(tx);
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
