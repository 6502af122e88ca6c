// Invariants of bricks: who owns them, and what was bought of a funding.

import { sql } from 'kysely';
import type { Invariant } from './violation-queries.ts';

export const BRICK_INVARIANTS: readonly Invariant[] = [
  {
    name: 'bricks-add-up',
    violations: sql`
      select
        property.id::text as subject,
        'created ' || coalesce(bricks.count, 0) || ' of ' || property.total_bricks as detail
      from property
      left join (
        select property_id, count(*) as count
        from brick
        group by property_id
      ) bricks on bricks.property_id = property.id
      where property.status = 'PUBLISHED'
        and coalesce(bricks.count, 0) <> property.total_bricks
      union all
      select deal.id::text, 'locks ' || count(brick.id) || ' of ' || deal.brick_count || ' bricks'
      from market_deal deal
      left join brick
        on brick.deal_id = deal.id
        and brick.id = any (deal.bricks_ids)
        and brick.owner_customer_id = deal.seller_id
      where deal.status in ('pending', 'reserved')
      group by deal.id
      having count(brick.id) <> deal.brick_count
      union all
      select brick.id::text, 'is locked by a deal that is over'
      from brick
      join market_deal deal on deal.id = brick.deal_id
      where deal.status = 'confirmed'`,
  },
  {
    name: 'tallies-count-purchases',
    violations: sql`
      select coalesce(tally.property_id, counted.property_id)::text as subject,
        'tallied ' || coalesce(tally.confirmed_bricks, 0) || ' + ' || coalesce(tally.waiting_bricks, 0) || ' bricks for '
          || coalesce(tally.confirmed_cents, 0) || ' cents, counted ' || coalesce(counted.confirmed, 0) || ' + '
          || coalesce(counted.waiting, 0) || ' for ' || coalesce(counted.cents, 0) as detail
      from funding_tally as tally
      full join (
        select property_id,
          sum(brick_count) filter (where status = 'confirmed') as confirmed,
          sum(amount_cents) filter (where status = 'confirmed') as cents,
          sum(brick_count) filter (where status in ('waiting_payment', 'waiting_provider')) as waiting
        from purchase
        group by property_id
      ) counted on counted.property_id = tally.property_id
      where (coalesce(tally.confirmed_bricks, 0), coalesce(tally.confirmed_cents, 0), coalesce(tally.waiting_bricks, 0))
        is distinct from (coalesce(counted.confirmed, 0), coalesce(counted.cents, 0), coalesce(counted.waiting, 0))`,
  },
  {
    name: 'purchases-own-their-bricks',
    violations: sql`
      select
        purchase.id::text as subject,
        'bought ' || purchase.brick_count || ', has ' || count(brick.id) || ' bricks' as detail
      from purchase
      left join brick on brick.purchase_id = purchase.id
      join property on property.id = purchase.property_id
      where purchase.status = 'confirmed'
        and property.purchased_date is null
      group by purchase.id
      having count(brick.id) <> purchase.brick_count
      union all
      select purchase.id::text, purchase.status || ', yet has bricks'
      from purchase
      join brick on brick.purchase_id = purchase.id
      where purchase.status <> 'confirmed'`,
  },
];
