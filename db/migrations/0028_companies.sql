-- A business hands in its company; citizenships are written as the provider takes them.

create table customer_company (
  customer_id uuid primary key references customer (id),
  registration_number text not null check (registration_number ~ '^[0-9]{9}$'),
  name text not null,
  street text not null,
  postcode text not null,
  city text not null,
  country text not null check (country ~ '^[A-Z]{3}$'),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
revoke delete on customer_company from mortar_app;

update customer set citizenship = upper(regexp_replace(citizenship, '\s', '', 'g')) where citizenship is not null;
