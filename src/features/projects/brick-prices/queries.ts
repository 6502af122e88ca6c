// SQL of the brick prices.

import { type ExpressionBuilder, sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { DB, PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { PriceLine } from './rules.ts';

const PAGE = 5_000;

/** Every price of every property, by property and time, in pages, so that the memory used does not grow with the history. */
export async function* readPriceLines(tx: Tx): AsyncGenerator<PriceLine[]> {
  let after = { propertyId: '00000000-0000-0000-0000-000000000000', validFrom: Temporal.Instant.fromEpochMilliseconds(0) };
  for (;;) {
    const lines = await tx
      .selectFrom('brick_price')
      .innerJoin('property', 'property.id', 'brick_price.property_id')
      .select([
        'property.id as propertyId',
        'property.name as propertyName',
        'brick_price.valid_from as validFrom',
        'brick_price.year',
        'brick_price.price_cents as priceCents',
        'brick_price.revenue_per_brick_cents as revenuePerBrickCents',
      ])
      .where(
        sql<boolean>`
          (brick_price.property_id, brick_price.valid_from)
            > (${after.propertyId}::uuid, ${after.validFrom}::timestamptz)`,
      )
      .orderBy('brick_price.property_id')
      .orderBy('brick_price.valid_from')
      .limit(PAGE)
      .execute();
    const last = lines.at(-1);
    if (last === undefined) return;
    yield lines;
    after = last;
  }
}

/** Id and name of published properties, by name. */
export async function listPublishedNames(db: Database, limit: number): Promise<{ id: PropertyId; name: string }[]> {
  return db
    .selectFrom('property')
    .select(['id', 'name'])
    .where('status', '=', sql.lit('PUBLISHED'))
    .orderBy('name')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Price histories of the properties, oldest entry first. */
export async function listHistories(tx: Tx, propertyIds: readonly PropertyId[]) {
  return tx
    .selectFrom('brick_price')
    .select([
      'property_id as propertyId',
      'valid_from as validFrom',
      'year',
      'price_cents as brickPriceCents',
      'revenue_per_brick_cents as revenuePerBrickCents',
    ])
    .where('property_id', '=', (any) => any.fn.any(any.val(propertyIds)))
    .orderBy('property_id')
    .orderBy('valid_from')
    .execute();
}

/** Writes the updates in one statement. A year twice violates `brick_price_one_update_per_year`. */
export async function insertYearlyPrices(
  tx: Tx,
  prices: readonly {
    propertyId: PropertyId;
    year: number;
    brickPriceCents: Cents;
    revenuePerBrickCents: Cents;
    validFrom: Temporal.Instant;
  }[],
  at: Temporal.Instant,
): Promise<void> {
  await sql`
    insert into brick_price (property_id, valid_from, price_cents, revenue_per_brick_cents, year, created_at)
    select *, ${at}::timestamptz
    from unnest(
      ${prices.map(({ propertyId }) => propertyId)}::uuid[],
      ${prices.map(({ validFrom }) => validFrom.toString())}::timestamptz[],
      ${prices.map(({ brickPriceCents }) => brickPriceCents)}::bigint[],
      ${prices.map(({ revenuePerBrickCents }) => revenuePerBrickCents)}::bigint[],
      ${prices.map(({ year }) => year)}::integer[]
    )`.execute(tx);
}

/** Corrects an entry of the history, which keeps its place in it. */
export async function correctPrice(
  tx: Tx,
  { propertyId, validFrom }: { propertyId: PropertyId; validFrom: Temporal.Instant },
  price: { brickPriceCents: Cents; revenuePerBrickCents: Cents },
): Promise<void> {
  await tx
    .updateTable('brick_price')
    .set({ price_cents: price.brickPriceCents, revenue_per_brick_cents: price.revenuePerBrickCents })
    .where('property_id', '=', propertyId)
    .where('valid_from', '=', validFrom)
    .executeTakeFirstOrThrow();
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

/** To join laterally to `property`: the price of a brick at publication, in cents. */
export function priceAtPublication(from: ExpressionBuilder<DB, 'property'>) {
  return from
    .selectFrom('brick_price')
    .select('price_cents as brickPriceCents')
    .whereRef('brick_price.property_id', '=', 'property.id')
    .orderBy('valid_from')
    .limit(1)
    .as('price');
}
