-- Rows of sealed days, which end at `p_until`, that are not what was sealed: changed, removed, or added since. The days before the first head
-- count, too. Leaves are made before the two sides are joined (offset 0), as the texts would not fit into memory; compared byte by byte.
-- Called by features/operations/history/queries.ts.

create or replace function history_differences(p_until timestamptz, p_limit integer)
returns table (day date, table_name text, id text, difference text)
language sql stable parallel safe
as $$
  select coalesce(sealed.day, (present.written_at at time zone 'Europe/Paris')::date) as day, coalesce(sealed.table_name, present.table_name),
    coalesce(sealed.id, present.id) as id,
    case when present.leaf is null then 'removed' when sealed.leaf is null then 'added' else 'changed' end
  from (
    select part.day, part.table_name, row.id, row.leaf
    from history_leaves as part
    cross join unnest(part.ids, part.leaves) as row (id, leaf)
  ) as sealed
  full join (
    select written_at, table_name, id, history_leaf(content) as leaf
    from history_rows('-infinity', p_until)
    offset 0
  ) as present on present.id collate "C" = sealed.id and present.table_name collate "C" = sealed.table_name
  where sealed.leaf is distinct from present.leaf
  order by 1, 2, 3
  limit p_limit
$$;
