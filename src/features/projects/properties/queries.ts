// SQL of the properties: drafts, publication and catalogue.

import { type Insertable, sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { Property, PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { CursorKey } from '../../../core/http/cursor.ts';
import type { PropertyRow } from '../project-life/index.ts';

/** The property with this id. */
export async function findProperty(db: Database | Tx, propertyId: PropertyId): Promise<PropertyRow | undefined> {
  return db.selectFrom('property').selectAll().where('id', '=', propertyId).executeTakeFirst();
}

/** Inserts a DRAFT. An unknown SPV, owner or presentation violates its foreign key (unknown-links.ts). */
export async function insertDraft(tx: Tx, draft: Insertable<Property>): Promise<PropertyRow> {
  return tx.insertInto('property').values(draft).returningAll().executeTakeFirstOrThrow();
}

/** DRAFT -> PUBLISHED, with its numbers of bricks; undefined when it is not a draft any more. */
export async function markPublished(
  tx: Tx,
  propertyId: PropertyId,
  publication: {
    totalBricks: number;
    minBricks: number;
    uncreatedBricks: number;
    displayDate: Temporal.Instant;
    at: Temporal.Instant;
  },
): Promise<PropertyRow | undefined> {
  return tx
    .updateTable('property')
    .set({
      status: 'PUBLISHED',
      total_bricks: publication.totalBricks,
      min_bricks: publication.minBricks,
      uncreated_bricks: publication.uncreatedBricks,
      display_date: publication.displayDate,
      published_at: publication.at,
      updated_at: publication.at,
      primary_market_open: true,
      // A-properties-29.
      operation: sql`case
        when investor_contract_type = 'obligation' then coalesce(operation, '{"version": "V2"}')
        else operation
      end`,
    })
    .where('id', '=', propertyId)
    .where('status', '=', 'DRAFT')
    .returningAll()
    .executeTakeFirst();
}

/**
 * Takes the next `most` bricks off those that are still to be created: their first and last number, and whether more remain. The row
 * stays locked, so that of two runs the second takes what comes after. Undefined when all are created.
 */
export async function takeUncreatedBricks(
  tx: Tx,
  propertyId: PropertyId,
  most: number,
): Promise<{ first: number; last: number; remaining: number } | undefined> {
  const { rows } = await sql<{ first: number; last: number; remaining: number }>`
    update property
    set uncreated_bricks = stock.remaining
    from (
      select id, total_bricks - uncreated_bricks + 1 as first, greatest(uncreated_bricks - ${most}::integer, 0) as remaining
      from property
      where id = ${propertyId}::uuid
        and uncreated_bricks > 0
      for no key update
    ) as stock
    where property.id = stock.id
    returning stock.first, property.total_bricks - stock.remaining as last, stock.remaining`.execute(tx);
  return rows[0];
}

/** Inserts the first entry of the price history: the price of a brick at the publication. */
export async function insertBrickPrice(
  tx: Tx,
  price: { propertyId: PropertyId; priceCents: Cents; at: Temporal.Instant },
): Promise<void> {
  await tx
    .insertInto('brick_price')
    .values({ property_id: price.propertyId, valid_from: price.at, price_cents: price.priceCents, created_at: price.at })
    .execute();
}

/** A published property with the official price of a brick, cents. */
export type PublishedRow = PropertyRow & { brickPriceCents: Cents | null };

/** Published properties that the public may see at `at` (A-properties-6). */
function selectPublished(db: Database, at: Temporal.Instant) {
  return (
    db
      .selectFrom('property')
      .leftJoinLateral(
        (from) =>
          from
            .selectFrom('brick_price')
            .select('price_cents as brickPriceCents')
            .whereRef('brick_price.property_id', '=', 'property.id')
            .where('valid_from', '<=', at)
            .orderBy('valid_from', 'desc')
            .limit(1)
            .as('price'),
        (join) => join.onTrue(),
      )
      // A literal, so that the prepared statement can use the partial index.
      .where('property.status', '=', sql.lit('PUBLISHED'))
      .where('property.display_date', '<=', at)
  );
}

/** The columns of a property that its availability needs. */
export type SaleRow = Pick<
  PublishedRow,
  'id' | 'total_bricks' | 'min_bricks' | 'funding_ended_at' | 'primary_market_open' | 'brickPriceCents'
>;

/** The sale of one property; undefined when the public may not see the property at `at`. */
export async function findSale(db: Database, propertyId: PropertyId, at: Temporal.Instant): Promise<SaleRow | undefined> {
  return selectPublished(db, at)
    .where('property.id', '=', propertyId)
    .select([
      'property.id',
      'property.total_bricks',
      'property.min_bricks',
      'property.funding_ended_at',
      'property.primary_market_open',
      'price.brickPriceCents',
    ])
    .executeTakeFirst();
}

/** Properties that the public may see at `at`, newest publication first, starting after the cursor. */
export async function listPublished(
  db: Database,
  page: {
    at: Temporal.Instant;
    investorContractType?: PropertyRow['investor_contract_type'] | undefined;
    after: CursorKey | undefined;
    limit: number;
  },
): Promise<PublishedRow[]> {
  let query = selectPublished(db, page.at).selectAll('property').select('price.brickPriceCents');
  const { investorContractType, after } = page;
  if (investorContractType !== undefined) query = query.where('property.investor_contract_type', '=', investorContractType);
  if (after) {
    const { at, id } = after;
    query = query.where(sql<boolean>`(property.published_at, property.id) < (${at}::timestamptz, ${id}::uuid)`);
  }
  return query.orderBy('property.published_at', 'desc').orderBy('property.id', 'desc').limit(page.limit).execute();
}
