-- The next level of a tree of hashes (RFC 6962): each pair of nodes as SHA-256 with the prefix 1; a last one without a neighbour goes up as it is.
-- Called by history_blocks, history_root and history_path.

create or replace function history_level(p_nodes bytea[])
returns bytea[]
language sql immutable parallel safe
as $$
  select array_agg(case when pair.size = 2 then sha256('\x01'::bytea || pair.nodes) else pair.nodes end order by pair.place)
  from (
    select (node.place - 1) / 2 as place, count(*) as size, string_agg(node.sha256, ''::bytea order by node.place) as nodes
    from unnest(p_nodes) with ordinality as node (sha256, place)
    group by 1
  ) as pair
$$;
