// The invariant that every movement at the provider has its transactions, and the reverse.

import { type RawBuilder, sql } from 'kysely';
import { among, type Scope } from './scope-queries.ts';
import type { Invariant } from './violation-queries.ts';

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
    transaction.type || ' is ' || transaction.status || ', its order ' || placed.status as detail
  from wallet_transaction transaction
  join payment_order placed on placed.id = transaction.payment_order_id
  where transaction.status = 'WAITING'
    and placed.status not in ('created', 'sent')
  union all
  select transaction.id::text, transaction.type || ' is ' || transaction.status || ', its order ' || placed.status
  from wallet_transaction transaction
  join payment_order placed on placed.id = transaction.payment_order_id
  where ${among('transaction.id', transactions)}
    and transaction.status <> 'WAITING'
    and not case transaction.status
      when 'CONFIRMED' then placed.status = 'succeeded'
      else placed.status in ('failed', 'canceled', 'succeeded')
    end`;
}

function ofOrders({ orders }: Scope): RawBuilder<unknown> {
  return sql`
  select placed.id::text, 'succeeded without the provider''s id'
  from payment_order placed
  where placed.status = 'succeeded'
    and ${among('placed.id', orders)}
    and placed.provider_payment_id is null
  union all
  select placed.id::text, 'moved money for no transaction'
  from payment_order placed
  where placed.purpose not in ('market-deal-commission', 'withheld-tax', 'tax-remittance')
    and placed.status in ('created', 'sent')
    and not exists (
      select
      from wallet_transaction
      where payment_order_id = placed.id
    )
  union all
  select placed.id::text, 'moved money for no transaction'
  from payment_order placed
  where placed.purpose not in ('market-deal-commission', 'withheld-tax', 'tax-remittance')
    and placed.status not in ('created', 'sent')
    and ${among('placed.id', orders)}
    and not exists (
      select
      from wallet_transaction
      where payment_order_id = placed.id
    )`;
}

function ofWithdrawals({ transactions }: Scope): RawBuilder<unknown> {
  return sql`
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
  where ${isOfWithdrawal(transactions)}
    and case paid.status
    when 'CONFIRMED' then false
    when 'WAITING' then fee.status <> 'WAITING' or fee.payment_order_id is not null
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
