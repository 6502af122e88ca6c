-- Saves a checkpoint of the proved postings, of transactions ended for the caller's snapshot, in blocks of at most `p_block`; notes that the
-- proof was made, and removes the marks that it looked at. Answers how many blocks were added.
-- Called by features/operations/ledger-proof/checkpoint-queries.ts after a proof that found nothing. Of two at once, the second fails to serialize.

create or replace function ledger_checkpoint_proved(p_at timestamptz, p_whole boolean, p_block integer)
returns integer
language plpgsql
security definer
set search_path to public, pg_temp
as $$
declare
  v_horizon bigint := pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
  v_from ledger_proof_state;
  v_after ledger_proof_state;
  v_last ledger_checkpoint;
  v_blocks integer := 0;
begin
  select * into strict v_from from ledger_proof_state for update;
  v_after := v_from;
  select * into v_last from ledger_checkpoint order by number desc limit 1;
  loop
    select page.transaction_number, page.id into v_after.until_transaction, v_after.until_posting
    from (
      select transaction_number, id from ledger_posting
      where (transaction_number, id) > (v_after.until_transaction, v_after.until_posting) and transaction_number < v_horizon
      order by transaction_number, id limit p_block
    ) as page
    order by page.transaction_number desc, page.id desc limit 1;
    exit when not found;
    insert into ledger_checkpoint
    select coalesce(v_last.number, 0) + 1, v_after.until_transaction, v_after.until_posting,
      block.posting_count, block.line_count, block.turnover_cents, block.content_sha256,
      sha256(coalesce(v_last.chain_sha256, '') || block.content_sha256), p_at
    from ledger_block(coalesce(v_last.until_transaction, -1), coalesce(v_last.until_posting, 0),
      v_after.until_transaction, v_after.until_posting) as block
    returning * into v_last;
    v_blocks := v_blocks + 1;
  end loop;
  if v_blocks > 0 then
    insert into ledger_checkpoint_balance as sealed (account_id, cents, in_cents)
    select line.account_id, sum(line.amount_cents), coalesce(sum(line.amount_cents) filter (where line.amount_cents > 0), 0)
    from ledger_posting as posting
    join ledger_line as line on line.posting_id = posting.id
    where (posting.transaction_number, posting.id) > (v_from.until_transaction, v_from.until_posting)
      and (posting.transaction_number, posting.id) <= (v_last.until_transaction, v_last.until_posting)
    group by line.account_id
    on conflict (account_id) do update
    set cents = sealed.cents + excluded.cents, in_cents = sealed.in_cents + excluded.in_cents;
  end if;
  update ledger_proof_state set
    cluster = (select system_identifier::text from pg_control_system()),
    until_transaction = coalesce(v_last.until_transaction, -1), until_posting = coalesce(v_last.until_posting, 0),
    daily_at = p_at, whole_at = case when p_whole then p_at else whole_at end;
  delete from proof_dirty_row;
  return v_blocks;
end
$$;
