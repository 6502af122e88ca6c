-- The sale of a royalty property, whole or in part; its price is paid to the holders of bricks by a payout run.

create table property_sale (
  id uuid primary key,
  property_id uuid not null references property (id),
  sale_type text not null check (sale_type in ('partial', 'total')),
  sale_started_at timestamptz not null,
  offer_accepted_at timestamptz not null,
  completed_at timestamptz not null,
  sale_price_cents bigint not null check (sale_price_cents > 0),
  holder_count integer not null check (holder_count > 0),
  created_at timestamptz not null
);
create index property_sale_property on property_sale (property_id, created_at desc);
create unique index property_sale_total_once on property_sale (property_id) where sale_type = 'total';
