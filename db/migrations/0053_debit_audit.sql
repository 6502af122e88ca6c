-- Who programmed or cancelled a debit, until it is known that it succeeded: the audit row is then written, by whoever learns it.
alter table direct_debit add column pending_audit jsonb;
