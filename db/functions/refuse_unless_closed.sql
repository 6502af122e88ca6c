-- Refuses a change of a row whose investor (the column that the trigger names) has an account that is not closed: what is about a person is taken
-- out of such rows when the person is erased, and never before; by the owner of the table neither.
-- Called by the triggers of_closed_accounts.

create or replace function refuse_unless_closed()
returns trigger
language plpgsql
as $$
begin
  if not exists (
    select from customer where id = (to_jsonb(old) ->> tg_argv[0])::uuid and closed_at is not null
  ) then
    raise exception 'the account of this row of % is not closed', tg_table_name using errcode = 'insufficient_privilege';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;
