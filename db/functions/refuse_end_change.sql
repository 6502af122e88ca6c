-- Refuses every change of a row that has come to its end, for the owner of the table too.
-- Called by the triggers *_end_is_final, which say what an end is.

create or replace function refuse_end_change()
returns trigger
language plpgsql
as $$
begin
  raise exception 'a row of % that has ended is final', tg_table_name using errcode = 'insufficient_privilege';
end
$$;
