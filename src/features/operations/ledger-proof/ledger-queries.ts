// Invariants of the ledger itself, and of transactions and orders beside its postings.

import { type RawBuilder, sql } from 'kysely';
import { among, type Invariant, postingsAfter, type Scope, START } from './scope-queries.ts';

export const LEDGER_INVARIANTS: readonly Invariant[] = [
  {
    name: 'postings-sum-to-zero',
    violations: ({ after }) => sql`
      select
        posting.id::text as subject,
        case
          when sum(line.amount_cents) = 0 then 'line-unlike-posting'
          when sum(line.amount_cents) is null then 'posting-without-line'
          else 'lines-off-balance'
        end as code,
        jsonb_build_object('sumCents', sum(line.amount_cents)) as facts
      from ${after === START ? sql`ledger_posting` : postingsAfter(after)} posting
      left join ledger_line line on line.posting_id = posting.id
      group by posting.id
      having sum(line.amount_cents) is distinct from 0
        or bool_or(line.event_at <> posting.event_at or line.type <> posting.type)
      union all
      select 'all accounts', 'balances-off-balance', jsonb_build_object('sumCents', sum(balance_cents))
      from ledger_account
      having sum(balance_cents) <> 0`,
  },
  {
    name: 'balances-equal-postings',
    violations: ({ after }) => sql`
      select
        account.name as subject,
        'balance-unlike-postings' as code,
        jsonb_build_object(
          'balanceCents', account.balance_cents,
          'offCents', differs.cents,
          'inCents', account.in_cents,
          'inOffCents', differs.in_cents
        ) as facts
      from (
        select account_id, sum(cents) as cents, sum(in_cents) as in_cents
        from (${after === START ? ALL_BALANCES : balancesMovedAfter(after)}) part
        group by account_id
        having sum(cents) <> 0 or sum(in_cents) <> 0
      ) differs
      join ledger_account account on account.id = differs.account_id
      union all
      select name, 'balance-negative', jsonb_build_object('balanceCents', balance_cents)
      from ledger_account
      where balance_cents < 0
        and name <> 'EXT'`,
  },
  {
    name: 'holds-equal-waiting-transactions',
    violations: () => sql`
      select
        held.name as subject,
        'hold-unlike-waiting' as code,
        jsonb_build_object('heldCents', held.balance_cents, 'waitingCents', coalesce(waiting.sum, 0)) as facts
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
  {
    name: 'flows-fill-purses',
    violations: ({ projects, fundings }) => sql`
      select
        purse.name as subject,
        'purse-unlike-flows' as code,
        jsonb_build_object('balanceCents', purse.balance_cents, 'flowsCents', kept.cents, 'throughHeldCents', held.cents) as facts
      from (
        select id, name, owner_id, balance_cents, split_part(name, ':', 3) as place
        from ledger_account
        where name like 'PRO:%'
          and (${among('owner_id', projects)} or ${among('owner_id', fundings)})
      ) purse
      cross join lateral (
        select coalesce(sum(case purse.place when taker then cents when giver then -cents end), 0) as cents
        from ledger_flow
        where property_id = purse.owner_id
      ) kept
      cross join lateral (
        select coalesce(sum(amount_cents), 0) as cents
        from ledger_line
        where account_id = purse.id
          and posting_id in (
            select line.posting_id
            from ledger_account account
            join ledger_line line on line.account_id = account.id
            where account.name = 'PRO:' || purse.owner_id || ':HELD'
          )
      ) held
      where purse.balance_cents <> round(kept.cents) + held.cents`,
  },
];

/** Balances, and what came in, less all their lines: parts of each account that add up to 0. */
const ALL_BALANCES = sql`
  select id as account_id, balance_cents as cents, in_cents
  from ledger_account
  union all
  select account_id, -amount_cents, -greatest(amount_cents, 0)
  from ledger_line`;

/** Difference of every account whose balance has changed since the checkpoint, less the lines after its last posting. */
function balancesMovedAfter(after: Scope['after']): RawBuilder<unknown> {
  return sql`
    select
      account.id as account_id,
      account.balance_cents - coalesce(saved.cents, 0) as cents,
      account.in_cents - coalesce(saved.in_cents, 0) as in_cents
    from ledger_account account
    left join ledger_checkpoint_balance saved on saved.account_id = account.id
    where account.balance_cents <> coalesce(saved.cents, 0)
      or account.in_cents <> coalesce(saved.in_cents, 0)
    union all
    select line.account_id, -line.amount_cents, -greatest(line.amount_cents, 0)
    from ${postingsAfter(after)} posting
    join ledger_line line on line.posting_id = posting.id`;
}

export const MOVEMENTS_MATCH_TRANSACTIONS: Invariant = {
  name: 'movements-match-transactions',
  violations: (scope) => sql`
    ${ofTransactions(scope)}
    union all
    ${ofOrders(scope)}
    union all
    ${ofWithdrawals(scope)}`,
};

function ofTransactions({ transactions }: Scope): RawBuilder<unknown> {
  return sql`
  select
    transaction.id::text as subject,
    'order-unlike-transaction' as code,
    jsonb_build_object('type', transaction.type, 'status', transaction.status, 'order', placed.status) as facts
  from wallet_transaction transaction
  join payment placed on placed.id = transaction.payment_id
  where transaction.status = 'WAITING'
    and placed.status not in ('created', 'sent')
  union all
  select
    transaction.id::text,
    'order-unlike-transaction',
    jsonb_build_object('type', transaction.type, 'status', transaction.status, 'order', placed.status)
  from wallet_transaction transaction
  join payment placed on placed.id = transaction.payment_id
  where ${among('transaction.id', transactions)}
    and transaction.status <> 'WAITING'
    and not case transaction.status
      when 'CONFIRMED' then placed.status = 'succeeded'
      else placed.status in ('failed', 'canceled', 'succeeded')
    end`;
}

function ofOrders({ orders }: Scope): RawBuilder<unknown> {
  return sql`
  select placed.id::text, 'succeeded-without-number', '{}'::jsonb
  from payment placed
  where placed.status = 'succeeded'
    and ${among('placed.id', orders)}
    and placed.provider_payment_id is null
  union all
  select placed.id::text, 'moved-for-no-transaction', '{}'::jsonb
  from payment placed
  where placed.purpose not in ('market-deal-commission', 'withheld-tax', 'tax-remittance')
    and placed.status in ('created', 'sent')
    and not exists (
      select
      from wallet_transaction
      where payment_id = placed.id
    )
  union all
  select placed.id::text, 'moved-for-no-transaction', '{}'::jsonb
  from payment placed
  where placed.purpose not in ('market-deal-commission', 'withheld-tax', 'tax-remittance')
    and placed.status not in ('created', 'sent')
    and ${among('placed.id', orders)}
    and not exists (
      select
      from wallet_transaction
      where payment_id = placed.id
    )`;
}

function ofWithdrawals({ transactions }: Scope): RawBuilder<unknown> {
  return sql`
  -- Only the fee of a withdrawal waits without an order: it is held with the withdrawal and ordered once that is paid.
  select transaction.id::text, 'waits-for-no-movement', jsonb_build_object('type', transaction.type)
  from wallet_transaction transaction
  where transaction.status = 'WAITING'
    and transaction.payment_id is null
    and not exists (
      select
      from withdrawal
      join wallet_transaction paid on paid.id = withdrawal.wallet_transaction_id
      where withdrawal.fee_transaction_id = transaction.id
        and paid.status = 'WAITING'
    )
  union all
  select withdrawal.id::text, 'fee-unlike-withdrawal', jsonb_build_object('status', paid.status, 'fee', fee.status)
  from withdrawal
  join wallet_transaction paid on paid.id = withdrawal.wallet_transaction_id
  join wallet_transaction fee on fee.id = withdrawal.fee_transaction_id
  where ${isOfWithdrawal(transactions)}
    and case paid.status
    when 'CONFIRMED' then false
    when 'WAITING' then fee.status <> 'WAITING' or fee.payment_id is not null
    else fee.status in ('WAITING', 'CONFIRMED')
  end`;
}

/** A withdrawal whose own transaction or whose fee is among these, or that waits. */
function isOfWithdrawal(transactions: Scope['transactions']): RawBuilder<unknown> {
  if (transactions === undefined) return sql`true`;
  return sql`
    withdrawal.id in (
      select id from withdrawal where wallet_transaction_id in (${transactions})
      union
      select id from withdrawal where fee_transaction_id in (${transactions})
    )`;
}
