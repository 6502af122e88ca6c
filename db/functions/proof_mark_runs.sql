-- Notes the payout runs whose lines a statement changed, each once, for the next proof.
-- Called by the triggers proof_mark_* of payout_line.

create or replace function proof_mark_runs()
returns trigger
language plpgsql
set search_path to public, pg_temp
as $$
begin
  insert into proof_dirty_row (kind, subject) select distinct 'run', run_id from new_rows;
  return null;
end
$$;
