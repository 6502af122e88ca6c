-- What holders are paid of an echeance: one run each time it has more to distribute, with a line per holder (DOMAIN §7).

create table payout_run (
  id uuid primary key,
  kind text not null check (kind in ('coupon', 'capital')),
  property_id uuid not null references property (id),
  echeance_id uuid not null references echeance (id),
  -- The month of a coupon run (YYYY-MM), the day of a capital run (YYYY-MM-DD): the same echeance is paid once in it.
  period text not null,
  run_date date not null,
  total_cents bigint not null check (total_cents > 0),
  created_at timestamptz not null,
  constraint payout_run_once unique (echeance_id, kind, period)
);
create index payout_run_date on payout_run (run_date);
create index payout_run_property on payout_run (property_id);

create table payout_line (
  -- What its payment order is for; after a refusal the line gets another id with its next order.
  id uuid primary key,
  run_id uuid not null references payout_run (id),
  customer_id uuid not null references customer (id),
  brick_count integer not null check (brick_count > 0),
  gross_cents bigint not null check (gross_cents > 0),
  tax_cents bigint not null default 0 check (tax_cents >= 0 and tax_cents < gross_cents),
  -- The holder's rate as it was on the day of the run, in basis points.
  income_tax_bps integer not null default 0 check (income_tax_bps >= 0),
  social_bps integer not null default 0 check (social_bps >= 0),
  status text not null default 'waiting' check (status in ('waiting', 'paid', 'failed')),
  -- The transfer that took the tax to the platform's tax account, with that of other lines.
  tax_order_id uuid references payment_order (id),
  constraint payout_line_once unique (run_id, customer_id)
);
create index payout_line_failed on payout_line (run_id) where status = 'failed';
create index payout_line_untaxed on payout_line (run_id) where status = 'paid' and tax_cents > 0 and tax_order_id is null;
create index payout_line_tax_order on payout_line (tax_order_id) where tax_order_id is not null;

-- Months whose coupon run has begun; it is carried on until it is finished, then the month is over.
create table coupon_month (
  period text primary key,
  started_at timestamptz not null,
  finished_at timestamptz
);
