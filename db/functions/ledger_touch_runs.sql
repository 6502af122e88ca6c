-- Notes the payout runs whose lines a statement changed, each once, for the next proof.
-- Called by the triggers ledger_touch_* of payout_line.

create or replace function ledger_touch_runs()
returns trigger
language plpgsql
set search_path to public, pg_temp
as $$
begin
  insert into ledger_touch (kind, subject) select distinct 'run', run_id from new_rows;
  return null;
end
$$;
