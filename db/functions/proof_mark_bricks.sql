-- Notes the properties and purchases whose bricks a statement changed, each once, for the next proof.
-- Called by the triggers proof_mark_* of brick.

create or replace function proof_mark_bricks()
returns trigger
language plpgsql
set search_path to public, pg_temp
as $$
begin
  if tg_op = 'UPDATE' then
    insert into proof_dirty_row (kind, subject)
    select 'purchase', purchase_id from (select purchase_id from new_rows union select purchase_id from old_rows) as changed
    where purchase_id is not null;
    insert into proof_dirty_row (kind, subject)
    select distinct 'bricks', property_id
    from (select id, property_id from old_rows except select id, property_id from new_rows) as moved;
  else
    insert into proof_dirty_row (kind, subject)
    select distinct 'bricks', property_id from new_rows
    union all
    select distinct 'purchase', purchase_id from new_rows where purchase_id is not null;
  end if;
  return null;
end
$$;
