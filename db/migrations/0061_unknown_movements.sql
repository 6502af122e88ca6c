-- Movements at the provider that the books do not know, of wallets that differ: what the nightly comparison found, beside the differences.

create table unknown_movement (
  id uuid primary key,
  kind text not null check (kind in ('money-in', 'money-out', 'transfer')),
  -- The provider numbers each kind by itself.
  provider_id bigint not null,
  -- Null where the money came from, or went to, a bank.
  from_account_id text,
  to_account_id text,
  amount_cents bigint not null check (amount_cents > 0),
  -- Ours where we ordered it, in a database that is gone.
  reference text,
  moved_at timestamptz not null,
  opened_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- The first comparison that did not find it any more; seen again it is open again.
  closed_at timestamptz,
  unique (kind, provider_id),
  check (opened_at <= last_seen_at and last_seen_at <= closed_at),
  check (num_nonnulls(from_account_id, to_account_id) = case kind when 'transfer' then 2 else 1 end)
);
create index unknown_movement_newest on unknown_movement (moved_at desc, id desc);
create index unknown_movement_open on unknown_movement (moved_at desc, id desc) where closed_at is null;
revoke delete on unknown_movement from mortar_app;
