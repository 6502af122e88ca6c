-- Wires to the platform's own accounts: what it pays rewards from must be in the books like any other money.

create table platform_money_in (
  -- Reference of the posting EXT to PLAT.
  id uuid primary key,
  provider_money_in_id bigint not null unique,
  account text not null check (account in ('PLAT:MAIN', 'PLAT:ORIGINATION', 'PLAT:TAX')),
  amount_cents bigint not null check (amount_cents > 0),
  created_at timestamptz not null,
  event_at timestamptz not null
);
revoke update, delete on platform_money_in from mortar_app;
