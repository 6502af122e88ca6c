-- Withdrawals of investors to their bank accounts, with the fee and its invoice.

create table withdrawal (
  id uuid primary key,
  customer_id uuid not null references customer (id),
  payment_method_id uuid not null references payment_method (id),
  amount_cents bigint not null check (amount_cents > 0),
  fee_cents bigint not null default 0 check (fee_cents >= 0),
  wallet_transaction_id uuid not null unique references wallet_transaction (id),
  fee_transaction_id uuid unique references wallet_transaction (id),
  invoice_id uuid unique references invoice (id),
  created_at timestamptz not null
);
create index withdrawal_customer on withdrawal (customer_id, created_at desc, id desc);
