-- What investors buy and sell: purchases in a funding, deals on the market with their daily quota, bricks with their owners.

-- Bricks bought in a funding, waiting until the payment has an end. Written by purchase_bricks.
create table purchase (
  id uuid primary key,
  property_id uuid not null references property (id),
  customer_id uuid not null references customer (id),
  brick_count integer not null check (brick_count > 0),
  amount_cents bigint not null check (amount_cents > 0),
  status text not null check (status in ('waiting_payment', 'waiting_provider', 'confirmed', 'canceled', 'declined')),
  -- Made by an investment plan.
  is_automatic boolean not null default false,
  -- Until then the investor may withdraw from it.
  window_end timestamptz not null,
  wallet_transaction_id uuid unique references wallet_transaction (id),
  refund_transaction_id uuid unique references wallet_transaction (id),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index purchase_property on purchase (property_id, status);
create index purchase_customer on purchase (customer_id, created_at desc, id desc);
create index purchase_automatic on purchase (customer_id, created_at desc) where is_automatic;
-- The last withdrawal window of a funding is its first row.
create index purchase_live_window on purchase (property_id, window_end desc)
  where status in ('confirmed', 'waiting_payment', 'waiting_provider');
create trigger proof_mark after insert or update or delete on purchase
  for each row execute function proof_mark_row('purchase', 'id');
create trigger proof_mark_property after insert or update or delete on purchase
  for each row execute function proof_mark_row('funding', 'property_id');

-- What was bought of a property, by the state of its purchases: kept by every statement that writes a purchase, so that a purchase in a
-- crowded funding counts nothing; compared by the proof. Half-filled pages, as each purchase updates the row.
create table funding_totals (
  property_id uuid primary key references property (id),
  confirmed_bricks integer not null default 0 check (confirmed_bricks >= 0),
  confirmed_cents bigint not null default 0 check (confirmed_cents >= 0),
  waiting_bricks integer not null default 0 check (waiting_bricks >= 0)
) with (fillfactor = 50);
create trigger proof_mark after insert or update or delete on funding_totals
  for each row execute function proof_mark_row('funding', 'property_id');

-- Bricks that an investor offers for sale, until somebody has bought them. Reserved by purchase_deal.
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
  -- The commission lies in the buyer's HELD while waiting or refused, and is the platform's once moved. A confirmed deal without one: none.
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
-- The orders of the list beside the newest first.
create index market_deal_discount on market_deal (brick_price_variation, id) where status = 'pending';
create index market_deal_profitability on market_deal (profitability desc, id desc) where status = 'pending';
create index market_deal_sold on market_deal (property_id, confirmed_at desc, id desc) where status = 'confirmed';
create index market_deal_open on market_deal (id) where status in ('pending', 'reserved');
create index market_deal_property on market_deal (property_id, status);
create index market_deal_seller on market_deal (seller_id, created_at desc);
create index market_deal_buyer on market_deal (buyer_id, created_at desc, id desc) where buyer_id is not null;
-- Commissions: those to ask for again, those still owed, and those that left a buyer's balance for good, as statements count them.
create index market_deal_commission_refused on market_deal (confirmed_at) where commission_status = 'refused';
create index market_deal_commission_owed on market_deal (buyer_id) where commission_status in ('waiting', 'refused');
create index market_deal_commission on market_deal (buyer_id, confirmed_at) include (commission_cents) where commission_status <> 'none';
create trigger proof_mark after insert or update or delete on market_deal
  for each row execute function proof_mark_row('deal', 'id');
create trigger proof_mark_seller after insert or update of seller_id, created_at or delete on market_deal
  for each row execute function proof_mark_row('seller', 'seller_id');

-- How many deals a seller opened on a day, as the number is limited.
create table deal_quota (
  customer_id uuid not null references customer (id),
  paris_date date not null,
  deal_count integer not null check (deal_count > 0),
  primary key (customer_id, paris_date)
);
create trigger proof_mark after insert or update or delete on deal_quota
  for each row execute function proof_mark_row('seller', 'customer_id');

-- Every share of every property, with its owner; a row without one is still for sale in the funding.
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
create trigger proof_mark_insert after insert on brick
  referencing new table as new_rows for each statement execute function proof_mark_bricks();
create trigger proof_mark_update after update on brick
  referencing old table as old_rows new table as new_rows for each statement execute function proof_mark_bricks();
create trigger proof_mark_delete after delete on brick
  referencing old table as new_rows for each statement execute function proof_mark_bricks();
create trigger count_holdings_insert after insert on brick
  referencing new table as new_rows for each statement execute function brick_count_holdings();
create trigger count_holdings_update after update on brick
  referencing old table as old_rows new table as new_rows for each statement execute function brick_count_holdings();
create trigger count_holdings_delete after delete on brick
  referencing old table as new_rows for each statement execute function brick_count_holdings();

-- Checked at the commit, as a purchase is canceled after its bricks are returned.
create constraint trigger return_needs_cancellation after update of owner_customer_id on brick deferrable initially deferred
  for each row when (old.owner_customer_id is not null and new.owner_customer_id is null)
  execute function brick_return_needs_cancellation();

-- The application makes bricks without an owner and locks them for a deal; who owns one is written only by brick_take, brick_return and
-- brick_hand_over.
revoke insert, update, delete on brick from mortar_app;
grant insert (id, property_id, number), update (status, deal_id) on brick to mortar_app;

-- How many bricks of a property an investor has, so that a list counts nothing. Written only by brick_count_holdings, compared by the proof.
-- A holder who has sold everything keeps a row of zeros.
create table brick_holding (
  property_id uuid not null references property (id),
  customer_id uuid not null references customer (id),
  brick_count integer not null default 0 check (brick_count >= 0),
  selling_brick_count integer not null default 0 check (selling_brick_count between 0 and brick_count),
  -- That of the property, which never changes: the order of the list.
  property_created_at timestamptz not null,
  primary key (customer_id, property_id)
);
create index brick_holding_newest on brick_holding (customer_id, property_created_at desc, property_id desc) where brick_count > 0;
-- Marks changes by any other writer; the triggers of brick mark their own.
create trigger proof_mark after insert or update or delete on brick_holding
  for each row when (pg_trigger_depth() = 0) execute function proof_mark_row('holder', 'customer_id');
revoke insert, update, delete on brick_holding from mortar_app;

-- The document of a purchase or a deal for an investor; unchanged since the day of the trade.
create table trade_paper (
  id uuid primary key,
  -- Its place in the series; gaps are allowed, as nobody adds these papers up.
  serial bigint generated always as identity unique,
  kind text not null check (kind in ('purchase', 'deal-bought', 'deal-sold')),
  subject_id uuid not null,
  customer_id uuid not null references customer (id),
  -- Name and address of the investor that day: { name, address: [line, ...], country, registrationNumber? }.
  party jsonb not null,
  property_name text not null,
  brick_count integer not null check (brick_count > 0),
  price_cents bigint not null check (price_cents >= 0),
  -- Kept from a seller, tax included, and the part of it that is VAT.
  commission_cents bigint not null default 0 check (commission_cents >= 0),
  vat_bps integer not null default 0,
  vat_cents bigint not null default 0 check (vat_cents between 0 and commission_cents),
  traded_at timestamptz not null,
  unique (kind, subject_id),
  constraint trade_paper_commission_is_the_sellers check (kind = 'deal-sold' or commission_cents = 0)
);
create index trade_paper_customer on trade_paper (customer_id);
create trigger of_closed_accounts before update on trade_paper
  for each row execute function refuse_unless_closed('customer_id', 'accounting', '{"party": {"name": "", "address": [], "country": ""}}');
revoke update, delete on trade_paper from mortar_app;
grant update (party) on trade_paper to mortar_app;
