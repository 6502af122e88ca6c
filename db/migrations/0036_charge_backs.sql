-- Charge-backs: what the provider took back from a wallet, followed once each; and what lets old idempotency keys go.

create table charge_back (
  -- The provider's own money-out, and the account that the notification named: the provider decides whether they belong together.
  provider_payout_id bigint not null,
  account_id text not null,
  customer_id uuid references customer (id),
  first_seen_at timestamptz not null,
  -- When the provider was first able to tell of it; null until then.
  fetched_at timestamptz,
  freeze_state text not null default 'none' check (freeze_state in ('none', 'open', 'done')),
  booking_state text not null default 'none' check (booking_state in ('none', 'open', 'done')),
  -- The team was told that the wallet cannot bear it.
  shortfall_told_at timestamptz,
  wallet_transaction_id uuid unique references wallet_transaction (id),
  primary key (provider_payout_id, account_id)
);
create index charge_back_open on charge_back (first_seen_at) where freeze_state = 'open' or booking_state = 'open';
revoke delete on charge_back from mortar_app;

create index idempotency_key_locked_at on idempotency_key (locked_at);
