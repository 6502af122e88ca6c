// SQL of the track record: over properties and their payout runs, which are few, and never over the lines of holders that were paid.

import { type RawBuilder, sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { type PublicState, publicStateAt } from '../project-life/index.ts';

/** What the runs of a property paid of these kinds: their total less the lines that wait or were refused. */
function paidBy(kinds: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`coalesce(
    (
      select sum(run.total_cents - coalesce(unpaid.cents, 0))
      from payout_run run
      left join lateral (
        select sum(line.gross_cents) as cents
        from payout_line line
        where line.run_id = run.id
          and line.status in ('waiting', 'failed', 'blocked')
      ) unpaid on true
      where run.property_id = property.id
        and run.kind in (${kinds})
    ),
    0
  )::bigint`;
}

const CAPITAL_PAID = paidBy(sql`'capital', 'unlent-capital', 'sale'`);
const INTEREST_PAID = paidBy(sql`'coupon'`);

/** Sums of all published projects that the public may see, by their state. */
export async function sumByState(db: Database, at: Temporal.Instant) {
  const { rows } = await sql<{
    state: PublicState;
    projectCount: number;
    since: Temporal.Instant | null;
    collectedCents: number;
    outstandingCents: number;
    capitalPaidCents: number;
    interestPaidCents: number;
  }>`
    select
      state,
      count(*)::integer as "projectCount",
      min(since) as "since",
      coalesce(sum(collected), 0)::bigint as "collectedCents",
      coalesce(sum(greatest(collected - capital_paid, 0)), 0)::bigint as "outstandingCents",
      coalesce(sum(capital_paid), 0)::bigint as "capitalPaidCents",
      coalesce(sum(interest_paid), 0)::bigint as "interestPaidCents"
    from (
      select
        ${publicStateAt(at)} as state,
        property.funding_start_date as since,
        property.collected_cents as collected,
        ${CAPITAL_PAID} as capital_paid,
        ${INTEREST_PAID} as interest_paid
      from property
      where property.status = 'PUBLISHED'
        and property.display_date <= ${at}
    ) project
    group by state`.execute(db);
  return rows;
}

/** What is paid of one project, its prices, and the other projects of its owner. */
export async function findRecord(db: Database, propertyId: PropertyId, at: Temporal.Instant) {
  const { rows } = await sql<{
    collectedCents: Cents | null;
    capitalPaidCents: number;
    interestPaidCents: number;
    projectOwnerId: string | null;
  }>`
    select
      property.collected_cents as "collectedCents",
      ${CAPITAL_PAID} as "capitalPaidCents",
      ${INTEREST_PAID} as "interestPaidCents",
      property.project_owner_id as "projectOwnerId"
    from property
    where property.id = ${propertyId}::uuid`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const prices = await db
    .selectFrom('brick_price')
    .select(['valid_from as validFrom', 'price_cents as priceCents'])
    .where('property_id', '=', propertyId)
    .where('valid_from', '<=', at)
    .orderBy('valid_from')
    .execute();
  const others = row.projectOwnerId === null ? [] : await listOthers(db, { ownerId: row.projectOwnerId, propertyId, at });
  return { ...row, prices, others };
}

/** So many are named; who has more is known by them. */
const MOST_OTHERS = 50;

async function listOthers(db: Database, of: { ownerId: string; propertyId: PropertyId; at: Temporal.Instant }) {
  const { rows } = await sql<{
    id: PropertyId;
    name: string;
    state: PublicState;
    collectedCents: Cents | null;
    outstandingCents: number;
  }>`
    select
      property.id,
      property.name,
      ${publicStateAt(of.at)} as "state",
      property.collected_cents as "collectedCents",
      greatest(coalesce(property.collected_cents, 0) - ${CAPITAL_PAID}, 0)::bigint as "outstandingCents"
    from property
    where property.project_owner_id = ${of.ownerId}::uuid
      and property.id <> ${of.propertyId}::uuid
      and property.status = 'PUBLISHED'
      and property.display_date <= ${of.at}
    order by property.published_at desc, property.id desc
    limit ${MOST_OTHERS}`.execute(db);
  return rows;
}
