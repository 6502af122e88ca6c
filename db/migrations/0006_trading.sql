-- What investors do: primary purchases, resale deals with their daily quota, withdrawals with their invoices.

create table purchase (
  id uuid primary key,
  property_id uuid not null references property (id),
  customer_id uuid not null references customer (id),
  brick_count integer not null check (brick_count > 0),
  amount_cents bigint not null check (amount_cents > 0),
  status text not null check (status in ('waiting_payment', 'waiting_provider', 'confirmed', 'canceled', 'declined')),
  is_automatic boolean not null default false,
  window_end timestamptz not null,
  wallet_transaction_id uuid unique references wallet_transaction (id),
  refund_transaction_id uuid unique references wallet_transaction (id),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index purchase_property on purchase (property_id, status);
create index purchase_customer on purchase (customer_id, created_at desc, id desc);

create table market_deal (
  id uuid primary key,
  property_id uuid not null references property (id),
  status text not null check (status in ('pending', 'reserved', 'confirmed')),
  seller_id uuid not null references customer (id),
  buyer_id uuid references customer (id),
  bricks_ids uuid[] not null,
  brick_count integer not null check (brick_count > 0),
  official_brick_price_cents bigint not null check (official_brick_price_cents > 0),
  selling_brick_price_cents bigint not null check (selling_brick_price_cents > 0),
  price_without_commission_cents bigint not null,
  commission_cents bigint not null check (commission_cents >= 0),
  profitability double precision not null,
  revenue_yield double precision not null,
  brick_price_variation double precision not null,
  buying_transaction_id uuid unique references wallet_transaction (id),
  selling_transaction_id uuid unique references wallet_transaction (id),
  created_at timestamptz not null,
  reserved_at timestamptz,
  confirmed_at timestamptz,
  constraint market_deal_price check (price_without_commission_cents = brick_count * selling_brick_price_cents),
  constraint market_deal_bricks check (cardinality(bricks_ids) = brick_count),
  constraint market_deal_two_transactions check (
    (status = 'pending') = (buyer_id is null) and (status = 'pending') = (buying_transaction_id is null)
    and (status = 'pending') = (selling_transaction_id is null)),
  constraint market_deal_buyer_is_not_seller check (buyer_id <> seller_id)
);
create index market_deal_pending on market_deal (created_at desc, id desc) where status = 'pending';
create index market_deal_property on market_deal (property_id, status);
create index market_deal_seller on market_deal (seller_id, created_at desc);

alter table brick add constraint brick_deal_exists foreign key (deal_id) references market_deal (id) deferrable initially deferred;
alter table brick add constraint brick_purchase_exists foreign key (purchase_id) references purchase (id);

create table deal_quota (
  customer_id uuid not null references customer (id),
  paris_date date not null,
  deal_count integer not null check (deal_count > 0),
  primary key (customer_id, paris_date)
);

-- Numbered without gaps per issuer and year: the counter row is locked by the transaction that writes the invoice.
create table invoice_counter (
  issuer text not null,
  year integer not null,
  last_number integer not null,
  primary key (issuer, year)
);

create table invoice (
  id uuid primary key,
  issuer text not null,
  year integer not null,
  number integer not null,
  reason text not null,
  customer_id uuid references customer (id),
  spv_id uuid references spv (id),
  subject_id uuid not null,
  amount_excl_tax_cents bigint not null,
  vat_cents bigint not null,
  storage_key text,
  issued_at timestamptz not null,
  unique (issuer, year, number)
);
create index invoice_subject on invoice (subject_id);

create table withdrawal (
  id uuid primary key,
  customer_id uuid not null references customer (id),
  payment_method_id uuid not null references payment_method (id),
  amount_cents bigint not null check (amount_cents > 0),
  fee_cents bigint not null default 0 check (fee_cents >= 0),
  wallet_transaction_id uuid not null unique references wallet_transaction (id),
  fee_transaction_id uuid unique references wallet_transaction (id),
  invoice_id uuid unique references invoice (id),
  created_at timestamptz not null
);
create index withdrawal_customer on withdrawal (customer_id, created_at desc, id desc);
