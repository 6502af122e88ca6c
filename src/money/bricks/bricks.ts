// Every change of a brick's owner or lock. A brick has at most one owner and one open deal, which constraints of the table ensure; an owner is
// changed only by functions of the database, which ask the purchase or the deal for it.

import { sql } from 'kysely';
import type { Database } from '../../core/db/pool.ts';
import type { CustomerId, PropertyId } from '../../core/db/tables.ts';
import type { Tx } from '../../core/db/transaction.ts';

/** Creates unsold bricks of a property, numbered from `first` to `last`; those of a property start at 1. */
export async function createPrimaryBricks(
  tx: Tx,
  propertyId: PropertyId,
  { first, last }: { first: number; last: number },
): Promise<void> {
  await sql`
    insert into brick (id, property_id, number)
    select gen_random_uuid(), ${propertyId}::uuid, number
    from generate_series(${first}::integer, ${last}::integer) as number`.execute(tx);
}

/**
 * Assigns unsold bricks of the property to the buyer of a purchase whose payment has moved, as many as were bought, except those that
 * another settlement is assigning. Returns how many were found: every purchase was counted when it was placed, so fewer is a broken invariant.
 */
export async function assignUnsoldBricks(tx: Tx, purchaseId: string): Promise<number> {
  return moved(await sql<{ bricks: number }>`select coalesce(brick_take(${purchaseId}::uuid), 0) as bricks`.execute(tx));
}

/** Makes the bricks of a purchase that is being canceled unsold again. Returns how many. */
export async function returnPurchasedBricks(tx: Tx, purchaseId: string): Promise<number> {
  return moved(await sql<{ bricks: number }>`select coalesce(brick_return(${purchaseId}::uuid), 0) as bricks`.execute(tx));
}

/**
 * Locks `brickCount` free bricks of the seller for a deal: status null to SELLING, lowest ids first (market.md#creating-a-deal).
 * Concurrent requests wait for the row locks instead of failing. Returns the ids of the locked bricks; the caller rolls back when they
 * are too few.
 */
export async function lockBricksForSale(
  tx: Tx,
  sale: { propertyId: PropertyId; sellerId: CustomerId; brickCount: number; dealId: string },
): Promise<string[]> {
  const result = await sql<{ id: string }>`
    update brick
    set status = 'SELLING', deal_id = ${sale.dealId}::uuid
    where status is null
      and id in (
        select id
        from brick
        where owner_customer_id = ${sale.sellerId}::uuid
          and property_id = ${sale.propertyId}::uuid
          and status is null
        order by id
        limit ${sale.brickCount}::integer
        for update
      )
    returning id`.execute(tx);
  return result.rows.map((row) => row.id).sort();
}

/** Frees the bricks of deals that end without a sale: SELLING back to null. */
export async function freeBricksOfDeals(tx: Tx, dealIds: readonly string[]): Promise<void> {
  await sql`
    update brick
    set status = null, deal_id = null
    where deal_id = any (${dealIds}::uuid[]) and status = 'SELLING'
    returning id`.execute(tx);
}

/** Transfers the bricks of a confirmed deal to its buyer and unlocks them. Returns how many. */
export async function handOverBricks(tx: Tx, dealId: string): Promise<number> {
  return moved(await sql<{ bricks: number }>`select coalesce(brick_hand_over(${dealId}::uuid), 0) as bricks`.execute(tx));
}

/** What a function of the database that moves bricks has answered. */
function moved({ rows }: { rows: readonly { bricks: number }[] }): number {
  return rows[0]?.bricks ?? 0;
}

/** What an investor holds of one property. */
export type Holding = {
  propertyId: PropertyId;
  propertyName: string;
  propertyCreatedAt: Temporal.Instant;
  brickCount: number;
  sellingBrickCount: number;
};

/**
 * Holdings of an investor, newest property first, after the cursor; of one property if `propertyId` is given. Properties whose resale
 * is complete are left out. Counted by the triggers of `brick`.
 */
export async function listHoldings(
  db: Database,
  customerId: CustomerId,
  page: { after: { at: Temporal.Instant; id: string } | undefined; limit: number; propertyId?: PropertyId | undefined },
): Promise<Holding[]> {
  const { after, limit, propertyId } = page;
  let query = db
    .selectFrom('brick_holding as holding')
    .innerJoin('property', 'property.id', 'holding.property_id')
    .where('holding.customer_id', '=', customerId)
    .where('holding.brick_count', '>', sql.lit(0))
    .where('property.resale_completed_at', 'is', null);
  if (propertyId !== undefined) query = query.where('holding.property_id', '=', propertyId);
  if (after) {
    query = query.where(
      sql<boolean>`(holding.property_created_at, holding.property_id) < (${after.at}::timestamptz, ${after.id}::uuid)`,
    );
  }
  return query
    .orderBy('holding.property_created_at', 'desc')
    .orderBy('holding.property_id', 'desc')
    .limit(limit)
    .select([
      'holding.property_id as propertyId',
      'property.name as propertyName',
      'holding.property_created_at as propertyCreatedAt',
      'holding.brick_count as brickCount',
      'holding.selling_brick_count as sellingBrickCount',
    ])
    .execute();
}
