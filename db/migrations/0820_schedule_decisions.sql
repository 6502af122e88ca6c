-- The country of a schedule is its SPV's, which is stated once.
alter table payment_schedule drop column spv_country;

-- A plan that the closing of the funding had to change waits for a decision of an administrator; planned_... is what it was before. Cents.
alter table payment_schedule
  add column decision_since timestamptz,
  add column planned_total_funded_cents bigint,
  add column planned_initial_capital_cents bigint,
  add column planned_interest_sequestre_cents bigint,
  add constraint payment_schedule_decision_has_plan check (
    num_nulls(decision_since, planned_total_funded_cents, planned_initial_capital_cents, planned_interest_sequestre_cents) in (0, 4)
  );
create index payment_schedule_decision_index on payment_schedule (decision_since, property_id) where decision_since is not null;

-- Before the closing: how much of escrow and construction budget is promised out of money that lies on the SPV's wallet beside the funding.
alter table property add column budget_increases_cents bigint not null default 0 check (budget_increases_cents >= 0);

-- A schedule is replaced in place, echeances keeping their ids by number: periods move past each other within one statement.
alter table echeance
  drop constraint echeance_property_id_period_key,
  add constraint echeance_property_id_period_key unique (property_id, period) deferrable initially immediate;
