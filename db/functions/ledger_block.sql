-- Count, turnover and digest of the postings after one position, up to another, as they are now.
-- Called by ledger_checkpoint_proved, and by features/operations/ledger-proof/checkpoint-queries.ts, which compares saved blocks with it. Postings are read by their
-- position whatever the planner expects (enable_*): where one transaction wrote a million of them, the statistics of its number say nothing
-- about a position within it.

create or replace function ledger_block(p_after_transaction bigint, p_after_posting bigint, p_until_transaction bigint, p_until_posting bigint)
returns table (posting_count integer, line_count integer, turnover_cents bigint, content_sha256 bytea)
language sql stable
set search_path to public, pg_temp
set enable_seqscan to off
set enable_hashjoin to off
set enable_mergejoin to off
as $$
  select count(distinct posting.id)::integer, count(line.posting_id)::integer,
    coalesce(sum(line.amount_cents) filter (where line.amount_cents > 0), 0)::bigint,
    sha256(convert_to(coalesce(string_agg(
      concat_ws('|', posting.transaction_number, posting.id, posting.reference, posting.step, posting.type,
        extract(epoch from posting.event_at), extract(epoch from posting.created_at),
        line.line_number, line.account_id, line.amount_cents),
      E'\n' order by posting.transaction_number, posting.id, line.line_number), ''), 'UTF8'))
  from ledger_posting as posting
  left join ledger_line as line on line.posting_id = posting.id
  where (posting.transaction_number, posting.id) > (p_after_transaction, p_after_posting)
    and (posting.transaction_number, posting.id) <= (p_until_transaction, p_until_posting)
$$;
