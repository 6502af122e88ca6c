// Invariant of who owns a brick: that is never a fact of its own, and follows from what was bought and sold.

import { sql } from 'kysely';
import { among, type Invariant } from './scope-queries.ts';

/**
 * The owner of a brick is the buyer of the last confirmed deal that it was part of, else of its confirmed purchase; and an investor has as
 * many bricks of a property as they bought less those they sold. A purchase and a deal have their payment, so that a brick that somebody
 * got has been paid for, by whom the purchase names.
 */
export const OWNERS_FOLLOW_TRADES: Invariant = {
  name: 'owners-follow-trades',
  violations: ({ holders, purchases }) => sql`
    select
      brick.id::text as subject,
      'owner-unlike-buyer' as code,
      jsonb_build_object('owner', brick.owner_customer_id, 'buyer', coalesce(deal.buyer_id, bought.customer_id)) as facts
    from brick
    left join (
      select distinct on (brick_id) brick_id, buyer_id
      from market_deal
      cross join unnest(bricks_ids) as brick_id
      where status = 'confirmed'
        and ${among('buyer_id', holders)}
      order by brick_id, confirmed_at desc, reserved_at desc
    ) deal on deal.brick_id = brick.id
    left join purchase bought on bought.id = brick.purchase_id
    where brick.owner_customer_id is not null
      and ${among('brick.owner_customer_id', holders)}
      and brick.owner_customer_id <> coalesce(deal.buyer_id, bought.customer_id)
    union all
    select
      customer_id || ' of ' || property_id,
      'bricks-unlike-trades',
      jsonb_build_object('has', sum(has), 'bought', sum(bought), 'sold', sum(sold))
    from (
      select property_id, customer_id, brick_count as has, 0 as bought, 0 as sold
      from brick_holding
      union all
      select property_id, customer_id, 0, brick_count, 0
      from purchase
      where status = 'confirmed'
      union all
      select property_id, buyer_id, 0, brick_count, 0
      from market_deal
      where status = 'confirmed'
      union all
      select property_id, seller_id, 0, 0, brick_count
      from market_deal
      where status = 'confirmed'
    ) trade
    where ${among('customer_id', holders)}
    group by property_id, customer_id
    having sum(has) <> sum(bought) - sum(sold)
    union all
    select
      purchase.id::text,
      'purchase-paid-otherwise',
      jsonb_build_object('payer', paid.customer_id, 'amountCents', paid.amount_cents)
    from purchase
    join wallet_transaction paid on paid.id = purchase.wallet_transaction_id
    where ${among('purchase.id', purchases)}
      and (paid.customer_id is distinct from purchase.customer_id or paid.amount_cents <> purchase.amount_cents)`,
};
