// What must hold for the money at any time, each invariant as one query that lists its violations (ledger.md#invariants, Proof).

import { sql } from 'kysely';
import { BRICK_INVARIANTS } from './brick-invariant-queries.ts';
import { REPAYMENT_INVARIANTS } from './repayment-invariant-queries.ts';
import type { Invariant } from './violation-queries.ts';

/** In the order of ledger.md#invariants. */
export const INVARIANTS: readonly Invariant[] = [
  {
    name: 'postings-sum-to-zero',
    violations: sql`
      select posting_id::text as subject, 'lines add up to ' || sum(amount_cents) as detail
      from ledger_line
      group by posting_id
      having sum(amount_cents) <> 0
      union all
      select 'all accounts', 'balances add up to ' || sum(balance_cents)
      from ledger_account
      having sum(balance_cents) <> 0
      union all
      select posting.id::text, 'has no line'
      from ledger_posting posting
      where not exists (
        select
        from ledger_line
        where posting_id = posting.id
      )`,
  },
  {
    name: 'balances-equal-postings',
    violations: sql`
      select
        account.name as subject,
        'balance ' || account.balance_cents || ', postings ' || coalesce(lines.sum, 0) as detail
      from ledger_account account
      left join (
        select account_id, sum(amount_cents) as sum
        from ledger_line
        group by account_id
      ) lines on lines.account_id = account.id
      where account.balance_cents <> coalesce(lines.sum, 0) or (account.balance_cents < 0 and account.name <> 'EXT')`,
  },
  {
    name: 'holds-equal-waiting-transactions',
    violations: sql`
      select held.name as subject, 'held ' || held.balance_cents || ', waiting ' || coalesce(waiting.sum, 0) as detail
      from ledger_account held
      left join (
        select customer_id, sum(cents) as sum
        from (
          select transaction.customer_id, transaction.amount_cents as cents
          from wallet_transaction transaction
          join ledger_posting posting on posting.reference = transaction.id and posting.step = 'hold'
          where transaction.status = 'WAITING'
          union all
          -- The commission of a confirmed deal stays in the buyer's wallet until it is moved.
          select buyer_id, commission_cents
          from market_deal
          where status = 'confirmed'
            and commission_status in ('waiting', 'refused')
        ) promise
        group by customer_id
      ) waiting on waiting.customer_id = held.owner_id
      where held.name like 'INV:%:HELD'
        and held.balance_cents <> coalesce(waiting.sum, 0)`,
  },
  ...BRICK_INVARIANTS,
  {
    name: 'deals-have-two-opposite-transactions',
    violations: sql`
      select
        deal.id::text as subject,
        deal.status || ': buying ' || coalesce(buying.status, 'none')
          || ', selling ' || coalesce(selling.status, 'none') as detail
      from market_deal deal
      left join wallet_transaction buying on buying.id = deal.buying_transaction_id
      left join wallet_transaction selling on selling.id = deal.selling_transaction_id
      where deal.status in ('reserved', 'confirmed')
        and not coalesce(
          buying.type = 'BUYING_DEAL'
          and selling.type = 'SELLING_DEAL'
          and buying.customer_id = deal.buyer_id
          and selling.customer_id = deal.seller_id
          and buying.amount_cents = deal.price_without_commission_cents
          and selling.amount_cents = deal.price_without_commission_cents - deal.commission_cents
          and buying.payment_order_id = selling.payment_order_id
          and buying.status = case deal.status when 'reserved' then 'WAITING' else 'CONFIRMED' end
          and selling.status = buying.status,
          false
        )`,
  },
  {
    name: 'movements-match-transactions',
    violations: sql`
      select
        transaction.id::text as subject,
        transaction.type || ' is ' || transaction.status || ', its order ' || placed.status as detail
      from wallet_transaction transaction
      join payment_order placed on placed.id = transaction.payment_order_id
      where not case transaction.status
        when 'WAITING' then placed.status in ('created', 'sent')
        when 'CONFIRMED' then placed.status = 'succeeded'
        else placed.status in ('failed', 'canceled', 'succeeded')
      end
      union all
      select placed.id::text, 'succeeded without the provider''s id'
      from payment_order placed
      where placed.status = 'succeeded'
        and placed.provider_payment_id is null
      union all
      select placed.id::text, 'moved money for no transaction'
      from payment_order placed
      where placed.purpose not in ('market-deal-commission', 'withheld-tax', 'tax-remittance')
        and not exists (
          select
          from wallet_transaction
          where payment_order_id = placed.id
        )
      union all
      -- Only the fee of a withdrawal waits without an order: it is held with the withdrawal and ordered once that is paid.
      select transaction.id::text, transaction.type || ' waits for no movement'
      from wallet_transaction transaction
      where transaction.status = 'WAITING'
        and transaction.payment_order_id is null
        and not exists (
          select
          from withdrawal
          join wallet_transaction paid on paid.id = withdrawal.wallet_transaction_id
          where withdrawal.fee_transaction_id = transaction.id
            and paid.status = 'WAITING'
        )
      union all
      select withdrawal.id::text, 'is ' || paid.status || ', its fee ' || fee.status
      from withdrawal
      join wallet_transaction paid on paid.id = withdrawal.wallet_transaction_id
      join wallet_transaction fee on fee.id = withdrawal.fee_transaction_id
      where case paid.status
        when 'CONFIRMED' then false
        when 'WAITING' then fee.status <> 'WAITING' or fee.payment_order_id is not null
        else fee.status in ('WAITING', 'CONFIRMED')
      end`,
  },
  {
    name: 'nothing-is-transferred-twice',
    violations: sql`
      select subject_id::text as subject, purpose || ' succeeded ' || count(*) || ' times' as detail
      from payment_order
      where status = 'succeeded'
      group by subject_id, purpose
      having count(*) > 1`,
  },
  {
    name: 'payments-move-once',
    violations: sql`
      select
        payment_order_id::text as subject,
        'moved ' || amount_cents || ' a second time, movement ' || provider_payment_id as detail
      from payment_incident
      where resolved_at is null`,
  },
  {
    name: 'referral-parts-are-paid-once',
    violations: sql`
      select
        payout.id::text as subject,
        paid.status || ': pays ' || payout.amount_cents || ', its parts are ' || coalesce(sum(part.cents), 0) as detail
      from referral_payout payout
      join wallet_transaction paid on paid.id = payout.wallet_transaction_id
      left join (
        select free_payout_id as payout_id, amount_cents - blocked_cents as cents
        from referral_reward
        union all
        select unblocked_payout_id, blocked_cents
        from referral_reward
      ) part on part.payout_id = payout.id
      group by payout.id, paid.id
      having paid.amount_cents <> payout.amount_cents
        or coalesce(sum(part.cents), 0)
          <> case when paid.status in ('WAITING', 'CONFIRMED') then payout.amount_cents else 0 end`,
  },
  ...REPAYMENT_INVARIANTS,
  {
    name: 'open-orders-have-a-job',
    violations: sql`
      select placed.id::text as subject, 'is ' || placed.status || ' and no job knows it' as detail
      from payment_order placed
      where placed.status in ('created', 'sent')
        and not exists (
          select
          from pgboss.job
          where name = 'execute-payment-order'
            and data ->> 'orderId' = placed.id::text
        )`,
  },
  {
    name: 'gift-cards-are-covered',
    violations: sql`
      select 'PLAT:GIFT_CARDS' as subject, 'holds ' || held.cents || ', owes ' || owed.cents as detail
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
    violations: sql`
      select
        counter.customer_id || ' ' || counter.paris_date as subject,
        'counted ' || counter.deal_count || ', deals ' || count(deal.id) as detail
      from deal_quota counter
      left join market_deal deal
        on deal.seller_id = counter.customer_id
        and (deal.created_at at time zone 'Europe/Paris')::date = counter.paris_date
      group by counter.customer_id, counter.paris_date, counter.deal_count
      having counter.deal_count < count(deal.id)`,
  },
];
