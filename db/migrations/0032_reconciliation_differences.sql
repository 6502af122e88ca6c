-- What the nightly comparison with the provider found, with its history: one row from the night it was first seen to the one it was gone.

create table reconciliation_difference (
  id uuid primary key,
  account_id text not null,
  -- missing: the provider has less than our books say, beyond what is on its way; surplus: it has more.
  kind text not null check (kind in ('missing', 'surplus')),
  opened_at timestamptz not null,
  last_seen_at timestamptz not null,
  times_seen integer not null default 1 check (times_seen > 0),
  -- The balances of the night that opened it, and of the last one that saw it.
  first_ledger_cents bigint not null,
  first_provider_cents bigint not null,
  ledger_cents bigint not null,
  provider_cents bigint not null,
  in_flight_cents bigint not null,
  -- The first comparison that did not find it any more.
  closed_at timestamptz,
  check (opened_at <= last_seen_at and last_seen_at <= closed_at)
);
create unique index reconciliation_difference_one_open on reconciliation_difference (account_id, kind) where closed_at is null;
create index reconciliation_difference_newest on reconciliation_difference (opened_at desc, id desc);
create index reconciliation_difference_open on reconciliation_difference (opened_at desc, id desc) where closed_at is null;
create index reconciliation_difference_account on reconciliation_difference (account_id, opened_at desc, id desc);
revoke delete on reconciliation_difference from mortar_app;
