-- Days whose leaves are not those of their head.
-- Called by features/operations/history/queries.ts.

create or replace function history_wrong_roots()
returns setof date
language sql stable parallel safe
as $$
  select head.day
  from history_head as head
  cross join lateral (select history_blocks(history_leaves_of(head.day)) as blocks offset 0) as now
  where head.blocks <> now.blocks or head.root_sha256 <> history_root(now.blocks)
  order by head.day
$$;
