-- Refuses to open a closed account again, to date its end anew, and to close one as of another moment than now, a minute more or less: from that
-- moment on what was kept of it may be erased (refuse_unless_closed). It holds for the owner of the table too. As with audit rows, the begin of the
-- transaction counts as now, and where the test clock was moved, now is what it says.
-- Called by the trigger customer_closed_now of customer. Runs as its owner.

create or replace function customer_closed_now()
returns trigger
language plpgsql
security definer
set search_path to public, pg_temp
as $$
declare
  v_at timestamptz;
begin
  if new.closed_at is not distinct from old.closed_at then
    return new;
  end if;
  if old.closed_at is not null then
    raise exception 'a closed account stays closed, since when it is' using errcode = 'insufficient_privilege';
  end if;
  v_at := new.closed_at - coalesce((select offset_ms from test_clock), 0) * interval '1 millisecond';
  if v_at < now() - interval '1 minute' or v_at > clock_timestamp() + interval '1 minute' then
    raise exception 'an account is closed when it happens, not as of %', new.closed_at using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
