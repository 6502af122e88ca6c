-- Payment schedules (echeanciers) and their echeances (schedule.md). What remains to be paid and what the escrow will pay of an echeance is
-- derived when shown.

-- The plan by which a project repays, one for a property.
create table payment_schedule (
  property_id uuid primary key references property (id),
  version integer not null default 2 check (version = 2),
  total_funded_amount_cents bigint not null check (total_funded_amount_cents > 0),
  initial_capital_loaned_date date not null,
  initial_capital_loaned_cents bigint not null check (initial_capital_loaned_cents > 0),
  -- Duration of the contract; prorogations have other rows.
  duration_in_months integer not null check (duration_in_months >= 1),
  -- Percentages times 10 000: four decimals of a percent (ground-rules.md#rates).
  annual_interest_rate bigint not null check (annual_interest_rate >= 0),
  management_fees_rate bigint not null check (management_fees_rate >= 0),
  interest_sequestre_cents bigint not null check (interest_sequestre_cents >= 0),
  payment_mode text not null default 'wire' check (payment_mode in ('wire', 'directDebit')),
  provider_mandate_id bigint,
  day_of_month integer check (day_of_month between 1 and 31),
  -- A plan that the closing of the funding had to change waits for a decision of an administrator; planned_... is what it was before.
  decision_since timestamptz,
  planned_total_funded_cents bigint,
  planned_initial_capital_cents bigint,
  planned_interest_sequestre_cents bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint payment_schedule_debit_has_mandate check (payment_mode = 'wire' or provider_mandate_id is not null),
  constraint payment_schedule_decision_has_plan check (
    num_nulls(decision_since, planned_total_funded_cents, planned_initial_capital_cents, planned_interest_sequestre_cents) in (0, 4)
  )
);
create index payment_schedule_decision_index on payment_schedule (decision_since, property_id) where decision_since is not null;
create trigger proof_mark_project after insert or update or delete on payment_schedule
  for each row execute function proof_mark_row('project', 'property_id');

-- Capital that was lent later than at the start, or repaid before it was due.
create table capital_event (
  id uuid primary key,
  property_id uuid not null references payment_schedule (property_id),
  type text not null check (type in ('capitalLoaned', 'capitalRepaymentUnplanned')),
  event_date date not null,
  amount_cents bigint not null check (amount_cents > 0),
  -- The part of the event that was paid out of the escrow.
  interest_sequestre_cents bigint not null default 0 check (interest_sequestre_cents >= 0),
  -- Of a loan planned for a later day than the give-up of its project: what was not paid to the owner, and is not lent any more while the
  -- give-up is in force. The schedule reads the event without it.
  given_up_cents bigint not null default 0,
  -- Capital paid on the last echeance before a prorogation stays due there, whatever the day of its payment (schedule.md#prorogation).
  due_period text check (due_period ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  created_at timestamptz not null,
  constraint capital_event_given_up_cents_check
    check (given_up_cents between 0 and case type when 'capitalLoaned' then amount_cents else 0 end)
);
create index capital_event_property on capital_event (property_id, event_date);
create index capital_event_lent on capital_event (property_id) include (amount_cents, given_up_cents) where type = 'capitalLoaned';
create trigger proof_mark_project after insert or update or delete on capital_event
  for each row execute function proof_mark_row('project', 'property_id');

-- A later end of the contract; each is longer than the one before.
create table prorogation (
  property_id uuid not null references payment_schedule (property_id),
  -- The new total duration.
  duration_in_months integer not null check (duration_in_months > 1),
  -- Null: the rate of the contract.
  interest_rate bigint check (interest_rate >= 0),
  created_at timestamptz not null,
  primary key (property_id, duration_in_months)
);
create trigger proof_mark_project after insert or update or delete on prorogation
  for each row execute function proof_mark_row('project', 'property_id');

-- One month of a schedule: what is due, what was paid of it, what of that was distributed.
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
  -- What rounding left over (schedule.md#interest-and-fees): an integer in units of a cent divided by DEN, may be negative.
  interest_carry bigint not null,
  management_fees_carry bigint not null,
  capital_repayment_due_cents bigint not null check (capital_repayment_due_cents >= 0),
  penalty_total_cents bigint not null default 0 check (penalty_total_cents >= 0),
  penalty_for_investors_cents bigint not null default 0 check (penalty_for_investors_cents >= 0),
  penalty_for_bricks_cents bigint not null default 0 check (penalty_for_bricks_cents >= 0),
  -- Sums of assigned payments and of payout runs, kept by the triggers count_payment and count_run and compared by the proof. What decides
  -- about money is still summed up from the rows themselves.
  mensualite_paid_cents bigint not null default 0 check (mensualite_paid_cents >= 0),
  capital_paid_cents bigint not null default 0 check (capital_paid_cents >= 0),
  coupon_distributed_cents bigint not null default 0 check (coupon_distributed_cents >= 0),
  capital_distributed_cents bigint not null default 0 check (capital_distributed_cents >= 0),
  -- pending: its transfer is on the way; shown as not executed.
  management_fees_status text not null default 'notExecuted' check (management_fees_status in ('notExecuted', 'pending', 'executed')),
  management_fees_executed_at timestamptz,
  -- Executed outside the platform: nobody owes it any more.
  management_fees_paid_outside boolean not null default false,
  management_fees_comment text,
  management_fees_payment_id uuid unique references payment (id),
  -- Of the executed fee, what came out of money assigned to this echeance; the rest was advanced by the project (ledger.md#purses-of-a-project).
  management_fees_taken_cents bigint not null default 0 check (management_fees_taken_cents >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (property_id, number),
  -- A schedule is replaced in place, echeances keeping their ids by number: periods move past each other within one statement.
  unique (property_id, period) deferrable initially immediate,
  constraint echeance_fees_executed_at check ((management_fees_status = 'executed') = (management_fees_executed_at is not null))
);
create index echeance_period on echeance (period);
create index echeance_due on echeance (due_date);
create index echeance_capital_due on echeance (due_date, id) where capital_repayment_due_cents > 0;
create index echeance_fees_open on echeance (period) where management_fees_status = 'notExecuted';
create index echeance_fees_pending on echeance (property_id) where management_fees_status = 'pending';
-- What a payout run has to look at, and what is still to be repaid: nothing that is over.
create index echeance_coupon_to_pay on echeance (due_date, id)
  where least(mensualite_paid_cents - management_fees_taken_cents, interest_cents + penalty_for_investors_cents)
    > coupon_distributed_cents;
create index echeance_capital_to_pay on echeance (due_date, id)
  where least(capital_paid_cents, capital_repayment_due_cents) > capital_distributed_cents;
create index echeance_capital_unpaid on echeance (due_date, id) include (property_id)
  where capital_repayment_due_cents > capital_paid_cents;
create index echeance_capital_unpaid_property on echeance (property_id) where capital_repayment_due_cents > capital_paid_cents;
create trigger proof_mark_project after insert or update or delete on echeance
  for each row execute function proof_mark_row('project', 'property_id');
