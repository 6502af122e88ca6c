-- How the leaf of a sealed row leads to the root of its day: its neighbours from the leaves up, and on which side each stands.
-- Called by features/operations/history/queries.ts.

create or replace function history_path(p_day date, p_table text, p_id text)
returns table (level integer, side text, sha256 bytea)
language plpgsql stable
as $$
declare
  v_nodes bytea[] := history_leaves_of(p_day);
  -- Counted from 0.
  v_place integer := (
    select sum(case when part.table_name = p_table then array_position(part.ids, p_id) - 1 else cardinality(part.ids) end)
    from history_leaves as part
    where part.day = p_day and part.table_name collate "C" <= p_table
  );
  v_neighbour integer;
begin
  level := 0;
  while v_place is not null and cardinality(v_nodes) > 1 loop
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
end
$$;
