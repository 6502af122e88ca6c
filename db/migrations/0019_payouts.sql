-- What holders are paid of an echeance, or of a sale: one run each time it has more to distribute, with a line per holder (DOMAIN §7).

create table payout_run (
  id uuid primary key,
  kind text not null check (kind in ('coupon', 'capital', 'unlent-capital', 'sale')),
  property_id uuid not null references property (id),
  echeance_id uuid references echeance (id),
  sale_id uuid unique references property_sale (id),
  -- The month of a coupon run (YYYY-MM), the day of any other run (YYYY-MM-DD): the same echeance is paid once in it.
  period text not null,
  run_date date not null,
  total_cents bigint not null check (total_cents > 0),
  created_at timestamptz not null,
  constraint payout_run_once unique (echeance_id, kind, period),
  constraint payout_run_of_echeance check ((kind = 'sale') = (echeance_id is null)),
  constraint payout_run_of_sale check ((kind = 'sale') = (sale_id is not null))
);
create index payout_run_date on payout_run (run_date);
create index payout_run_property on payout_run (property_id);

-- Withheld tax of a month that leaves the platform for the tax office. `withdraw`: paid by the provider; `outside`: paid by hand from
-- the tax account. A refused attempt stays as `failed`.
create table tax_remittance (
  id uuid primary key,
  period text not null check (period ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  action text not null check (action in ('withdraw', 'outside')),
  status text not null check (status in ('waiting', 'remitted', 'failed')),
  amount_cents bigint not null check (amount_cents > 0),
  provider_bank_account_id bigint,
  comment text not null default '',
  payment_order_id uuid unique references payment_order (id),
  created_at timestamptz not null,
  settled_at timestamptz
);
create unique index tax_remittance_once on tax_remittance (period) where status <> 'failed';
revoke delete on tax_remittance from mortar_app;

create table payout_line (
  -- The subject of its payments: one per attempt, the line stays the same.
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
  tax_order_id uuid references payment_order (id),
  tax_remittance_id uuid references tax_remittance (id),
  settled_at timestamptz,
  constraint payout_line_settled check ((status = 'waiting') = (settled_at is null)),
  constraint payout_line_failure check ((status in ('failed', 'blocked')) = (failure is not null)),
  constraint payout_line_paid_outside check ((status = 'paidOutside') = (paid_outside_comment is not null)),
  constraint payout_line_once unique (run_id, customer_id)
);
-- What is still promised to holders, ordered or to be ordered; lines that are paid are many and stay for ever.
create index payout_line_unpaid on payout_line (run_id) where status in ('waiting', 'failed', 'blocked');
create index payout_line_failed on payout_line (run_id) where status = 'failed';
-- Taxes by the day of their coupon; those that no transfer has taken yet, and those that no remittance has.
create index payout_line_taxed on payout_line (settled_at) where tax_cents > 0;
create index payout_line_tax_to_move on payout_line (run_id) where status in ('paid', 'paidOutside') and tax_cents > 0 and tax_order_id is null;
create index payout_line_tax_to_remit on payout_line (settled_at) where tax_cents > 0 and tax_remittance_id is null;
create index payout_line_tax_order on payout_line (tax_order_id) where tax_order_id is not null;
create index payout_line_tax_remittance on payout_line (tax_remittance_id) where tax_remittance_id is not null;

-- Months whose coupon run has begun; it is carried on until it is finished, then the month is over.
create table coupon_month (
  period text primary key,
  started_at timestamptz not null,
  finished_at timestamptz
);
