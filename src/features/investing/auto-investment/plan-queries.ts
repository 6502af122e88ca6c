// SQL of investment plans: as investors save them, whether they fit an offer, and what a wave would buy by them.

import { type RawBuilder, sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { Subquery } from '../../../core/db/sql-fragments.ts';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { availableOf } from '../../../money/ledger/index.ts';
import type { Offer, StoredPlan } from './rules.ts';
import type { PreviewReason } from './schemas.ts';

/** The investor's plan; undefined when none was ever saved. */
export async function findPlan(
  db: Database | Tx,
  customerId: CustomerId,
): Promise<(StoredPlan & { updatedAt: Temporal.Instant }) | undefined> {
  return db
    .selectFrom('investment_plan')
    .select([
      'is_active as isActive',
      'amount_per_property_cents as amountPerPropertyCents',
      'contract_types as contractTypes',
      'min_horizon_in_months as minHorizonInMonths',
      'max_horizon_in_months as maxHorizonInMonths',
      'min_return_rate as minReturnRate',
      'max_return_rate as maxReturnRate',
      'updated_at as updatedAt',
    ])
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
}

/**
 * Writes or replaces the plan; a plan that stays active keeps its `active_since`. False, with nothing written, where the stored one is not of
 * `unchangedSince` (null: none was stored), which is compared under its lock.
 */
export async function savePlan(
  tx: Tx,
  customerId: CustomerId,
  { plan, unchangedSince, at }: { plan: StoredPlan; unchangedSince: string | null | undefined; at: Temporal.Instant },
): Promise<boolean> {
  const isUnchanged = sql<boolean>`
    ${unchangedSince === undefined}::boolean
    or investment_plan.updated_at is not distinct from ${unchangedSince ?? null}::timestamptz`;
  const values = {
    is_active: plan.isActive,
    amount_per_property_cents: plan.amountPerPropertyCents,
    contract_types: plan.contractTypes,
    min_horizon_in_months: plan.minHorizonInMonths,
    max_horizon_in_months: plan.maxHorizonInMonths,
    min_return_rate: plan.minReturnRate,
    max_return_rate: plan.maxReturnRate,
    updated_at: at,
  };
  const since = plan.isActive ? at : null;
  const saved = await tx
    .insertInto('investment_plan')
    .values({ customer_id: customerId, ...values, active_since: since, created_at: at })
    .onConflict((conflict) =>
      conflict
        .column('customer_id')
        .doUpdateSet({
          ...values,
          active_since: plan.isActive ? sql`coalesce(investment_plan.active_since, excluded.active_since)` : null,
        })
        .where(isUnchanged),
    )
    .executeTakeFirst();
  return saved.numInsertedOrUpdatedRows === 1n;
}

// SQL of whether an investment plan fits an offer. Stated here only: candidates, preview, simulation and purchase read it.

/** What plans are compared with; a horizon or return of null fits only plans without that limit, a contract type of null fits all. */
type OfferRow<Contract extends string | null = string | null> = {
  contract_type: Contract;
  brick_price_cents: Cents;
  horizon_in_months: number | null;
  return_rate: number | null;
};

/** What a property offers now, at the price of its publication; no row before that. */
export function offerOf(propertyId: PropertyId): Subquery<OfferRow<string>> {
  return sql`
    select
      property.investor_contract_type as contract_type,
      price.price_cents as brick_price_cents,
      property.investment_horizon_in_months as horizon_in_months,
      property.return_on_investment_rate as return_rate
    from property
    join lateral (
      select price_cents
      from brick_price
      where brick_price.property_id = property.id
      order by valid_from
      limit 1
    ) price on true
    where property.id = ${propertyId}::uuid
      and property.status = 'PUBLISHED'`;
}

/** An offer that is no property's, of every contract type. */
export function offerLike({ brickPriceCents, horizonInMonths, returnRate }: Offer): Subquery<OfferRow> {
  return sql`
    select
      null::text as contract_type,
      ${brickPriceCents}::bigint as brick_price_cents,
      ${horizonInMonths}::integer as horizon_in_months,
      ${returnRate}::bigint as return_rate`;
}

/** Why a plan does not fit an offer: `off` when it is not active. */
export type Misfit = 'off' | Extract<PreviewReason, 'contract-type' | 'horizon' | 'return' | 'budget'>;

/** The first reason why `plan` does not fit `offer`, both aliases of the statement; null when it fits. */
export const MISFIT: RawBuilder<Misfit | null> = sql`
  case
    when not plan.is_active then 'off'
    when not offer.contract_type = any (plan.contract_types) then 'contract-type'
    when offer.horizon_in_months < plan.min_horizon_in_months then 'horizon'
    when offer.horizon_in_months > plan.max_horizon_in_months then 'horizon'
    when offer.horizon_in_months is null
      and coalesce(plan.min_horizon_in_months, plan.max_horizon_in_months) is not null then 'horizon'
    when offer.return_rate < plan.min_return_rate then 'return'
    when offer.return_rate > plan.max_return_rate then 'return'
    when offer.return_rate is null and coalesce(plan.min_return_rate, plan.max_return_rate) is not null then 'return'
    when plan.amount_per_property_cents < offer.brick_price_cents then 'budget'
  end`;

/** True when `plan` is of an investor whom an earlier purchase of the property excludes from a wave. */
export function hasBought(wave: { propertyId: PropertyId; includesCanceled: boolean }): RawBuilder<boolean> {
  return sql`
    exists (
      select
      from purchase
      where purchase.property_id = ${wave.propertyId}::uuid
        and purchase.customer_id = plan.customer_id
        and (not ${wave.includesCanceled}::boolean or purchase.status not in ('canceled', 'declined'))
    )`;
}

/** An active plan as a wave checks it before its purchase: `affordable` bricks that budget and wallet pay, the first reason against it. */
export type PlanOfWave = {
  customer_id: CustomerId;
  contract_types: string[];
  brick_price_cents: Cents;
  affordable: number;
  last_at: Temporal.Instant | null;
  active_since: Temporal.Instant | null;
  excluded: string | null;
};

/** The order of a wave, over checked plans (A-auto-investment-3). */
export const ORDER_OF_WAVE = sql`last_at nulls first, active_since, customer_id`;

/** All active plans, checked against an offer. `isBuyer`: a condition on `plan` for investors who have bought before. */
export function plansOfWave(offer: Subquery<OfferRow>, isBuyer: RawBuilder<boolean>): Subquery<PlanOfWave> {
  return sql`
    select
      plan.customer_id,
      plan.contract_types,
      offer.brick_price_cents,
      least(plan.amount_per_property_cents, coalesce(wallet.balance_cents, 0)) / offer.brick_price_cents as affordable,
      last_automatic.at as last_at,
      plan.active_since,
      coalesce(${MISFIT}, case
        when customer.kyc_status <> 'verified' then 'identity'
        when customer.frozen_at is not null or customer.provider_blocked then 'frozen'
        when offer.contract_type = 'royalty' and not customer.can_see_royalty then 'royalty'
        when ${isBuyer} then 'has-bought'
        when coalesce(wallet.balance_cents, 0) < offer.brick_price_cents then 'balance'
      end) as excluded
    from investment_plan plan
    cross join (${offer}) offer
    join customer on customer.id = plan.customer_id
    left join ledger_account wallet on wallet.owner_id = plan.customer_id and wallet.name like ${availableOf('%')}
    left join lateral (
      select max(purchase.created_at) as at
      from purchase
      where purchase.customer_id = plan.customer_id
        and purchase.is_automatic
        and purchase.status not in ('canceled', 'declined')
    ) last_automatic on true
    where plan.is_active`;
}

// SQL of the preview of a wave: every active plan with what it would buy, or why it would buy nothing.

/** What the wave would offer: bricks that neither confirmed nor waiting purchases hold. */
export type Offered = { freeBricks: number; isEnded: boolean };

/** Of a published property. */
export async function findOffered(db: Database, propertyId: PropertyId): Promise<Offered | undefined> {
  const { rows } = await sql<Offered>`
    select
      coalesce(property.total_bricks, 0) - coalesce(totals.confirmed_bricks + totals.waiting_bricks, 0) as "freeBricks",
      property.funding_ended_at is not null as "isEnded"
    from property
    left join funding_totals totals on totals.property_id = property.id
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

/** Shares out the free bricks among the checked plans in the order of a wave. */
function shared(asked: Asked) {
  const order = sql`excluded is not null, ${ORDER_OF_WAVE}`;
  return sql`
    with plans as (${plansOfWave(offerOf(asked.propertyId), hasBought(asked))}),
    ranked as (
      select *,
        row_number() over (order by ${order})::integer as rank,
        coalesce(
          sum(affordable) filter (where excluded is null) over (
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
          when excluded is null then greatest(least(affordable, ${asked.freeBricks}::bigint - before), 0)
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
