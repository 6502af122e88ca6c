-- The root of the tree over these nodes of one level; without any, the hash of nothing (RFC 6962).
-- Called by history_seal and history_wrong_roots.

create or replace function history_root(p_nodes bytea[])
returns bytea
language plpgsql immutable parallel safe
as $$
declare
  v_nodes bytea[] := p_nodes;
begin
  if coalesce(cardinality(p_nodes), 0) = 0 then return sha256(''); end if;
  while cardinality(v_nodes) > 1 loop
    v_nodes := history_level(v_nodes);
  end loop;
  return v_nodes[1];
end
$$;
