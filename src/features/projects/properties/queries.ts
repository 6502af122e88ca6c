// SQL of the properties: drafts, publication, catalogue, edits and the internal note.

import { type Insertable, sql, type Updateable } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { Property, PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { CursorKey } from '../../../core/http/pagination.ts';
import { wasEverUsed } from '../../../money/ledger/index.ts';
import { type PropertyRow, type PublicState, publicStateAt } from '../project-life/index.ts';

/** The property with this id. */
export async function findProperty(db: Database | Tx, propertyId: PropertyId): Promise<PropertyRow | undefined> {
  return db.selectFrom('property').selectAll().where('id', '=', propertyId).executeTakeFirst();
}

/** Inserts a DRAFT. An unknown SPV, owner or presentation violates its foreign key. */
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
      // An obligation without an operation becomes one of V2 (catalogue.md#publication).
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

/** A published property with the official price of a brick, cents. */
type PublishedRow = PropertyRow & { brickPriceCents: Cents | null; state: PublicState };

/** Published properties that the public may see at `at`. */
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
  'id' | 'total_bricks' | 'min_bricks' | 'funding_ended_at' | 'primary_market_open' | 'brickPriceCents' | 'state'
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
      publicStateAt(at).as('state'),
    ])
    .executeTakeFirst();
}

/** Properties that the public may see at `at`, newest publication first, starting after the cursor. */
export async function listPublished(
  db: Database,
  page: {
    at: Temporal.Instant;
    investorContractType?: PropertyRow['investor_contract_type'] | undefined;
    state?: PublicState | undefined;
    after: CursorKey | undefined;
    limit: number;
  },
): Promise<PublishedRow[]> {
  const stateNow = publicStateAt(page.at);
  let query = selectPublished(db, page.at)
    .selectAll('property')
    .select(['price.brickPriceCents', stateNow.as('state')]);
  const { investorContractType, state, after } = page;
  if (investorContractType !== undefined) query = query.where('property.investor_contract_type', '=', investorContractType);
  if (state !== undefined) query = query.where(stateNow, '=', state);
  if (after) {
    const { at, id } = after;
    query = query.where(sql<boolean>`(property.published_at, property.id) < (${at}::timestamptz, ${id}::uuid)`);
  }
  return query.orderBy('property.published_at', 'desc').orderBy('property.id', 'desc').limit(page.limit).execute();
}

/** Writes the given columns. Throws unless the property has the status that the caller has read under its lock. */
export async function updateProperty(
  tx: Tx,
  propertyId: PropertyId,
  status: PropertyRow['status'],
  columns: Updateable<Property>,
): Promise<PropertyRow> {
  return tx
    .updateTable('property')
    .set(columns)
    .where('id', '=', propertyId)
    .where('status', '=', status)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * True once anything points at the wallet of the property's SPV: a posting, a purchase in whatever status, a payment recorded for it or on
 * its way to it, or a schedule, whose mandate and debits are that wallet's. Exact only under the property's lock.
 */
export async function isSpvInUse(tx: Tx, propertyId: PropertyId): Promise<boolean> {
  if (await wasEverUsed(tx, propertyId)) return true;
  const { rows } = await sql<{ isUsed: boolean }>`
    select
      exists (select from purchase where property_id = ${propertyId}::uuid)
      or exists (
        select
        from received_payment
        where property_id = ${propertyId}::uuid or switching_to_property_id = ${propertyId}::uuid
      )
      or exists (select from payment_schedule where property_id = ${propertyId}::uuid) as "isUsed"`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('an exists without a row');
  return row.isUsed;
}

/** True once the property has a payment schedule. Exact only under its lock. */
export async function hasSchedule(tx: Tx, propertyId: PropertyId): Promise<boolean> {
  const row = await tx
    .selectFrom('payment_schedule')
    .select('property_id')
    .where('property_id', '=', propertyId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes a DRAFT; false when the property is published or unknown. A row that refers to it violates a foreign key. */
export async function deleteDraft(tx: Tx, propertyId: PropertyId): Promise<boolean> {
  const row = await tx
    .deleteFrom('property')
    .where('id', '=', propertyId)
    .where('status', '=', 'DRAFT')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The internal note, before the first save empty with version 0 (catalogue.md#internal-note); undefined for an unknown property.
 */
export async function findInternalNote(db: Database | Tx, propertyId: PropertyId) {
  return db
    .selectFrom('property')
    .where('id', '=', propertyId)
    .select(['internal_note_content as content', 'internal_note_version as version'])
    .executeTakeFirst();
}

/**
 * Replaces the note if it still has the version that the caller read; undefined when it has not, or there is no such property.
 */
export async function replaceInternalNote(
  tx: Tx,
  propertyId: PropertyId,
  note: { content: string; version: number; at: Temporal.Instant },
) {
  return tx
    .updateTable('property')
    .set((row) => ({
      internal_note_content: note.content,
      internal_note_version: row('internal_note_version', '+', 1),
      updated_at: note.at,
    }))
    .where('id', '=', propertyId)
    .where('internal_note_version', '=', note.version)
    .returning(['internal_note_content as content', 'internal_note_version as version'])
    .executeTakeFirst();
}
