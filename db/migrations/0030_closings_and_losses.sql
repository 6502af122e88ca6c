-- What the daily job closed and has not told yet, and what holders lost for good.

-- A funding that the daily job closed, written with the closing: its summary survives a run that dies before it has told the team.
create table funding_auto_closing (
  property_id uuid primary key references property (id),
  -- As the message names it.
  summary jsonb not null,
  closed_at timestamptz not null,
  told_at timestamptz
);
create index funding_auto_closing_untold on funding_auto_closing (closed_at) where told_at is null;
revoke delete on funding_auto_closing from mortar_app;

-- Capital that a holder never got back of a project whose final settlement is done (A-taxation-11).
create table capital_loss (
  property_id uuid not null references property (id),
  customer_id uuid not null references customer (id),
  contract_type text not null check (contract_type in ('obligation', 'loan')),
  brick_count integer not null check (brick_count > 0),
  loss_cents bigint not null check (loss_cents > 0),
  settled_at timestamptz not null,
  primary key (property_id, customer_id)
);
create index capital_loss_customer on capital_loss (customer_id, settled_at);

-- What was lost stays as it was.
revoke update, delete on capital_loss from mortar_app;
