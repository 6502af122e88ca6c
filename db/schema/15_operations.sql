-- Notifications and charge-backs of the provider, and what the nightly comparison with it found.

-- Notifications of the provider as they came: stored first, unique, replayable.
create table provider_event (
  id uuid primary key,
  -- The notifications that are followed; nothing else is kept.
  path text not null check (path in ('customer-status-changed', 'document-status-changed', 'customer-temporarily-blocked', 'charge-back',
    'account-status-changed', 'profile-status-changed', 'requirement-change', 'restriction-change')),
  fingerprint text not null unique,
  payload jsonb not null,
  received_at timestamptz not null,
  deliveries integer not null default 1,
  processed_at timestamptz,
  last_error text,
  -- When its effect was last attempted, in the database's own time; null before the first attempt has ended.
  attempted_at timestamptz,
  -- Until when somebody has its replay to themselves, in the database's own time.
  replay_until timestamptz,
  -- W3C Trace Context of the request that first delivered it; null while nothing is traced. A replay links to it.
  traceparent text
);
create index provider_event_newest on provider_event (received_at desc, id desc);
create index provider_event_path on provider_event (path, received_at desc, id desc);
create index provider_event_open on provider_event (received_at desc, id desc) where processed_at is null;
create index provider_event_ignored on provider_event (received_at desc, id desc) where processed_at is not null and last_error is not null;
revoke delete on provider_event from mortar_app;

-- What the provider took back from a wallet, followed once each.
create table charge_back (
  id uuid not null default gen_random_uuid(),
  -- The provider's own money-out, and the account that the notification named: the provider decides whether they belong together.
  provider_payout_id bigint not null,
  account_id text not null,
  customer_id uuid references customer (id),
  first_seen_at timestamptz not null,
  -- When the provider first answered a question about it.
  fetched_at timestamptz,
  freeze_state text not null default 'none' check (freeze_state in ('none', 'open', 'done')),
  booking_state text not null default 'none' check (booking_state in ('none', 'open', 'done')),
  -- When the team was notified that the wallet has too little for it.
  shortfall_told_at timestamptz,
  wallet_transaction_id uuid unique references wallet_transaction (id),
  primary key (provider_payout_id, account_id)
);
create unique index charge_back_seen on charge_back (first_seen_at desc, id desc);
create index charge_back_open on charge_back (first_seen_at) where freeze_state = 'open' or booking_state = 'open';
revoke delete on charge_back from mortar_app;

-- A wallet whose balance at the provider differs from our books: one row from the first night to the one it was gone.
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

-- A movement at the provider that nobody here ordered, of a wallet that differs; an administrator may book it.
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
  -- Whether the provider had executed it when it was last seen: until then it may still fail.
  is_executed boolean not null,
  moved_at timestamptz not null,
  opened_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- The first comparison that did not find it any more; found again, it is open again. Or when it was booked.
  closed_at timestamptz,
  -- While an administrator's booking of it stands, and why they made it.
  booked_at timestamptz,
  booked_reason text,
  unique (kind, provider_id),
  check (opened_at <= last_seen_at and last_seen_at <= closed_at),
  constraint unknown_movement_booked_for_a_reason check (num_nonnulls(booked_at, booked_reason) in (0, 2)),
  constraint unknown_movement_booked_is_closed check (booked_at is null or closed_at is not null),
  check (num_nonnulls(from_account_id, to_account_id) = case kind when 'transfer' then 2 else 1 end)
);
create index unknown_movement_newest on unknown_movement (moved_at desc, provider_id desc, id desc);
create index unknown_movement_open on unknown_movement (moved_at desc, provider_id desc, id desc) where closed_at is null;
revoke delete on unknown_movement from mortar_app;

-- What the booking of such a movement posted on one account, and what taking it back posted. Its id is the reference of that posting.
create table movement_booking_line (
  id uuid primary key,
  movement_id uuid not null references unknown_movement (id),
  ledger_account text not null,
  -- Whose account it is; both null: the platform's.
  customer_id uuid references customer (id),
  property_id uuid references property (id),
  cents bigint not null check (cents <> 0),
  created_at timestamptz not null,
  constraint movement_booking_line_has_one_owner check (num_nonnulls(customer_id, property_id) <= 1)
);
create index movement_booking_line_movement on movement_booking_line (movement_id);
create index movement_booking_line_customer on movement_booking_line (customer_id) where customer_id is not null;
create index movement_booking_line_property on movement_booking_line (property_id) where property_id is not null;
create trigger movement_booking_line_append_only before update or delete or truncate on movement_booking_line
  execute function refuse_change();
revoke update, delete on movement_booking_line from mortar_app;

-- The last comparison with the provider, in one row; metrics and the page of today read it.
create table reconciliation_run (
  only_row boolean primary key default true check (only_row),
  ran_at timestamptz not null,
  duration_ms integer not null check (duration_ms >= 0),
  is_complete boolean not null,
  wallets integer not null check (wallets >= 0),
  unread_accounts integer not null check (unread_accounts >= 0)
);

-- When the team was last notified that jobs of a kind fail: a row for each kind that ever did.
create table job_alert (
  queue text primary key,
  notified_at timestamptz not null
);
revoke delete on job_alert from mortar_app;

-- Requests of administrators that move so much money that a second one decides (approvals.md), kept for ever beside the audit log.
create table approval (
  id uuid primary key,
  -- waiting -> refused | expired | approved; approved -> executed | changed | failed: src/features/operations/approvals/rules.ts.
  state text not null default 'waiting'
    check (state in ('waiting', 'refused', 'expired', 'approved', 'executed', 'changed', 'failed')),
  -- The request: the operation of the API description, with its validated parameters and body.
  operation text not null,
  permission text not null,
  audit_kind text not null,
  params jsonb not null,
  body jsonb not null,
  request_sha256 text not null,
  -- What it would have done when it was asked for, and the digest of what it would have written: it is executed only if that is still so.
  dry_run jsonb not null,
  ordered_digest text not null,
  -- What it orders at the provider, else what it moves in the books alone.
  amount_cents bigint not null check (amount_cents >= 0),
  asked_by uuid not null references auth_user (id),
  asked_by_email text not null,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the mail about it was written, which is one for all that came together.
  mailed_at timestamptz,
  decided_by uuid references auth_user (id),
  decided_by_email text,
  decided_at timestamptz,
  reason text,
  ended_at timestamptz,
  -- executed: the payment whose outcome was not known yet; failed: what refused it; changed: what it would have done instead.
  payment_id uuid references payment (id),
  error_code text,
  error_detail text,
  changed_to jsonb,
  constraint approval_maker_is_not_checker check (decided_by <> asked_by),
  constraint approval_was_decided check (num_nonnulls(decided_by, decided_by_email, decided_at) = case when state in ('waiting', 'expired') then 0 else 3 end),
  constraint approval_refused_for_a_reason check (state <> 'refused' or reason is not null),
  constraint approval_has_ended check ((ended_at is null) = (state in ('waiting', 'approved'))),
  constraint approval_expires check (expires_at > asked_at)
);
-- The same request twice is one, whoever asks.
create unique index approval_waits_once on approval (operation, request_sha256) where state = 'waiting';
create index approval_newest on approval (asked_at desc, id desc);
create index approval_by_state on approval (state, asked_at desc, id desc);
create index approval_waiting on approval (asked_at, id) where state = 'waiting';
create index approval_to_execute on approval (decided_at) where state = 'approved';
create index approval_asked_by on approval (asked_by);
create index approval_decided_by on approval (decided_by);
create index approval_payment on approval (payment_id) where payment_id is not null;
revoke update, delete on approval from mortar_app;
grant update (state, mailed_at, decided_by, decided_by_email, decided_at, reason, ended_at, payment_id, error_code, error_detail, changed_to)
  on approval to mortar_app;

-- What an administrator has moved alone on a day of Paris, so that several sums below a threshold are one. Written only while there is one.
create table moved_alone (
  administrator_id uuid not null references auth_user (id),
  day date not null,
  pay_out_cents bigint not null check (pay_out_cents >= 0),
  transfer_cents bigint not null check (transfer_cents >= 0),
  booked_cents bigint not null check (booked_cents >= 0),
  primary key (administrator_id, day)
);
revoke delete on moved_alone from mortar_app;

-- What an operator notes on a record; one that its author takes back is gone, and the audit log has it still.
create table note (
  id uuid primary key,
  -- wire: a row of received_payment; payment: one of payment. Neither is ever deleted.
  subject text not null check (subject in ('wire', 'payment')),
  subject_id uuid not null,
  text text not null check (length(text) between 1 and 1000),
  written_by uuid not null references auth_user (id),
  written_by_email text not null,
  written_at timestamptz not null
);
create index note_of_subject on note (subject, subject_id, written_at desc, id desc);
create index note_written_by on note (written_by);
revoke update on note from mortar_app;

-- What an administrator narrows a list of the console by, under a name; removed with them.
create table saved_filter (
  id uuid primary key,
  administrator_id uuid not null references auth_user (id),
  page text not null check (page like '/console/%' and length(page) <= 200),
  name text not null check (length(name) between 1 and 60),
  query text not null check (length(query) between 1 and 1000),
  saved_at timestamptz not null,
  unique (administrator_id, page, name)
);

-- Closed accounts of investors, with what of them is erased so far (src/features/operations/erasure/rules.ts).
create table erasure (
  customer_id uuid primary key references customer (id),
  -- closed: what the account alone needed is erased; swept: again, for what was under way; then what was kept of the identity, then the rest.
  state text not null default 'closed' check (state in ('closed', 'swept', 'identity-erased', 'erased')),
  -- The administrator who closed it; null: the investor.
  closed_by uuid references auth_user (id),
  -- When the job looks at it next; null once nothing is left.
  next_at timestamptz,
  -- When the job first saw money that came all the same; null: there was none at its last run.
  money_since timestamptz,
  constraint erasure_goes_on check ((state = 'erased') = (next_at is null))
);
create index erasure_next on erasure (next_at) where next_at is not null;
create index erasure_money on erasure (money_since) where money_since is not null;
create index erasure_closed_by on erasure (closed_by) where closed_by is not null;
revoke delete on erasure from mortar_app;
