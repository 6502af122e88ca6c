-- Money that moves at the provider (provider.md#the-life-of-a-payment), and the wallet transactions that people see.

-- One intended movement at the provider; its id is the reference that the provider keeps. Written by payment_create.
create table payment (
  id uuid primary key,
  kind text not null check (kind in ('transfer', 'payOut')),
  -- Which room settles it (src/worker.ts), and for what of it.
  purpose text not null check (purpose in ('wire-return', 'primary-purchase', 'primary-purchase-refund', 'market-deal',
    'market-deal-commission', 'withdrawal', 'withdrawal-fee', 'referral-reward', 'funding-fees', 'fiducie-fees', 'owner-transfer',
    'property-sale', 'project-switch', 'payment-to-be-assigned', 'management-fees', 'penalties', 'owner-settlement', 'coupon',
    'capital-repayment', 'withheld-tax', 'tax-remittance', 'gift-card-purchase', 'gift-card-redemption', 'gift-card-refund')),
  subject_id uuid not null,
  status text not null default 'created' check (status in ('created', 'sent', 'succeeded', 'failed', 'canceled')),
  from_account_id text not null,
  to_account_id text,
  provider_bank_account_id bigint,
  amount_cents bigint not null check (amount_cents > 0),
  comment text not null default '',
  provider_payment_id bigint,
  -- Look-ups and calls together; send_count has the calls that left.
  attempts integer not null default 0,
  send_count integer not null default 0 check (send_count >= 0),
  first_sent_at timestamptz,
  last_sent_at timestamptz,
  -- Until when a worker has it to itself, in the database's own time.
  lease_until timestamptz,
  -- What a repeated call was refused with: final only once the reference stayed unknown for another margin.
  refusal text,
  failure text,
  -- Refused, and ordered again by no job: it waits for an administrator.
  decision_since timestamptz,
  -- Sent more than once: its reference is looked up until then for a second movement.
  watched_until timestamptz,
  looked_at timestamptz,
  -- Kind of the audit row of the administrator who ordered it; none where nobody did.
  audit_kind text,
  -- W3C Trace Context of the request or job that opened it; null while nothing is traced.
  traceparent text,
  created_at timestamptz not null,
  -- The transaction that wrote it, as of a posting: what a transaction has ordered is looked at before it commits.
  transaction_number bigint not null default pg_current_xact_id()::text::bigint,
  settled_at timestamptz,
  check ((kind = 'transfer') = (to_account_id is not null)),
  check ((kind = 'payOut') = (provider_bank_account_id is not null)),
  constraint payment_decision_check check (decision_since is null or status = 'failed'),
  constraint payment_one_movement unique (kind, provider_payment_id)
);
create index payment_subject on payment (subject_id);
-- For the jobs: what is under way, what a dead worker left, what is watched.
create index payment_open on payment (created_at) where status in ('created', 'sent');
create index payment_open_by_account on payment (from_account_id) where status = 'sent';
create index payment_leased on payment (lease_until) where status = 'sent' and lease_until is not null;
create index payment_watched on payment (looked_at) where watched_until is not null;
-- For the lists of administrators; that by state leaves out the many that went as they should.
create index payment_to_decide on payment (decision_since, id) where decision_since is not null;
create index payment_newest on payment (created_at desc, id desc);
create index payment_purpose on payment (purpose, created_at desc, id desc);
create index payment_unpaid on payment (status, created_at desc, id desc) where status <> 'succeeded';
create index payment_from on payment (from_account_id, created_at desc, id desc);
create index payment_to on payment (to_account_id, created_at desc, id desc) where to_account_id is not null;
-- Every proof looks at payments under way: they are noted when that is over.
create trigger proof_mark_insert after insert on payment
  for each row when (new.status not in ('created', 'sent')) execute function proof_mark_row('order', 'id');
create trigger proof_mark_update after update on payment
  for each row when ((new.status not in ('created', 'sent') or old.status not in ('created', 'sent'))
    and (old.status, old.purpose, old.subject_id, old.kind, old.amount_cents, old.provider_payment_id)
      is distinct from (new.status, new.purpose, new.subject_id, new.kind, new.amount_cents, new.provider_payment_id))
  execute function proof_mark_row('order', 'id');
create trigger proof_mark_delete after delete on payment
  for each row execute function proof_mark_row('order', 'id');
-- A payment ends once: one that was executed and counts as not sent again would be paid again.
create trigger payment_end_is_final before update of status on payment
  for each row when (old.status not in ('created', 'sent') and new.status <> old.status) execute function refuse_end_change();
-- How much goes from where to where is written with the order: the application writes what became of it, and nothing else.
revoke update, delete on payment from mortar_app;
grant update (status, provider_payment_id, attempts, send_count, first_sent_at, last_sent_at, lease_until, refusal, failure, decision_since,
  watched_until, looked_at, audit_kind, settled_at) on payment to mortar_app;

-- What was done for a payment that did not end in its first turn: calls and look-ups with their answers, equal ones in a row as one. In the
-- machines' own time.
create table payment_step (
  payment_id uuid not null references payment (id),
  number integer not null,
  did text not null check (did in ('send', 'look')),
  answer text not null check (answer in ('succeeded', 'pending', 'failed', 'unknown', 'absent', 'late')),
  times integer not null default 1 check (times > 0),
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (payment_id, number)
);
revoke delete on payment_step from mortar_app;

-- A movement at the provider beyond the one that the payment stands for; an administrator settles it.
create table payment_incident (
  id uuid primary key,
  payment_id uuid not null references payment (id),
  provider_payment_id bigint not null,
  amount_cents bigint not null,
  found_at timestamptz not null,
  resolved_at timestamptz,
  -- What was done about it, in the administrator's words.
  resolved_comment text,
  unique (payment_id, provider_payment_id),
  constraint payment_incident_resolved_how check (resolved_comment is null or resolved_at is not null)
);
create index payment_incident_found on payment_incident (found_at desc, id desc);
create index payment_incident_open on payment_incident (payment_id) where resolved_at is null;
create index payment_incident_open_found on payment_incident (found_at) where resolved_at is null;
revoke delete on payment_incident from mortar_app;

-- A movement as its investor or SPV sees it, waiting until its payment has an end.
create table wallet_transaction (
  id uuid primary key,
  -- What each posts: ledger.md#postings.
  type text not null check (type in ('WIRE_RETURN', 'MONEY_IN', 'CHARGE_BACK', 'PRIMARY_PURCHASE', 'PRIMARY_PURCHASE_REFUND', 'BUYING_DEAL',
    'SELLING_DEAL', 'COUPON_PAYOUT', 'WITHHOLDING_TAX', 'TAX_REMITTANCE', 'CAPITAL_REPAYMENT', 'UNLENT_CAPITAL', 'PROPERTY_SALE', 'PAID_OUTSIDE',
    'REFERRAL_REWARD', 'WITHDRAWAL', 'WITHDRAWAL_FEE', 'GIFT_CARD_PURCHASE', 'GIFT_CARD_REDEMPTION', 'GIFT_CARD_REFUND',
    'FUNDING_CLOSED', 'FUNDING_FEES', 'FIDUCIE_FEES', 'OWNER_TRANSFER', 'ESCROW_CHANGE', 'SPV_WIRE_IN', 'SPV_DIRECT_DEBIT_IN',
    'SPV_P2P_IN', 'ESCROW_TO_PAYMENT', 'ASSIGNMENT', 'PROJECT_SWITCH_P2P', 'MANAGEMENT_FEES', 'PENALTIES', 'OWNER_SETTLEMENT',
    'CORRECTION_IN', 'CORRECTION_OUT')),
  status text not null check (status in ('WAITING', 'CONFIRMED', 'FAILED', 'CANCELED')),
  customer_id uuid references customer (id),
  spv_id uuid references spv (id),
  amount_cents bigint not null check (amount_cents > 0),
  payment_id uuid references payment (id),
  -- Of movements that began at the provider: an incoming wire or debit, a transfer between wallets.
  provider_money_in_id bigint unique,
  provider_transfer_id bigint unique,
  property_id uuid references property (id),
  created_at timestamptz not null,
  event_at timestamptz not null,
  constraint wallet_transaction_has_owner check (num_nonnulls(customer_id, spv_id) = 1)
);
create index wallet_transaction_customer on wallet_transaction (customer_id, created_at desc, id desc);
create index wallet_transaction_spv on wallet_transaction (spv_id, created_at desc, id desc) where spv_id is not null;
create index wallet_transaction_order on wallet_transaction (payment_id);
create index wallet_transaction_property on wallet_transaction (property_id, type);
-- Coupons and taxes of a year, the newest money-in, a year's statement, what waits, and refunds that were refused.
create index wallet_transaction_of_type on wallet_transaction (customer_id, type, created_at) include (status, amount_cents);
create index wallet_transaction_money_in on wallet_transaction (customer_id, event_at desc) where type = 'MONEY_IN';
create index wallet_transaction_statement on wallet_transaction (customer_id, event_at) where status = 'CONFIRMED';
create index wallet_transaction_waiting on wallet_transaction (customer_id) where status = 'WAITING';
create index wallet_transaction_refused_refund on wallet_transaction (event_at)
  where type = 'PRIMARY_PURCHASE_REFUND' and status = 'FAILED';
-- Every proof looks at transactions that wait: they are noted when that is over.
create trigger proof_mark_insert after insert on wallet_transaction
  for each row when (new.status <> 'WAITING') execute function proof_mark_row('transaction', 'id');
create trigger proof_mark_update after update on wallet_transaction
  for each row when (old.* is distinct from new.*) execute function proof_mark_row('transaction', 'id');
create trigger proof_mark_delete after delete on wallet_transaction
  for each row execute function proof_mark_row('order', 'payment_id');
create trigger proof_mark_deleted after delete on wallet_transaction
  for each row execute function proof_mark_row('transaction', 'id');
-- They keep coupon_year.
create trigger count_coupon_insert after insert on wallet_transaction
  for each row when (new.status = 'CONFIRMED' and new.type in ('COUPON_PAYOUT', 'WITHHOLDING_TAX'))
  execute function coupon_year_count_transaction();
create trigger count_coupon_update after update on wallet_transaction
  for each row when ((old.status = 'CONFIRMED' or new.status = 'CONFIRMED')
    and (old.type in ('COUPON_PAYOUT', 'WITHHOLDING_TAX') or new.type in ('COUPON_PAYOUT', 'WITHHOLDING_TAX')))
  execute function coupon_year_count_transaction();
create trigger count_coupon_delete after delete on wallet_transaction
  for each row when (old.status = 'CONFIRMED' and old.type in ('COUPON_PAYOUT', 'WITHHOLDING_TAX'))
  execute function coupon_year_count_transaction();
-- A transaction ends once. What has ended is never changed or taken away, by the owner of the table neither; of one that waits, the
-- application writes its end, when that was, and the payment that was opened for it later.
create trigger wallet_transaction_end_is_final before update or delete on wallet_transaction
  for each row when (old.status <> 'WAITING') execute function refuse_end_change();
revoke update, delete on wallet_transaction from mortar_app;
grant update (status, event_at, payment_id) on wallet_transaction to mortar_app;
