-- Postings are read by their place, whatever the planner believes of it: where one transaction wrote a million of them, statistics of the
-- transaction's number say nothing about a place within it.
alter function ledger_block(bigint, bigint, bigint, bigint) set enable_seqscan to off;
alter function ledger_block(bigint, bigint, bigint, bigint) set enable_hashjoin to off;
alter function ledger_block(bigint, bigint, bigint, bigint) set enable_mergejoin to off;

create function ledger_postings_after(p_transaction bigint, p_posting bigint) returns setof ledger_posting
language sql stable rows 1000 set search_path to public, pg_temp set enable_seqscan to off as $$
  select * from ledger_posting where (transaction_number, id) > (p_transaction, p_posting)
$$;
