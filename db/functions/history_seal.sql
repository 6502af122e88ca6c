-- Seals one Paris day: the leaf of each row that was written in it, the root of their tree, and the head, which continues that of the day
-- before. A day is sealed once, in order, and not before three hours after its end, as a transaction that began in it may still run.
-- Called by features/operations/history/queries.ts. Runs as its owner: it is the only way to write a head.

create or replace function history_seal(p_day date)
returns void
language plpgsql
security definer
set search_path to public, pg_temp
as $$
declare
  v_last history_head;
  v_now timestamptz := clock_timestamp() + coalesce((select offset_ms from test_clock), 0) * interval '1 millisecond';
  v_from timestamptz := p_day::timestamp at time zone 'Europe/Paris';
  v_until timestamptz := (p_day + 1)::timestamp at time zone 'Europe/Paris';
  v_previous bytea;
begin
  select * into v_last from history_head order by day desc limit 1;
  if p_day <> v_last.day + 1 or v_now < v_until + interval '3 hours' then
    raise exception 'the day % cannot be sealed now', p_day using errcode = 'insufficient_privilege';
  end if;
  v_previous := coalesce(v_last.head_sha256, decode(repeat('00', 32), 'hex'));

  with part as materialized (
    select table_name, array_agg(id order by written_at, id) as ids, array_agg(history_leaf(content) order by written_at, id) as leaves
    from history_rows(v_from, v_until)
    group by table_name
  ),
  tree as (
    select
      (
        select history_blocks(array_agg(leaf.sha256 order by part.table_name collate "C", leaf.place))
        from part
        cross join unnest(part.leaves) with ordinality as leaf (sha256, place)
      ) as blocks,
      (select coalesce(jsonb_object_agg(table_name, cardinality(ids)), '{}') from part) as counts
  ),
  head as (
    insert into history_head (day, previous_sha256, root_sha256, blocks, counts, head_sha256, sealed_at)
    select p_day, v_previous, top.root, blocks, counts,
      sha256(convert_to(history_head_text(v_previous, p_day, top.root, counts), 'UTF8')), v_now
    from tree
    cross join lateral (select history_root(blocks) as root offset 0) as top
  )
  insert into history_leaves (day, table_name, ids, leaves) select p_day, table_name, ids, leaves from part;
end
$$;
