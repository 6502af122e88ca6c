-- Gives back what a reference holds: posts the lines of its hold again, negated, as the step `release` and under the same type. Answers the
-- posting, or null if there is no hold or it was released before.
-- Called by money/ledger/post.ts. Runs as its owner, like ledger_post.

create or replace function ledger_release(p_reference uuid, p_event_at timestamptz, p_created_at timestamptz)
returns bigint
language plpgsql
security definer
set search_path to public, pg_temp
set plan_cache_mode to force_generic_plan
set enable_seqscan to off
as $$
declare
  v_type text;
  v_accounts text[];
  v_amounts bigint[];
begin
  select held.type, array_agg(account.name order by line.line_number), array_agg(-line.amount_cents order by line.line_number)
  into v_type, v_accounts, v_amounts
  from ledger_posting as held
  join ledger_line as line on line.posting_id = held.id
  join ledger_account as account on account.id = line.account_id
  where held.reference = p_reference and held.step = 'hold'
  group by held.type;
  if not found then
    return null;
  end if;
  return ledger_post(p_reference, 'release', v_type, p_event_at, p_created_at, v_accounts, v_amounts);
end
$$;
