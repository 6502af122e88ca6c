-- All leaves of a sealed day in the order of its tree: by table, then as they were sealed.
-- Called by history_wrong_roots.

create or replace function history_leaves_of(p_day date)
returns bytea[]
language sql stable parallel safe
as $$
  select array_agg(leaf.sha256 order by part.table_name collate "C", leaf.place)
  from history_leaves as part
  cross join unnest(part.leaves) with ordinality as leaf (sha256, place)
  where part.day = p_day
$$;
