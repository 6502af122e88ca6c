-- Taxes: what investors declare, and what is withheld from their coupons.

-- What an investor declared about their taxes, once a year: the answers, the rate they gave, and whether it counts.
create table tax_rate_request (
  id uuid primary key,
  customer_id uuid not null references customer (id),
  year integer not null,
  -- As computed at the request; what counts is computed from the answers with the rates of the day (A-taxation-1).
  tax_rate_bps integer not null check (tax_rate_bps between 0 and 10000),
  answers jsonb not null,
  status text not null check (status in ('waiting', 'validated', 'refused')),
  created_at timestamptz not null,
  validated_at timestamptz,
  refused_at timestamptz,
  refusal_reason text,
  constraint tax_rate_request_once_a_year unique (customer_id, year),
  check ((status = 'validated') = (validated_at is not null)),
  check ((status = 'refused') = (refused_at is not null)),
  check (refusal_reason is null or refused_at is not null)
);
create index tax_rate_request_newest on tax_rate_request (created_at desc, id desc);
revoke delete on tax_rate_request from mortar_app;

-- The two parts of each tax withheld from a coupon: filed apart every month, and on the investor's yearly form (DOMAIN §4.3).
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

-- What was withheld stays as it was.
revoke update, delete on coupon_tax from mortar_app;
