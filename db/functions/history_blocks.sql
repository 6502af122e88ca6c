-- The nodes seven levels above these leaves, each over 128 of them, in order: of these the root is made, and the way of a leaf that is asked
-- for needs only its own block and them.
-- Called by history_seal and history_wrong_roots.

create or replace function history_blocks(p_leaves bytea[])
returns bytea[]
language plpgsql immutable parallel safe
as $$
declare
  v_nodes bytea[] := coalesce(p_leaves, '{}');
begin
  for v_level in 1 .. 7 loop
    exit when cardinality(v_nodes) < 2;
    v_nodes := history_level(v_nodes);
  end loop;
  return v_nodes;
end
$$;
