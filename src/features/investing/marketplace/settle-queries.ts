// SQL of what follows a reservation: the settlement of a deal, and its commission.

import { sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { nothingUndecided } from '../../../money/payments/index.ts';

const SETTLED_COLUMNS = [
  'id',
  'property_id as propertyId',
  'seller_id as sellerId',
  'buyer_id as buyerId',
  'brick_count as brickCount',
  'price_without_commission_cents as priceCents',
  'commission_cents as commissionCents',
] as const;

/** A reserved or confirmed deal, which always has a buyer; amounts in cents. */
export type SettledDeal = {
  id: string;
  propertyId: PropertyId;
  sellerId: CustomerId;
  buyerId: CustomerId;
  brickCount: number;
  priceCents: Cents;
  commissionCents: Cents;
};

/** A check constraint: only a pending deal has no buyer. */
function toSettled({ buyerId, ...deal }: Omit<SettledDeal, 'buyerId'> & { buyerId: CustomerId | null }): SettledDeal {
  if (buyerId === null) throw new Error(`deal ${deal.id} has no buyer`);
  return { ...deal, buyerId };
}

/** reserved -> confirmed; a commission above zero becomes `waiting`. Throws when the deal is not reserved. */
export async function markConfirmed(tx: Tx, dealId: string, at: Temporal.Instant): Promise<SettledDeal> {
  const row = await tx
    .updateTable('market_deal')
    .set({
      status: 'confirmed',
      confirmed_at: at,
      commission_status: sql`case when commission_cents > 0 then 'waiting' else 'none' end`,
    })
    .where('id', '=', dealId)
    .where('status', '=', 'reserved')
    .returning(SETTLED_COLUMNS)
    .executeTakeFirstOrThrow(() => new Error(`deal ${dealId} is not reserved`));
  return toSettled(row);
}

/** The property of a deal, which is locked before the deal. */
export async function findPropertyOfDeal(tx: Tx, dealId: string): Promise<PropertyId> {
  const row = await tx
    .selectFrom('market_deal')
    .select('property_id as propertyId')
    .where('id', '=', dealId)
    .executeTakeFirstOrThrow(() => new Error(`there is no deal ${dealId}`));
  return row.propertyId;
}

/** reserved -> pending; returns the deal as it was reserved. Throws when it is not reserved. */
export async function markPendingAgain(tx: Tx, dealId: string): Promise<SettledDeal> {
  const reserved = await tx
    .selectFrom('market_deal')
    .select(SETTLED_COLUMNS)
    .where('id', '=', dealId)
    .where('status', '=', 'reserved')
    .forUpdate()
    .executeTakeFirstOrThrow(() => new Error(`deal ${dealId} is not reserved`));
  await tx
    .updateTable('market_deal')
    .set({ status: 'pending', buyer_id: null, buying_transaction_id: null, selling_transaction_id: null, reserved_at: null })
    .where('id', '=', dealId)
    .where('status', '=', 'reserved')
    .returning('id')
    .executeTakeFirstOrThrow();
  return toSettled(reserved);
}

/** The property's name and the email addresses of both parties. */
export async function findDealParties(tx: Tx, deal: { buyerId: CustomerId; sellerId: CustomerId; propertyId: PropertyId }) {
  return tx
    .selectFrom('property')
    .innerJoin('customer as buyer', (join) => join.on('buyer.id', '=', deal.buyerId))
    .innerJoin('auth_user as buyer_user', 'buyer_user.id', 'buyer.user_id')
    .innerJoin('customer as seller', (join) => join.on('seller.id', '=', deal.sellerId))
    .innerJoin('auth_user as seller_user', 'seller_user.id', 'seller.user_id')
    .where('property.id', '=', deal.propertyId)
    .select(['property.name as propertyName', 'buyer_user.email as buyerEmail', 'seller_user.email as sellerEmail'])
    .executeTakeFirstOrThrow();
}

/** `none`: the deal is not confirmed, or free of commission. Only confirmed deals have the others. */
export type CommissionStatus = 'none' | 'waiting' | 'refused' | 'moved';

/** A deal with the buyer, from whose wallet the commission is paid; cents. */
export type CommissionedDeal = { id: string; buyerId: CustomerId; commissionCents: Cents };

/** `from` -> `to`, which locks the deal; throws when the commission is in another status. */
export async function changeCommission(
  tx: Tx,
  dealId: string,
  change: { from: CommissionStatus; to: CommissionStatus },
): Promise<CommissionedDeal> {
  const row = await tx
    .updateTable('market_deal')
    .set({ commission_status: change.to })
    .where('id', '=', dealId)
    .where('commission_status', '=', change.from)
    .returning(['id', 'buyer_id as buyerId', 'commission_cents as commissionCents'])
    .executeTakeFirst();
  // A check constraint: a commission in any status but `none` has a buyer.
  if (!row?.buyerId) throw new Error(`the commission of deal ${dealId} is not ${change.from}`);
  return { ...row, buyerId: row.buyerId };
}

/** Deals whose commission was refused and is not retried yet, oldest first; without those that wait for an administrator. */
export async function listRefusedCommissions(db: Database, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('market_deal')
    .select('id')
    // A literal, not a parameter: a prepared statement can use the partial index only for a value that it knows.
    .where('commission_status', '=', sql.lit('refused' as const))
    .where(nothingUndecided('market_deal.id'))
    .orderBy('confirmed_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}
