// All invariants of the proof but those of purses.

import { sql } from 'kysely';
import { LEDGER_INVARIANTS, MOVEMENTS_MATCH_TRANSACTIONS } from './ledger-queries.ts';
import { OWNERS_FOLLOW_TRADES } from './owner-queries.ts';
import { REPAYMENT_INVARIANTS } from './repayment-queries.ts';
import { among, type Invariant, propertiesOf } from './scope-queries.ts';
import { AMOUNTS_EQUAL_POSTINGS, BOOKED_MOVEMENTS_ARE_POSTED } from './transaction-queries.ts';

const BRICK_INVARIANTS: readonly Invariant[] = [
  {
    name: 'bricks-add-up',
    violations: ({ bricks }) => sql`
      select
        property.id::text as subject,
        'bricks-not-all-there' as code,
        jsonb_build_object('created', bricks.count, 'total', property.total_bricks, 'toCome', property.uncreated_bricks) as facts
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
      select deal.id::text, 'deal-locks-other-bricks', jsonb_build_object('locked', count(brick.id), 'bricks', deal.brick_count)
      from market_deal deal
      left join brick
        on brick.deal_id = deal.id
        and brick.id = any (deal.bricks_ids)
        and brick.owner_customer_id = deal.seller_id
      where deal.status in ('pending', 'reserved')
      group by deal.id
      having count(brick.id) <> deal.brick_count
      union all
      select brick.id::text, 'locked-by-deal-that-is-over', '{}'::jsonb
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
        'funding-totals-unlike-purchases' as code,
        jsonb_build_object(
          'confirmed', coalesce(totals.confirmed_bricks, 0),
          'waiting', coalesce(totals.waiting_bricks, 0),
          'confirmedCents', coalesce(totals.confirmed_cents, 0),
          'countedConfirmed', coalesce(counted.confirmed, 0),
          'countedWaiting', coalesce(counted.waiting, 0),
          'countedCents', coalesce(counted.cents, 0)
        ) as facts
      from ${propertiesOf(fundings)}
      left join funding_totals totals on totals.property_id = property.id
      cross join lateral (
        select
          sum(brick_count) filter (where status = 'confirmed') as confirmed,
          sum(amount_cents) filter (where status = 'confirmed') as cents,
          sum(brick_count) filter (where status in ('waiting_payment', 'waiting_provider')) as waiting
        from purchase
        where property_id = property.id
      ) counted
      where (coalesce(totals.confirmed_bricks, 0), coalesce(totals.confirmed_cents, 0), coalesce(totals.waiting_bricks, 0))
        is distinct from (coalesce(counted.confirmed, 0), coalesce(counted.cents, 0), coalesce(counted.waiting, 0))`,
  },
  {
    name: 'holdings-count-bricks',
    violations: ({ holders }) => sql`
      select
        customer_id || ' of ' || property_id as subject,
        'holding-unlike-bricks' as code,
        jsonb_build_object(
          'held', coalesce(holding.brick_count, 0),
          'selling', coalesce(holding.selling_brick_count, 0),
          'counted', coalesce(counted.bricks, 0),
          'countedSelling', coalesce(counted.selling, 0)
        ) as facts
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
        'purchase-unlike-bricks' as code,
        jsonb_build_object('bought', purchase.brick_count, 'has', count(brick.id)) as facts
      from purchase
      left join brick on brick.purchase_id = purchase.id
      join property on property.id = purchase.property_id
      where purchase.status = 'confirmed'
        and property.purchased_date is null
        and ${among('purchase.id', purchases)}
      group by purchase.id
      having count(brick.id) <> purchase.brick_count
      union all
      select purchase.id::text, 'unconfirmed-yet-has-bricks', jsonb_build_object('status', purchase.status)
      from purchase
      join brick on brick.purchase_id = purchase.id
      where purchase.status <> 'confirmed'
        and ${among('purchase.id', purchases)}`,
  },
];

/** In the order of ledger.md#invariants. */
export const INVARIANTS: readonly Invariant[] = [
  ...LEDGER_INVARIANTS,
  ...BRICK_INVARIANTS,
  OWNERS_FOLLOW_TRADES,
  {
    name: 'deals-have-two-opposite-transactions',
    violations: ({ deals }) => sql`
      select
        deal.id::text as subject,
        'deal-transactions-not-opposite' as code,
        jsonb_build_object('status', deal.status, 'buying', buying.status, 'selling', selling.status) as facts
      from market_deal deal
      left join wallet_transaction buying on buying.id = deal.buying_transaction_id
      left join wallet_transaction selling on selling.id = deal.selling_transaction_id
      where deal.status in ('reserved', 'confirmed')
        and ${among('deal.id', deals)}
        and not coalesce(
          buying.type = 'BUYING_DEAL'
          and selling.type = 'SELLING_DEAL'
          and buying.customer_id = deal.buyer_id
          and selling.customer_id = deal.seller_id
          and buying.amount_cents = deal.price_without_commission_cents
          and selling.amount_cents = deal.price_without_commission_cents - deal.commission_cents
          and buying.payment_id = selling.payment_id
          and buying.status = case deal.status when 'reserved' then 'WAITING' else 'CONFIRMED' end
          and selling.status = buying.status,
          false
        )`,
  },
  MOVEMENTS_MATCH_TRANSACTIONS,
  AMOUNTS_EQUAL_POSTINGS,
  BOOKED_MOVEMENTS_ARE_POSTED,
  {
    name: 'nothing-is-transferred-twice',
    violations: ({ orders }) => sql`
      select
        subject_id::text as subject,
        'transferred-twice' as code,
        jsonb_build_object('purpose', purpose, 'times', count(*)) as facts
      from payment
      where status = 'succeeded'
        and ${orders === undefined ? sql`true` : sql`subject_id in (select subject_id from payment where id in (${orders}))`}
      group by subject_id, purpose
      having count(*) > 1`,
  },
  {
    name: 'payments-move-once',
    violations: () => sql`
      select
        payment_id::text as subject,
        'moved-twice' as code,
        jsonb_build_object('amountCents', amount_cents, 'movement', provider_payment_id::text) as facts
      from payment_incident
      where resolved_at is null`,
  },
  {
    name: 'referral-parts-are-paid-once',
    violations: ({ referrals }) => sql`
      select
        payout.id::text as subject,
        'referral-parts-unlike-payout' as code,
        jsonb_build_object('status', paid.status, 'paysCents', payout.amount_cents, 'partsCents', coalesce(sum(part.cents), 0)) as facts
      from referral_payout payout
      join wallet_transaction paid on paid.id = payout.wallet_transaction_id
      left join (
        select free_payout_id as payout_id, amount_cents - blocked_cents as cents
        from referral_reward
        union all
        select unblocked_payout_id, blocked_cents
        from referral_reward
      ) part on part.payout_id = payout.id
      where ${among('payout.id', referrals)}
      group by payout.id, paid.id
      having paid.amount_cents <> payout.amount_cents
        or coalesce(sum(part.cents), 0)
          <> case when paid.status in ('WAITING', 'CONFIRMED') then payout.amount_cents else 0 end`,
  },
  ...REPAYMENT_INVARIANTS,
  {
    name: 'open-orders-have-a-job',
    violations: () => sql`
      select placed.id::text as subject, 'open-without-job' as code, jsonb_build_object('status', placed.status) as facts
      from payment placed
      where placed.status in ('created', 'sent')
        and not exists (
          select
          from pgboss.job
          where name = 'execute-payment'
            and data ->> 'paymentId' = placed.id::text
        )`,
  },
  {
    name: 'gift-cards-are-covered',
    violations: () => sql`
      select
        'PLAT:GIFT_CARDS' as subject,
        'holds-unlike-owed' as code,
        jsonb_build_object('heldCents', held.cents, 'owedCents', owed.cents) as facts
      from (
        select coalesce(sum(balance_cents), 0) as cents
        from ledger_account
        where name = 'PLAT:GIFT_CARDS'
      ) held, (
        select coalesce(sum(amount_cents), 0) as cents
        from gift_card
        where status in ('active', 'redeeming', 'refunding', 'refund_failed')
      ) owed
      where held.cents <> owed.cents`,
  },
  {
    name: 'quota-counters-cover-deals',
    violations: ({ sellers }) => sql`
      select
        counter.customer_id || ' ' || counter.paris_date as subject,
        'quota-below-deals' as code,
        jsonb_build_object('counted', counter.deal_count, 'deals', count(deal.id)) as facts
      from deal_quota counter
      left join market_deal deal
        on deal.seller_id = counter.customer_id
        and (deal.created_at at time zone 'Europe/Paris')::date = counter.paris_date
      where ${among('counter.customer_id', sellers)}
      group by counter.customer_id, counter.paris_date, counter.deal_count
      having counter.deal_count < count(deal.id)`,
  },
];
