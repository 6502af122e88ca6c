-- What the provider tells of its own accord: its notifications, and the charge-backs that follow from some of them.

-- Notifications of the provider as they came: stored first, unique, replayable.
create table provider_event (
  id uuid primary key,
  path text not null,
  fingerprint text not null unique,
  payload jsonb not null,
  received_at timestamptz not null,
  deliveries integer not null default 1,
  processed_at timestamptz,
  last_error text
);
create index provider_event_unprocessed on provider_event (received_at) where processed_at is null;
revoke delete on provider_event from mortar_app;

-- What the provider took back from a wallet, followed once each.
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
