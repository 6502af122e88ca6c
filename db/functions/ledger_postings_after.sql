-- Postings after a position, read by index whatever the planner expects, as in ledger_block.
-- Called by features/operations/ledger-proof/scope-queries.ts and features/operations/ledger-proof/checkpoint-queries.ts.

create or replace function ledger_postings_after(p_transaction bigint, p_posting bigint)
returns setof ledger_posting
language sql stable rows 1000
set search_path to public, pg_temp
set enable_seqscan to off
as $$
  select * from ledger_posting where (transaction_number, id) > (p_transaction, p_posting)
$$;
