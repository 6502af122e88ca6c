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
