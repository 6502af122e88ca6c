// SQL of the preview of a wave: every active plan with what it would buy, or why it would buy nothing.

import { sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';
import { availableOf } from '../../../money/ledger/index.ts';
import type { PreviewReason } from './schemas.ts';

/** What the wave would offer; bricks that neither confirmed nor waiting purchases hold. Null for no such property, or no offer yet. */
export type Offered = {
  contractType: string;
  brickPriceCents: Cents;
  horizonInMonths: number | null;
  returnRate: number | null;
  freeBricks: number;
  isEnded: boolean;
};

/** The offer of a published property, at the price of its publication, as a wave takes it. */
export async function findOffered(db: Database, propertyId: PropertyId): Promise<Offered | undefined> {
  const { rows } = await sql<Offered>`
    select
      property.investor_contract_type as "contractType",
      price.price_cents as "brickPriceCents",
      property.investment_horizon_in_months as "horizonInMonths",
      property.return_on_investment_rate as "returnRate",
      coalesce(property.total_bricks, 0) - coalesce(tally.confirmed_bricks + tally.waiting_bricks, 0) as "freeBricks",
      property.funding_ended_at is not null as "isEnded"
    from property
    join lateral (
      select price_cents
      from brick_price
      where brick_price.property_id = property.id
      order by valid_from
      limit 1
    ) price on true
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

type Asked = { propertyId: PropertyId; includesCanceled: boolean; offered: Offered };

/**
 * Judges all active plans as a wave would judge them (A-auto-investment-2, A-auto-investment-3), and shares out the free bricks in its
 * order. The first thing that excludes a plan is its reason.
 */
function judged({ propertyId, includesCanceled, offered }: Asked) {
  const { brickPriceCents, contractType, horizonInMonths, returnRate, freeBricks } = offered;
  return sql`
    with plans as (
      select plan.customer_id,
        least(plan.amount_per_property_cents, coalesce(wallet.balance_cents, 0)) / ${brickPriceCents}::bigint as wanted,
        last_automatic.at as last_at,
        plan.active_since,
        case
          when not ${contractType}::text = any (plan.contract_types) then 'contract-type'
          when ${horizonInMonths}::integer < plan.min_horizon_in_months then 'horizon'
          when ${horizonInMonths}::integer > plan.max_horizon_in_months then 'horizon'
          when ${horizonInMonths}::integer is null
            and coalesce(plan.min_horizon_in_months, plan.max_horizon_in_months) is not null then 'horizon'
          when ${returnRate}::bigint < plan.min_return_rate then 'return'
          when ${returnRate}::bigint > plan.max_return_rate then 'return'
          when ${returnRate}::bigint is null and coalesce(plan.min_return_rate, plan.max_return_rate) is not null then 'return'
          when customer.kyc_status <> 'verified' then 'identity'
          when customer.frozen_at is not null or customer.provider_blocked then 'frozen'
          when exists (
            select
            from purchase
            where purchase.property_id = ${propertyId}::uuid
              and purchase.customer_id = plan.customer_id
              and (not ${includesCanceled}::boolean or purchase.status not in ('canceled', 'declined'))
          ) then 'has-bought'
          when plan.amount_per_property_cents < ${brickPriceCents}::bigint then 'budget'
          when coalesce(wallet.balance_cents, 0) < ${brickPriceCents}::bigint then 'balance'
        end as excluded
      from investment_plan plan
      join customer on customer.id = plan.customer_id
      left join ledger_account wallet on wallet.owner_id = plan.customer_id and wallet.name like ${availableOf('%')}
      left join lateral (
        select max(purchase.created_at) as at
        from purchase
        where purchase.customer_id = plan.customer_id
          and purchase.is_automatic
          and purchase.status not in ('canceled', 'declined')
      ) last_automatic on true
      where plan.is_active
    ),
    ranked as (
      select *,
        row_number() over (
          order by excluded is not null, last_at nulls first, active_since, customer_id
        )::integer as rank,
        coalesce(
          sum(wanted) filter (where excluded is null) over (
            order by excluded is not null, last_at nulls first, active_since, customer_id
            rows between unbounded preceding and 1 preceding
          ),
          0
        ) as before
      from plans
    ),
    shared as (
      select *,
        case
          when excluded is null then greatest(least(wanted, ${freeBricks}::bigint - before), 0)
          else 0
        end::integer as bricks
      from ranked
    )`;
}

/** The plans behind `afterRank`, one more than `limit` when there are more. */
export async function listPreview(db: Database, asked: Asked, page: { limit: number; afterRank: number }): Promise<PreviewRow[]> {
  const { brickPriceCents } = asked.offered;
  const { rows } = await sql<PreviewRow>`
    ${judged(asked)}
    select
      rank,
      customer.id as "customerId",
      coalesce(nullif(concat_ws(' ', customer.first_name, customer.last_name), ''), person.email) as "investorName",
      bricks,
      bricks * ${brickPriceCents}::bigint as "amountCents",
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
  const { brickPriceCents } = asked.offered;
  const { rows } = await sql<PreviewTotals>`
    ${judged(asked)}
    select
      count(*) as plans,
      count(*) filter (where bricks > 0) as buyers,
      coalesce(sum(bricks), 0) as bricks,
      coalesce(sum(bricks), 0) * ${brickPriceCents}::bigint as "amountCents"
    from shared`.execute(db);
  const [totals] = rows;
  if (!totals) throw new Error('the preview gave no row');
  return totals;
}
