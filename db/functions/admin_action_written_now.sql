-- Refuses an audit row of another moment than now, a minute more or less, for the owner of the table too: a row that is added to the past
-- would be in no day's seal, and in every list. The transaction may have waited for locks, so its begin counts as now, too. Where the test
-- clock was moved, now is what it says; `migrate` in production takes from the application the right to move it.
-- Called by the trigger admin_action_written_now of admin_action. Runs as its owner.

create or replace function admin_action_written_now()
returns trigger
language plpgsql
security definer
set search_path to public, pg_temp
as $$
declare
  v_at timestamptz := new.created_at - coalesce((select offset_ms from test_clock), 0) * interval '1 millisecond';
begin
  if v_at < now() - interval '1 minute' or v_at > clock_timestamp() + interval '1 minute' then
    raise exception 'an audit row is written when it happens, not as of %', new.created_at using errcode = 'insufficient_privilege';
  end if;
  return null;
end
$$;
