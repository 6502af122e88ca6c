-- What traces and metrics need beyond a process: what payments and debits came from, and how the last proof and reconciliation went.

-- W3C Trace Context of the request or job that opened the payment or ordered the debit; null while nothing is traced. A function of the
-- database that opens a payment finds it in a setting of its transaction.
alter table payment_order add column traceparent text;
alter table payment_order alter column traceparent set default nullif(current_setting('mortar.traceparent', true), '');
alter table direct_debit add column traceparent text;

-- The last proof of what changed and the last of everything, whatever they found; a sound one is sealed as well.
create table proof_run (
  scope text primary key check (scope in ('changes', 'everything')),
  ran_at timestamptz not null,
  duration_ms integer not null check (duration_ms >= 0),
  is_sound boolean not null,
  violations integer not null check (violations >= 0),
  wallets_missing_money integer not null check (wallets_missing_money >= 0)
);
grant select, insert, update on proof_run to mortar_app;

-- The last reconciliation, in one row.
create table reconciliation_run (
  only_row boolean primary key default true check (only_row),
  ran_at timestamptz not null,
  duration_ms integer not null check (duration_ms >= 0),
  is_complete boolean not null,
  wallets integer not null check (wallets >= 0),
  unread_accounts integer not null check (unread_accounts >= 0)
);
grant select, insert, update on reconciliation_run to mortar_app;
