-- Payment schedules (echeanciers) and their echeances (DOMAIN §1). What is paid, remaining or overpaid is never stored: it is the sum of
-- the payments assigned; neither is what the escrow will pay of an echeance, which is derived when shown.

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
  -- Capital paid on the last echeance before a prorogation stays due there, whatever the day of its payment (DOMAIN §1.7).
  due_period text check (due_period ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
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
  management_fees_vat_bps integer not null default 0 check (management_fees_vat_bps between 0 and 10000),
  -- What rounding left over (DOMAIN §1.2): an integer in units of a cent divided by DEN, may be negative.
  interest_carry bigint not null,
  management_fees_carry bigint not null,
  capital_repayment_due_cents bigint not null check (capital_repayment_due_cents >= 0),
  penalty_total_cents bigint not null default 0 check (penalty_total_cents >= 0),
  penalty_for_investors_cents bigint not null default 0 check (penalty_for_investors_cents >= 0),
  penalty_for_bricks_cents bigint not null default 0 check (penalty_for_bricks_cents >= 0),
  -- `pending`: its transfer is on the way; shown as not executed.
  management_fees_status text not null default 'notExecuted' check (management_fees_status in ('notExecuted', 'pending', 'executed')),
  management_fees_executed_at timestamptz,
  -- Executed outside the platform: nobody owes it any more.
  management_fees_paid_outside boolean not null default false,
  management_fees_comment text,
  management_fees_order_id uuid unique references payment_order (id),
  -- Of the executed fee, what came out of money assigned to this echeance; the rest was advanced by the project (DOMAIN §5.2).
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
