-- Payment schedules (echeanciers), their echeances, and the money that arrives for them (DOMAIN §1). What is paid, remaining or
-- overpaid is never stored: it is the sum of the payments assigned.

create table payment_schedule (
  property_id uuid primary key references property (id),
  version integer not null default 2 check (version = 2),
  total_funded_amount_cents bigint not null check (total_funded_amount_cents > 0),
  initial_capital_loaned_date date not null,
  initial_capital_loaned_cents bigint not null check (initial_capital_loaned_cents > 0),
  -- Duration of the contract; prorogations are rows of their own.
  duration_in_months integer not null check (duration_in_months >= 1),
  -- Percentages times 10 000: four decimals of a percent (DOMAIN §0).
  annual_interest_rate bigint not null check (annual_interest_rate >= 0),
  management_fees_rate bigint not null check (management_fees_rate >= 0),
  spv_country text not null,
  interest_sequestre_cents bigint not null check (interest_sequestre_cents >= 0),
  total_construction_budget_cents bigint not null check (total_construction_budget_cents >= 0),
  payment_mode text not null default 'wire' check (payment_mode in ('wire', 'directDebit')),
  provider_mandate_id bigint,
  day_of_month integer check (day_of_month between 1 and 31),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint payment_schedule_debit_has_mandate check (payment_mode = 'wire' or provider_mandate_id is not null)
);

create table capital_event (
  id uuid primary key,
  property_id uuid not null references payment_schedule (property_id),
  type text not null check (type in ('capitalLoaned', 'capitalRepaymentUnplanned')),
  event_date date not null,
  amount_cents bigint not null check (amount_cents > 0),
  -- The part of the event that was paid out of the escrow.
  interest_sequestre_cents bigint not null default 0 check (interest_sequestre_cents >= 0),
  created_at timestamptz not null
);
create index capital_event_property on capital_event (property_id, event_date);

create table prorogation (
  property_id uuid not null references payment_schedule (property_id),
  -- The new total duration; each prorogation is longer than the one before.
  duration_in_months integer not null check (duration_in_months > 1),
  -- Null: the rate of the contract.
  interest_rate bigint check (interest_rate >= 0),
  created_at timestamptz not null,
  primary key (property_id, duration_in_months)
);

create table echeance (
  id uuid primary key,
  property_id uuid not null references payment_schedule (property_id),
  number integer not null check (number >= 1),
  period text not null check (period ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  start_date date not null,
  -- Both exclusive; due_date is the day after the last of the accrual.
  end_date date not null check (end_date > start_date),
  due_date date not null,
  capital_loaned_at_start_cents bigint not null check (capital_loaned_at_start_cents >= 0),
  capital_loaned_cents bigint not null check (capital_loaned_cents >= 0),
  interest_cents bigint not null check (interest_cents >= 0),
  management_fees_excl_tax_cents bigint not null check (management_fees_excl_tax_cents >= 0),
  management_fees_vat_cents bigint not null check (management_fees_vat_cents >= 0),
  -- What rounding left over (DOMAIN §1.2): an integer in units of a cent divided by DEN, may be negative.
  interest_carry bigint not null,
  management_fees_carry bigint not null,
  capital_repayment_due_cents bigint not null check (capital_repayment_due_cents >= 0),
  interest_sequestre_planned_cents bigint not null check (interest_sequestre_planned_cents >= 0),
  penalty_total_cents bigint not null default 0 check (penalty_total_cents >= 0),
  penalty_for_investors_cents bigint not null default 0 check (penalty_for_investors_cents >= 0),
  penalty_for_bricks_cents bigint not null default 0 check (penalty_for_bricks_cents >= 0),
  -- `pending`: its transfer is on the way; shown as not executed.
  management_fees_status text not null default 'notExecuted' check (management_fees_status in ('notExecuted', 'pending', 'executed')),
  management_fees_executed_at timestamptz,
  management_fees_comment text,
  management_fees_order_id uuid unique references payment_order (id),
  -- Of the executed fee, what came out of money assigned to this echeance; the rest was advanced by the SPV (DOMAIN §5.2).
  management_fees_taken_cents bigint not null default 0 check (management_fees_taken_cents >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (property_id, number),
  unique (property_id, period),
  constraint echeance_fees_executed_at check ((management_fees_status = 'executed') = (management_fees_executed_at is not null))
);
create index echeance_period on echeance (period);
create index echeance_due on echeance (due_date);
create index echeance_fees_open on echeance (period) where management_fees_status = 'notExecuted';

-- A payment that waits for its echeance: a wire or debit that arrived at the SPV, a transfer between wallets, or a record
-- without movement. The documents call it wire to be assigned and payment to be assigned.
create table payment_to_be_assigned (
  id uuid primary key,
  -- Null while nobody can tell which project of the SPV it is for.
  property_id uuid references property (id),
  spv_id uuid not null references spv (id),
  status text not null check (status in ('waiting', 'assigned', 'archivedNotAssigned')),
  amount_cents bigint not null check (amount_cents > 0),
  lineage text not null default 'parent' check (lineage in ('parent', 'child')),
  -- Of a split record: the first one of its family, and what that one amounted to.
  origin_wire_id uuid references payment_to_be_assigned (id),
  origin_amount_cents bigint,
  payment text not null check (payment in ('wire', 'p2p', 'other')),
  -- What it is beneath: `escrow` and `manual` records have no movement at the provider.
  source text not null check (source in ('wire', 'directDebit', 'p2pAuto', 'p2pManual', 'escrow', 'other')),
  debit_account_id text,
  provider_wire_id bigint,
  payment_order_id uuid references payment_order (id),
  wallet_transaction_id uuid references wallet_transaction (id),
  payment_date date not null,
  comment text not null default '',
  -- Of an escrow transfer: the echeance it is meant for.
  target_echeance_id uuid references echeance (id),
  assigned_echeance_id uuid references echeance (id),
  payment_for text check (payment_for in ('mensualite', 'capitalRepayment')),
  assigned_at timestamptz,
  assign_comment text,
  archived_at timestamptz,
  archive_comment text,
  created_at timestamptz not null,
  constraint payment_assigned_where check (
    (status = 'assigned') = (assigned_echeance_id is not null)
    and (status = 'assigned') = (payment_for is not null) and (status = 'assigned') = (assigned_at is not null)),
  constraint payment_archived_when check ((status = 'archivedNotAssigned') = (archived_at is not null)),
  constraint payment_split_from check ((lineage = 'child') = (origin_wire_id is not null) and (lineage = 'child') = (origin_amount_cents is not null))
);
create index payment_waiting on payment_to_be_assigned (created_at desc, id desc) where status = 'waiting';
create index payment_settled on payment_to_be_assigned (created_at desc, id desc) where status <> 'waiting';
create index payment_assigned on payment_to_be_assigned (assigned_echeance_id, payment_for) where assigned_echeance_id is not null;
create index payment_property on payment_to_be_assigned (property_id);
create index payment_origin on payment_to_be_assigned (origin_wire_id) where origin_wire_id is not null;

-- A direct debit of one echeance; its id is the reference at the provider. `creating` and `canceling`: the call is on its way.
create table direct_debit (
  id uuid primary key,
  echeance_id uuid not null references echeance (id),
  status text not null check (status in ('creating', 'scheduled', 'canceling', 'succeeded', 'failed', 'canceled')),
  amount_cents bigint not null check (amount_cents > 0),
  collection_date date not null,
  debit_account_id text not null,
  provider_mandate_id bigint not null,
  provider_debit_id bigint unique,
  payment_id uuid unique references payment_to_be_assigned (id),
  failure text,
  created_at timestamptz not null,
  last_sent_at timestamptz,
  settled_at timestamptz,
  constraint direct_debit_known check (status in ('creating', 'failed', 'canceled') or provider_debit_id is not null)
);
create unique index direct_debit_one_open on direct_debit (echeance_id) where status in ('creating', 'scheduled', 'canceling');
create index direct_debit_open on direct_debit (collection_date) where status in ('creating', 'scheduled', 'canceling');

-- Every movement at the provider has one transaction: money-ins were unique already, so are transfers that began elsewhere.
alter table wallet_transaction add column provider_transfer_id bigint unique;
