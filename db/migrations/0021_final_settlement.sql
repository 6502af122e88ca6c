-- The last account of a project between platform, owner and holders: penalties of the platform, and what is the owner's.

create table final_settlement (
  property_id uuid primary key references property (id),
  -- The transfer of the penalties under way or done; null after a refusal.
  penalties_order_id uuid unique references payment_order (id),
  penalties_cents bigint not null default 0 check (penalties_cents >= 0),
  -- Which purses of the project it was held from: the rest comes from the escrow.
  penalties_from_surplus_cents bigint not null default 0 check (penalties_from_surplus_cents between 0 and penalties_cents),
  penalties_transferred_at timestamptz,
  created_at timestamptz not null
);

-- What is the owner's at the final settlement, by the purse of the project that it comes from. `withdraw`: paid by the provider;
-- `handed-over`: given by other means.
create table owner_settlement (
  id uuid primary key,
  property_id uuid not null references property (id),
  action text not null check (action in ('withdraw', 'handed-over')),
  status text not null check (status in ('waiting', 'paid', 'failed')),
  amount_cents bigint not null check (amount_cents > 0),
  main_cents bigint not null default 0 check (main_cents >= 0),
  surplus_cents bigint not null default 0 check (surplus_cents >= 0),
  escrow_cents bigint not null default 0 check (escrow_cents >= 0),
  provider_bank_account_id bigint,
  comment text not null default '',
  payment_order_id uuid unique references payment_order (id),
  created_at timestamptz not null,
  settled_at timestamptz,
  constraint owner_settlement_purses check (main_cents + surplus_cents + escrow_cents = amount_cents)
);
create unique index owner_settlement_one_open on owner_settlement (property_id) where status = 'waiting';
