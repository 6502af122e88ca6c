-- Money that came in twice, or was taken back: each has a row that says what became of it.

-- A second debit under the reference of one of ours is a debit of its own: it counts for nothing, and its money waits for the administrator.
alter table direct_debit add column second_of uuid references direct_debit (id);
drop index direct_debit_one_open;
create unique index direct_debit_one_open on direct_debit (echeance_id)
  where status in ('creating', 'scheduled', 'canceling') and second_of is null;

-- Of an archived payment, what filled claims of its project that no echeance stands for: it left the books, where the bank had taken it.
alter table payment_to_be_assigned add column claim_filled_cents bigint not null default 0
  check (claim_filled_cents between 0 and amount_cents);

-- What was done about a second movement, in the words of whoever did.
alter table payment_incident add column resolved_comment text;
alter table payment_incident add constraint payment_incident_resolved_how check (resolved_comment is null or resolved_at is not null);
create index payment_incident_found on payment_incident (found_at desc, id desc);
