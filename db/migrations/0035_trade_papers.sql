-- What an investor is given on paper of a purchase or of a deal: for ever what it said on the day of the trade.

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
revoke update, delete on trade_paper from mortar_app;

-- Trades of the past get theirs now, with the names and the rate of VAT of today.
with traded as (
  select 'purchase' as kind, purchase.id as subject_id, purchase.customer_id, purchase.property_id, purchase.brick_count,
    purchase.amount_cents as price_cents,
    0::bigint as commission_cents, coalesce(paid.event_at, purchase.updated_at) as traded_at
  from purchase left join wallet_transaction paid on paid.id = purchase.wallet_transaction_id
  where purchase.status = 'confirmed'
  union all
  select 'deal-bought', id, buyer_id, property_id, brick_count, price_without_commission_cents, 0, confirmed_at
  from market_deal where status = 'confirmed'
  union all
  select 'deal-sold', id, seller_id, property_id, brick_count, price_without_commission_cents, commission_cents, confirmed_at
  from market_deal where status = 'confirmed'
)
insert into trade_paper (id, kind, subject_id, customer_id, party, property_name, brick_count, price_cents, commission_cents, vat_bps,
  vat_cents, traded_at)
select gen_random_uuid(), traded.kind, traded.subject_id, traded.customer_id,
  case when company.customer_id is not null and customer.customer_type = 'business'
    then jsonb_build_object('name', company.name, 'address', jsonb_build_array(company.street, company.postcode || ' ' || company.city),
      'country', company.country, 'registrationNumber', company.registration_number)
    else jsonb_build_object(
      'name', coalesce(nullif(concat_ws(' ', customer.first_name, customer.last_name), ''), auth_user.name),
      'address', to_jsonb(array_remove(array[customer.street, nullif(concat_ws(' ', customer.postcode, customer.city), '')], null)),
      'country', customer.country)
  end,
  property.name, traded.brick_count, traded.price_cents, traded.commission_cents,
  case when traded.commission_cents > 0 then 2000 else 0 end,
  traded.commission_cents - round(traded.commission_cents * 10000 / 12000.0)::bigint, traded.traded_at
from traded
join customer on customer.id = traded.customer_id
join auth_user on auth_user.id = customer.user_id
left join customer_company company on company.customer_id = customer.id
join property on property.id = traded.property_id
order by traded.traded_at, traded.subject_id;
