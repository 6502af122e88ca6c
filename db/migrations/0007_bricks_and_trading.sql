-- What investors buy and sell: primary purchases, resale deals with their daily quota, and the bricks with their owners.

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
create index purchase_automatic on purchase (customer_id, created_at desc) where is_automatic;

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
  -- Kept in the buyer's HELD while waiting or refused; the platform's once moved. A confirmed deal without one keeps `none`.
  commission_status text not null default 'none' check (commission_status in ('none', 'waiting', 'refused', 'moved')),
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
  constraint market_deal_confirmed_owes_its_commission check (
    (commission_status = 'none') = (status <> 'confirmed' or commission_cents = 0)),
  constraint market_deal_buyer_is_not_seller check (buyer_id <> seller_id)
);
create index market_deal_pending on market_deal (created_at desc, id desc) where status = 'pending';
create index market_deal_property on market_deal (property_id, status);
create index market_deal_seller on market_deal (seller_id, created_at desc);
-- Commissions: those to ask for again, and those that left a buyer's balance for good, as statements count them.
create index market_deal_commission_refused on market_deal (confirmed_at) where commission_status = 'refused';
create index market_deal_commission on market_deal (buyer_id, confirmed_at) where commission_status <> 'none';

-- How many deals a seller opened on a day.
create table deal_quota (
  customer_id uuid not null references customer (id),
  paris_date date not null,
  deal_count integer not null check (deal_count > 0),
  primary key (customer_id, paris_date)
);

create table brick (
  id uuid primary key,
  property_id uuid not null references property (id),
  number integer not null,
  owner_customer_id uuid references customer (id),
  purchase_id uuid constraint brick_purchase_exists references purchase (id),
  status text check (status = 'SELLING'),
  -- Checked at the commit, so that a deal and its bricks may be written in any order.
  deal_id uuid constraint brick_deal_exists references market_deal (id) deferrable initially deferred,
  constraint brick_selling_has_deal check ((status is null) = (deal_id is null)),
  constraint brick_selling_has_owner check (deal_id is null or owner_customer_id is not null),
  unique (property_id, number)
);
create index brick_owner on brick (owner_customer_id, property_id, id) where owner_customer_id is not null;
create index brick_unsold on brick (property_id, number) where owner_customer_id is null;
create index brick_deal on brick (deal_id) where deal_id is not null;
create index brick_purchase on brick (purchase_id) where purchase_id is not null;
