-- What a project still owes is given up: an end of a loan that is not paid back, which may be taken back while nothing has followed.

create table give_up (
  id uuid primary key,
  property_id uuid not null references property (id),
  comment text not null check (btrim(comment) <> ''),
  status_before text not null check (status_before in ('repayment-delay', 'repayment-default')),
  -- What was due and unpaid by then: of capital, of interest and penalties of the holders, of management fees.
  capital_cents bigint not null check (capital_cents >= 0),
  interest_cents bigint not null check (interest_cents >= 0),
  fees_cents bigint not null check (fees_cents >= 0),
  given_up_at timestamptz not null,
  taken_back_at timestamptz
);
create unique index give_up_in_force on give_up (property_id) where taken_back_at is null;
create index give_up_property on give_up (property_id);
revoke delete on give_up from mortar_app;

-- Beside each echeance that lacked something: what a later payment of capital recovers, and the part of an open fee that was written off.
create table given_up_echeance (
  give_up_id uuid not null references give_up (id),
  echeance_id uuid not null references echeance (id),
  -- Of its capital, what had come in for the holders: more is a recovery.
  capital_received_cents bigint not null check (capital_received_cents >= 0),
  fees_excl_tax_cents bigint not null check (fees_excl_tax_cents >= 0),
  fees_vat_cents bigint not null check (fees_vat_cents >= 0),
  primary key (give_up_id, echeance_id)
);
create index given_up_echeance_echeance on given_up_echeance (echeance_id);
revoke update, delete on given_up_echeance from mortar_app;

-- Capital that came in after the project was given up: its holders had declared it lost.
alter table payout_run add column is_recovery boolean not null default false;
alter table payout_run add constraint payout_run_recovers_capital check (not is_recovery or kind = 'capital');

-- A loss is recorded by the give-up, and what else is missing by the settlement.
alter table capital_loss add column give_up_id uuid references give_up (id);
alter table capital_loss drop constraint capital_loss_pkey;
alter table capital_loss add constraint capital_loss_once unique nulls not distinct (property_id, customer_id, give_up_id);
