// The one statement that knows whom a wave may buy for and in which order; waves and simulations read it.

import { type RawBuilder, sql } from 'kysely';
import { availableOf } from '../../../money/ledger/index.ts';

/** What is offered: price in cents, horizon in months, return with four decimals of a percent; null fits plans without that limit. */
export type Offer = { brickPriceCents: number; horizonInMonths: number | null; returnRate: number | null };

/**
 * Active plans that fit the offer, of investors who are verified, not frozen and not blocked, with money for a brick. A single
 * query over all plans: `customer_id`, `budget_cents`, `amount_cents` (whole bricks of budget and wallet), `contract_types`,
 * `place`. A-auto-investment-3: whoever waits longest since their last automatic purchase comes first, who never had one before
 * all, then the older plan, then the id.
 */
export function fittingPlans(offer: Offer): RawBuilder<unknown> {
  const { brickPriceCents, horizonInMonths, returnRate } = offer;
  return sql`
    select plan.customer_id, plan.contract_types, plan.amount_per_property_cents as budget_cents,
      least(plan.amount_per_property_cents, wallet.balance_cents) / ${brickPriceCents}::bigint * ${brickPriceCents}::bigint as amount_cents,
      row_number() over (order by last_automatic.at nulls first, plan.active_since, plan.customer_id) as place
    from investment_plan plan
    join customer on customer.id = plan.customer_id
    join ledger_account wallet on wallet.owner_id = plan.customer_id and wallet.name like ${availableOf('%')}
    left join lateral (
      select max(purchase.created_at) as at from purchase
      where purchase.customer_id = plan.customer_id and purchase.is_automatic and purchase.status not in ('canceled', 'declined')
    ) last_automatic on true
    where plan.is_active
      and plan.amount_per_property_cents >= ${brickPriceCents}::bigint and wallet.balance_cents >= ${brickPriceCents}::bigint
      and (plan.min_horizon_in_months is null or ${horizonInMonths}::integer >= plan.min_horizon_in_months)
      and (plan.max_horizon_in_months is null or ${horizonInMonths}::integer <= plan.max_horizon_in_months)
      and (plan.min_return_rate is null or ${returnRate}::bigint >= plan.min_return_rate)
      and (plan.max_return_rate is null or ${returnRate}::bigint <= plan.max_return_rate)
      and customer.kyc_status = 'verified' and customer.frozen_at is null and not customer.provider_blocked`;
}
