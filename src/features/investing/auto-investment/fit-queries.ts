// SQL of whether an investment plan fits an offer. Stated here alone: candidates, preview, simulation and purchase read it.

import { type RawBuilder, sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Subquery } from '../../../core/db/subquery.ts';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';
import { availableOf } from '../../../money/ledger/index.ts';
import type { Offer } from './rules.ts';
import type { PreviewReason } from './schemas.ts';

/** What plans are judged by; a horizon or return of null fits only plans without that limit, a contract type of null fits all. */
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

/** True when `plan` is of an investor whom an earlier purchase of the property excludes from a wave (A-auto-investment-2). */
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

/** An active plan as a wave judges it before its purchase: `wanted` bricks that budget and wallet pay, the first reason against it. */
export type JudgedPlan = {
  customer_id: CustomerId;
  contract_types: string[];
  brick_price_cents: Cents;
  wanted: number;
  last_at: Temporal.Instant | null;
  active_since: Temporal.Instant | null;
  excluded: string | null;
};

/** The order of a wave, over judged plans (A-auto-investment-3). */
export const ORDER_OF_WAVE = sql`last_at nulls first, active_since, customer_id`;

/** All active plans, judged against an offer (A-auto-investment-2). `isBuyer`: a condition on `plan` for who has bought before. */
export function judgedPlans(offer: Subquery<OfferRow>, isBuyer: RawBuilder<boolean>): Subquery<JudgedPlan> {
  return sql`
    select
      plan.customer_id,
      plan.contract_types,
      offer.brick_price_cents,
      least(plan.amount_per_property_cents, coalesce(wallet.balance_cents, 0)) / offer.brick_price_cents as wanted,
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
