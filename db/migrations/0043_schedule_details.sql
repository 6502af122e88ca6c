-- What the first version of the schedules left out.

-- Capital paid on the last echeance before a prorogation stays due there, whatever the day of its payment (DOMAIN §1.7).
alter table capital_event add column due_period text check (due_period ~ '^[0-9]{4}-(0[1-9]|1[0-2])$');

-- Follows from the escrow left and the payments, which change without the echeance: it is derived when shown.
alter table echeance drop column interest_sequestre_planned_cents;

-- The sums over an echeance are read with it.
create index payment_target on payment_to_be_assigned (target_echeance_id) where target_echeance_id is not null;
create index direct_debit_echeance on direct_debit (echeance_id, created_at desc);
