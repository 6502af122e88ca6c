-- Refuses every change of a row that is only ever appended, for the owner of the table too.
-- Called by the triggers *_append_only.

create or replace function refuse_change()
returns trigger
language plpgsql
as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end
$$;
