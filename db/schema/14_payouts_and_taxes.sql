-- What holders are paid (payouts.md#coupon-run), the tax withheld from it (tax.md#withholding), what investors declare and lose.

-- One distribution of an echeance, or of a sale, each time there is more to distribute.
create table payout_run (
  id uuid primary key,
  kind text not null check (kind in ('coupon', 'capital', 'unlent-capital', 'sale')),
  property_id uuid not null references property (id),
  echeance_id uuid references echeance (id),
  sale_id uuid unique references property_sale (id),
  -- The month of a coupon run (YYYY-MM), the day of any other run (YYYY-MM-DD): the same echeance is paid once in it.
  period text not null,
  run_date date not null,
  -- What it was from its beginning, as its lines are many.
  total_cents bigint not null check (total_cents > 0),
  holder_count integer not null default 0,
  tax_cents bigint not null default 0,
  -- Capital that came in after the project was given up: its holders had declared it lost.
  is_recovery boolean not null default false,
  created_at timestamptz not null,
  constraint payout_run_once unique (echeance_id, kind, period),
  constraint payout_run_of_echeance check ((kind = 'sale') = (echeance_id is null)),
  constraint payout_run_of_sale check ((kind = 'sale') = (sale_id is not null)),
  constraint payout_run_recovers_capital check (not is_recovery or kind = 'capital')
);
create index payout_run_date on payout_run (run_date);
create index payout_run_property on payout_run (property_id);
create trigger proof_mark after insert or update or delete on payout_run
  for each row execute function proof_mark_row('run', 'id');
create trigger proof_mark_project after insert or update or delete on payout_run
  for each row execute function proof_mark_row('project', 'property_id');
create trigger count_run after insert or delete or update of echeance_id, kind, total_cents
  on payout_run for each row execute function echeance_count_run();

-- Withheld tax of a month that leaves the platform for the tax office. A refused attempt stays as failed.
create table tax_remittance (
  id uuid primary key,
  period text not null check (period ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  -- withdraw: paid by the provider; outside: paid by hand from the tax account.
  action text not null check (action in ('withdraw', 'outside')),
  status text not null check (status in ('waiting', 'remitted', 'failed')),
  amount_cents bigint not null check (amount_cents > 0),
  provider_bank_account_id bigint,
  comment text not null default '',
  payment_id uuid unique references payment (id),
  created_at timestamptz not null,
  settled_at timestamptz
);
create unique index tax_remittance_once on tax_remittance (period) where status <> 'failed';
revoke delete on tax_remittance from mortar_app;

-- One holder's share of a run; the subject of its payments, one per attempt.
create table payout_line (
  id uuid primary key,
  run_id uuid not null references payout_run (id),
  customer_id uuid not null references customer (id),
  brick_count integer not null check (brick_count > 0),
  gross_cents bigint not null check (gross_cents > 0),
  tax_cents bigint not null default 0 check (tax_cents >= 0 and tax_cents < gross_cents),
  -- The holder's rate as it was on the day of the run, in basis points.
  income_tax_bps integer not null default 0 check (income_tax_bps >= 0),
  social_bps integer not null default 0 check (social_bps >= 0),
  -- failed: ordered again by the next run; blocked: the wallet refuses until somebody unblocks it, an administrator decides;
  -- paidOutside: an administrator says that the holder was paid by other means.
  status text not null default 'waiting' check (status in ('waiting', 'paid', 'failed', 'blocked', 'paidOutside')),
  failure text,
  paid_outside_comment text,
  -- The transfer that took the tax to the platform's tax account, with that of other lines, and the remittance that took it further.
  tax_payment_id uuid references payment (id),
  tax_remittance_id uuid references tax_remittance (id),
  settled_at timestamptz,
  constraint payout_line_settled check ((status = 'waiting') = (settled_at is null)),
  constraint payout_line_failure check ((status in ('failed', 'blocked')) = (failure is not null)),
  constraint payout_line_paid_outside check ((status = 'paidOutside') = (paid_outside_comment is not null)),
  constraint payout_line_once unique (run_id, customer_id)
);
-- Lines that are not paid yet, as paid ones are many and never deleted.
create index payout_line_unpaid on payout_line (run_id) where status in ('waiting', 'failed', 'blocked');
create index payout_line_failed on payout_line (run_id) where status = 'failed';
create index payout_line_outside on payout_line (run_id) where status = 'paidOutside';
-- The monthly filing reads every taxed share, also those whose tax rounds to 0; then taxes that no transfer, and that no remittance has taken.
create index payout_line_taxed on payout_line (settled_at) where income_tax_bps + social_bps > 0;
create index payout_line_tax_to_move on payout_line (run_id) where status in ('paid', 'paidOutside') and tax_cents > 0 and tax_payment_id is null;
create index payout_line_tax_to_remit on payout_line (settled_at) where tax_cents > 0 and tax_remittance_id is null;
create index payout_line_tax_order on payout_line (tax_payment_id) where tax_payment_id is not null;
create index payout_line_tax_remittance on payout_line (tax_remittance_id) where tax_remittance_id is not null;
create trigger proof_mark_insert after insert on payout_line
  referencing new table as new_rows for each statement execute function proof_mark_runs();
create trigger proof_mark_update after update on payout_line
  referencing new table as new_rows for each statement execute function proof_mark_runs();
create trigger proof_mark_delete after delete on payout_line
  referencing old table as new_rows for each statement execute function proof_mark_runs();

-- Months whose coupon run has begun: it is carried on until it is finished, then the month is over.
create table coupon_month (
  period text primary key,
  started_at timestamptz not null,
  finished_at timestamptz
);

-- What an investor declared about their taxes, once a year: the answers, the rate they gave, and whether it counts.
create table tax_rate_request (
  id uuid primary key,
  customer_id uuid not null references customer (id),
  year integer not null,
  -- As computed at the request; what counts is computed from the answers with the rates of the day (A-taxation-1).
  tax_rate_bps integer not null check (tax_rate_bps between 0 and 10000),
  -- Encrypted (core/data-cipher.ts); the keyed digest tells who has the same ones.
  answers_ciphertext bytea not null,
  answers_digest bytea not null check (length(answers_digest) = 32),
  -- withdrawn: by the investor while it waited; the year may be declared anew.
  status text not null check (status in ('waiting', 'validated', 'refused', 'withdrawn')),
  created_at timestamptz not null,
  validated_at timestamptz,
  refused_at timestamptz,
  refusal_reason text,
  withdrawn_at timestamptz,
  check ((status = 'validated') = (validated_at is not null)),
  check ((status = 'refused') = (refused_at is not null)),
  check (refusal_reason is null or refused_at is not null),
  constraint tax_rate_request_withdrawn check ((status = 'withdrawn') = (withdrawn_at is not null))
);
create unique index tax_rate_request_once_a_year on tax_rate_request (customer_id, year) where status <> 'withdrawn';
create index tax_rate_request_newest on tax_rate_request (created_at desc, id desc);
create index tax_rate_request_waiting on tax_rate_request (created_at) where status = 'waiting';
create trigger of_closed_accounts before delete on tax_rate_request
  for each row execute function refuse_unless_closed('customer_id', 'accounting');

-- The two parts of each tax withheld from a coupon, filed apart every month and on the investor's yearly form. What was withheld stays as it was.
create table coupon_tax (
  -- The WITHHOLDING_TAX and the COUPON_PAYOUT that it was withheld from; no row where no tax was.
  wallet_transaction_id uuid primary key references wallet_transaction (id),
  coupon_transaction_id uuid not null unique references wallet_transaction (id),
  gross_cents bigint not null check (gross_cents > 0),
  -- The rate as it was on the day of the payout, in basis points.
  income_tax_bps integer not null check (income_tax_bps >= 0),
  social_bps integer not null check (social_bps >= 0),
  income_tax_cents bigint not null check (income_tax_cents >= 0),
  social_cents bigint not null check (social_cents >= 0),
  constraint coupon_tax_is_some check (income_tax_cents + social_cents > 0)
);
create trigger count_coupon after insert on coupon_tax
  referencing new table as new_rows for each statement execute function coupon_year_split();
-- Its transaction is noted when the row is inserted.
create trigger proof_mark after update or delete on coupon_tax
  for each row execute function proof_mark_row('transaction', 'wallet_transaction_id');
revoke update, delete on coupon_tax from mortar_app;

-- Confirmed coupons and withheld taxes of an investor by Paris year, contract of the paying project and rate of the social contributions,
-- which decides the box of the yearly form. Written only by the triggers count_coupon*, compared by the proof.
create table coupon_year (
  customer_id uuid not null references customer (id),
  paris_year integer not null,
  contract_type text not null check (contract_type in ('obligation', 'loan', 'royalty', 'none')),
  -- -1: no parts of a tax are recorded.
  social_bps integer not null check (social_bps >= -1),
  coupon_cents bigint not null default 0 check (coupon_cents >= 0),
  tax_cents bigint not null default 0 check (tax_cents >= 0),
  income_tax_cents bigint not null default 0 check (income_tax_cents >= 0),
  social_cents bigint not null default 0 check (social_cents >= 0),
  -- Taxes whose parts are not recorded.
  unsplit_count integer not null default 0 check (unsplit_count >= 0),
  primary key (customer_id, paris_year, contract_type, social_bps)
);
-- Marks changes by any other writer; the transaction of the triggers marks theirs.
create trigger proof_mark after insert or update or delete on coupon_year
  for each row when (pg_trigger_depth() = 0) execute function proof_mark_row('coupons', 'customer_id');
revoke insert, update, delete on coupon_year from mortar_app;

-- The secret link at which a calendar reads an investor's payments; one at a time. Of its token only the digest is kept.
create table calendar_feed (
  customer_id uuid primary key references customer (id),
  token_sha256 bytea not null unique check (length(token_sha256) = 32),
  created_at timestamptz not null
);

-- Capital that a holder never got back (A-taxation-11): recorded by a give-up, and what else is missing by the final settlement. It stays as it was.
create table capital_loss (
  property_id uuid not null references property (id),
  customer_id uuid not null references customer (id),
  contract_type text not null check (contract_type in ('obligation', 'loan')),
  brick_count integer not null check (brick_count > 0),
  loss_cents bigint not null check (loss_cents > 0),
  -- Null: of the final settlement.
  give_up_id uuid references give_up (id),
  settled_at timestamptz not null,
  constraint capital_loss_once unique nulls not distinct (property_id, customer_id, give_up_id)
);
create index capital_loss_customer on capital_loss (customer_id, settled_at);
revoke update, delete on capital_loss from mortar_app;
