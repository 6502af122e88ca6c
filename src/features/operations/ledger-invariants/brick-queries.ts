// Invariants of bricks: who owns them, and what was bought of a funding.

import { sql } from 'kysely';
import type { Invariant } from './scope-queries.ts';
import { among, propertiesOf } from './scope-queries.ts';

export const BRICK_INVARIANTS: readonly Invariant[] = [
  {
    name: 'bricks-add-up',
    violations: ({ bricks }) => sql`
      select
        property.id::text as subject,
        'created ' || bricks.count || ' of ' || property.total_bricks || ', ' || property.uncreated_bricks || ' to come' as detail
      from property
      cross join lateral (
        select count(*) as count
        from brick
        where property_id = property.id
      ) bricks
      where property.status = 'PUBLISHED'
        and ${among('property.id', bricks)}
        and bricks.count + property.uncreated_bricks <> property.total_bricks
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
      where brick.deal_id is not null
        and deal.status = 'confirmed'`,
  },
  {
    name: 'tallies-count-purchases',
    violations: ({ fundings }) => sql`
      select
        property.id::text as subject,
        'tallied ' || coalesce(tally.confirmed_bricks, 0) || ' + ' || coalesce(tally.waiting_bricks, 0) || ' bricks for '
          || coalesce(tally.confirmed_cents, 0) || ' cents, counted ' || coalesce(counted.confirmed, 0) || ' + '
          || coalesce(counted.waiting, 0) || ' for ' || coalesce(counted.cents, 0) as detail
      from ${propertiesOf(fundings)}
      left join funding_totals tally on tally.property_id = property.id
      cross join lateral (
        select
          sum(brick_count) filter (where status = 'confirmed') as confirmed,
          sum(amount_cents) filter (where status = 'confirmed') as cents,
          sum(brick_count) filter (where status in ('waiting_payment', 'waiting_provider')) as waiting
        from purchase
        where property_id = property.id
      ) counted
      where (coalesce(tally.confirmed_bricks, 0), coalesce(tally.confirmed_cents, 0), coalesce(tally.waiting_bricks, 0))
        is distinct from (coalesce(counted.confirmed, 0), coalesce(counted.cents, 0), coalesce(counted.waiting, 0))`,
  },
  {
    name: 'holdings-count-bricks',
    violations: ({ holders }) => sql`
      select
        customer_id || ' of ' || property_id as subject,
        'holds ' || coalesce(holding.brick_count, 0) || ' bricks, ' || coalesce(holding.selling_brick_count, 0)
          || ' for sale, counted ' || coalesce(counted.bricks, 0) || ', ' || coalesce(counted.selling, 0) || ' for sale' as detail
      from (
        select *
        from brick_holding
        where ${among('customer_id', holders)}
      ) holding
      full join (
        select property_id, owner_customer_id as customer_id, count(*) as bricks, count(status) as selling
        from brick
        where owner_customer_id is not null
          and ${among('owner_customer_id', holders)}
        group by 1, 2
      ) counted using (property_id, customer_id)
      join property on property.id = property_id
      where coalesce(holding.brick_count, 0) <> coalesce(counted.bricks, 0)
        or coalesce(holding.selling_brick_count, 0) <> coalesce(counted.selling, 0)
        or holding.property_created_at <> property.created_at`,
  },
  {
    name: 'purchases-own-their-bricks',
    violations: ({ purchases }) => sql`
      select
        purchase.id::text as subject,
        'bought ' || purchase.brick_count || ', has ' || count(brick.id) || ' bricks' as detail
      from purchase
      left join brick on brick.purchase_id = purchase.id
      join property on property.id = purchase.property_id
      where purchase.status = 'confirmed'
        and property.purchased_date is null
        and ${among('purchase.id', purchases)}
      group by purchase.id
      having count(brick.id) <> purchase.brick_count
      union all
      select purchase.id::text, purchase.status || ', yet has bricks'
      from purchase
      join brick on brick.purchase_id = purchase.id
      where purchase.status <> 'confirmed'
        and ${among('purchase.id', purchases)}`,
  },
];
