-- Refuses a change of a row before what it says of a person is to be erased, and any change but that one. The trigger names the column of the
-- investor, the part of the erasure (src/features/operations/erasure/rules.ts, dueOn), and for an update the blanks of that erasure, {id} being the
-- row's own: the account must be closed, for as long as the law asks to keep the part. It holds for the owner of the table too.
-- Called by the triggers of_closed_accounts. Runs as its owner.

create or replace function refuse_unless_closed()
returns trigger
language plpgsql
security definer
set search_path to public, pg_temp
as $$
declare
  v_old constant jsonb := to_jsonb(old);
  v_part constant text := tg_argv[1];
  v_today constant date :=
    (clock_timestamp() + coalesce((select offset_ms from test_clock), 0) * interval '1 millisecond') at time zone 'Europe/Paris';
  v_customer_id constant uuid := v_old ->> tg_argv[0];
  v_closed_on date;
  v_moved_on date;
  v_due_on date;
begin
  select closed_at at time zone 'Europe/Paris' into v_closed_on from customer where id = v_customer_id;
  select max(event_at) at time zone 'Europe/Paris' into v_moved_on from wallet_transaction where customer_id = v_customer_id;
  if v_closed_on is null then
    raise exception 'the account of this row of % is not closed', tg_table_name using errcode = 'insufficient_privilege';
  end if;
  v_due_on := case v_part
    when 'account' then v_closed_on
    when 'identity' then v_closed_on + interval '5 years'
    when 'accounting' then make_date(extract(year from greatest(v_closed_on, v_moved_on))::integer + 11, 1, 1)
  end;
  -- Of an unknown part nothing is ever due.
  if v_due_on is null or v_today < v_due_on then
    raise exception 'this row of % is kept for longer', tg_table_name using errcode = 'insufficient_privilege';
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  if to_jsonb(new) is distinct from v_old || replace(tg_argv[2], '{id}', v_old ->> 'id')::jsonb then
    raise exception 'this row of % is blanked, and not changed otherwise', tg_table_name using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
