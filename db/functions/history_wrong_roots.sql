-- Days whose leaves are not those of their head.
-- Called by features/operations/history/queries.ts.

create or replace function history_wrong_roots()
returns setof date
language sql stable
as $$
  select day
  from history_head
  where root_sha256 <> history_root(history_leaves_of(day))
  order by day
$$;
