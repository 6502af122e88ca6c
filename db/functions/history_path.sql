-- How the leaf of a sealed row leads to the root of its day: its neighbours from the leaves up, and on which side each stands. Within the
-- block of the leaf by its leaves, above it by the blocks of the day, so that a day of a hundred thousand rows takes no longer than another.
-- Called by features/operations/history/queries.ts.

create or replace function history_path(p_day date, p_table text, p_id text)
returns table (level integer, side text, sha256 bytea)
language plpgsql stable
as $$
declare
  -- Counted from 0; null without such a row.
  v_place integer := (
    select array_position(part.ids, p_id) - 1 + (
      select coalesce(sum(cardinality(before.ids)), 0)
      from history_leaves as before
      where before.day = p_day and before.table_name collate "C" < p_table
    )
    from history_leaves as part
    where part.day = p_day and part.table_name = p_table
  );
  v_first integer := v_place / 128 * 128;
  v_nodes bytea[];
  v_neighbour integer;
begin
  if v_place is null then return; end if;
  select array_agg(leaf.sha256 order by part.table_name collate "C", leaf.place) into v_nodes
  from (
    select of_table.table_name, of_table.leaves,
      v_first + 1 - coalesce(sum(cardinality(of_table.ids)) over (order by of_table.table_name collate "C"
        rows between unbounded preceding and 1 preceding), 0)::integer as first
    from history_leaves as of_table
    where of_table.day = p_day
  ) as part
  cross join unnest(part.leaves[part.first : part.first + 127]) with ordinality as leaf (sha256, place);
  v_place := v_place - v_first;
  level := 0;
  for v_part in 1 .. 2 loop
    while cardinality(v_nodes) > 1 loop
      v_neighbour := v_place # 1;
      if v_neighbour < cardinality(v_nodes) then
        side := case when v_neighbour < v_place then 'left' else 'right' end;
        sha256 := v_nodes[v_neighbour + 1];
        return next;
      end if;
      v_nodes := history_level(v_nodes);
      v_place := v_place / 2;
      level := level + 1;
    end loop;
    v_nodes := (select head.blocks from history_head as head where head.day = p_day);
    v_place := v_first / 128;
  end loop;
end
$$;
