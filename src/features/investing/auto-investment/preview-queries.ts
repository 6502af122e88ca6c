// SQL of the preview of a wave: every active plan with what it would buy, or why it would buy nothing.

import { sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';
import { hasBought, judgedPlans, ORDER_OF_WAVE, offerOf } from './fit-queries.ts';
import type { PreviewReason } from './schemas.ts';

/** What the wave would offer: bricks that neither confirmed nor waiting purchases hold. */
export type Offered = { freeBricks: number; isEnded: boolean };

/** Of a published property. */
export async function findOffered(db: Database, propertyId: PropertyId): Promise<Offered | undefined> {
  const { rows } = await sql<Offered>`
    select
      coalesce(property.total_bricks, 0) - coalesce(tally.confirmed_bricks + tally.waiting_bricks, 0) as "freeBricks",
      property.funding_ended_at is not null as "isEnded"
    from property
    left join funding_tally tally on tally.property_id = property.id
    where property.id = ${propertyId}
      and property.status = 'PUBLISHED'`.execute(db);
  return rows[0];
}

/** A plan of the preview; `rank` in the order of the wave, from 1 on, those that buy nothing behind. */
export type PreviewRow = {
  rank: number;
  customerId: CustomerId;
  investorName: string;
  bricks: number;
  amountCents: Cents;
  reason: PreviewReason | null;
};

/** Sums over all plans of the preview. */
export type PreviewTotals = { plans: number; buyers: number; bricks: number; amountCents: Cents };

type Asked = { propertyId: PropertyId; includesCanceled: boolean; freeBricks: number };

/** Shares out the free bricks among the judged plans in the order of a wave. */
function shared(asked: Asked) {
  const order = sql`excluded is not null, ${ORDER_OF_WAVE}`;
  return sql`
    with plans as (${judgedPlans(offerOf(asked.propertyId), hasBought(asked))}),
    ranked as (
      select *,
        row_number() over (order by ${order})::integer as rank,
        coalesce(
          sum(wanted) filter (where excluded is null) over (
            order by ${order}
            rows between unbounded preceding and 1 preceding
          ),
          0
        ) as before
      from plans
    ),
    shared as (
      select *,
        case
          when excluded is null then greatest(least(wanted, ${asked.freeBricks}::bigint - before), 0)
          else 0
        end::integer as bricks
      from ranked
    )`;
}

/** The plans behind `afterRank`, one more than `limit` when there are more. */
export async function listPreview(db: Database, asked: Asked, page: { limit: number; afterRank: number }): Promise<PreviewRow[]> {
  const { rows } = await sql<PreviewRow>`
    ${shared(asked)}
    select
      rank,
      customer.id as "customerId",
      coalesce(nullif(concat_ws(' ', customer.first_name, customer.last_name), ''), person.email) as "investorName",
      bricks,
      bricks * brick_price_cents as "amountCents",
      coalesce(excluded, case when bricks = 0 then 'sold-out' end) as reason
    from shared
    join customer on customer.id = shared.customer_id
    join auth_user person on person.id = customer.user_id
    where rank > ${page.afterRank}
    order by rank
    limit ${page.limit + 1}`.execute(db);
  return rows;
}

/** The sums of the same plans. */
export async function sumPreview(db: Database, asked: Asked): Promise<PreviewTotals> {
  const { rows } = await sql<PreviewTotals>`
    ${shared(asked)}
    select
      count(*) as plans,
      count(*) filter (where bricks > 0) as buyers,
      coalesce(sum(bricks), 0) as bricks,
      coalesce(sum(bricks * brick_price_cents), 0)::bigint as "amountCents"
    from shared`.execute(db);
  const [totals] = rows;
  if (!totals) throw new Error('the preview gave no row');
  return totals;
}
