-- What administrators list: payments and notifications in the order of their pages, whose word a payment carries, and one replay at a time.

-- The kind of the audit row that a payment writes; `audit` itself is gone once it was written.
alter table payment_order add column audit_kind text;
update payment_order set audit_kind = audit ->> 'kind' where audit is not null;

create index payment_order_newest on payment_order (created_at desc, id desc);
create index payment_order_purpose on payment_order (purpose, created_at desc, id desc);
-- All but the many that went as they should.
create index payment_order_unpaid on payment_order (status, created_at desc, id desc) where status <> 'succeeded';
create index payment_order_from on payment_order (from_account_id, created_at desc, id desc);
create index payment_order_to on payment_order (to_account_id, created_at desc, id desc) where to_account_id is not null;

-- Whose replay it is, until when; in the database's own time, as leases are technical.
alter table provider_event add column replay_until timestamptz;

create index provider_event_newest on provider_event (received_at desc, id desc);
create index provider_event_path on provider_event (path, received_at desc, id desc);
create index provider_event_open on provider_event (received_at desc, id desc) where processed_at is null;
create index provider_event_ignored on provider_event (received_at desc, id desc) where processed_at is not null and last_error is not null;
drop index provider_event_unprocessed;

-- What was done for a payment that did not end in its first turn: calls and look-ups with their answers, those in a row that were
-- answered alike as one. In the machines' own time.
create table payment_step (
  payment_order_id uuid not null references payment_order (id),
  number integer not null,
  did text not null check (did in ('send', 'look')),
  answer text not null check (answer in ('succeeded', 'pending', 'failed', 'unknown', 'absent', 'late')),
  times integer not null default 1 check (times > 0),
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (payment_order_id, number)
);
revoke delete on payment_step from mortar_app;
