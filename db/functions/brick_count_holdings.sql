-- Keeps brick_holding: how many bricks of a property an investor has, and how many of them are for sale.
-- Called by the triggers count_holdings_* of brick, once for a statement. Holdings are created and locked in the order of their key, so that
-- of two statements that change the same ones the second waits, and neither waits for the other. Runs as its owner, as the application may
-- not write holdings. Every holder is noted for the proof, also where the counts stayed the same.

create or replace function brick_count_holdings()
returns trigger
language plpgsql
security definer
set search_path to public, pg_temp
as $$
declare
  v_properties uuid[];
  v_customers uuid[];
  v_bricks integer[];
  v_selling integer[];
begin
  if tg_op = 'UPDATE' then
    select array_agg(property_id), array_agg(customer_id), array_agg(bricks), array_agg(selling)
    into v_properties, v_customers, v_bricks, v_selling
    from (
      select property_id, customer_id, sum(bricks) as bricks, sum(selling) as selling
      from (
        select property_id, owner_customer_id as customer_id, 1 as bricks, (status is not null)::integer as selling from new_rows
        union all
        select property_id, owner_customer_id, -1, -(status is not null)::integer from old_rows
      ) as changed
      where customer_id is not null
      group by property_id, customer_id
      having sum(bricks) <> 0 or sum(selling) <> 0
      order by customer_id, property_id
    ) as holding;
  else
    select array_agg(property_id), array_agg(customer_id), array_agg(bricks), array_agg(selling)
    into v_properties, v_customers, v_bricks, v_selling
    from (
      select property_id, owner_customer_id as customer_id, case tg_op when 'INSERT' then 1 else -1 end * count(*) as bricks,
        case tg_op when 'INSERT' then 1 else -1 end * count(status) as selling
      from new_rows
      where owner_customer_id is not null
      group by property_id, owner_customer_id
      order by owner_customer_id, property_id
    ) as holding;
  end if;
  if v_properties is null then return null; end if;

  insert into brick_holding (property_id, customer_id, property_created_at)
  select changed.property_id, changed.customer_id, property.created_at
  from unnest(v_properties, v_customers) with ordinality as changed (property_id, customer_id, place)
  join property on property.id = changed.property_id
  where not exists (
    select from brick_holding as known
    where known.property_id = changed.property_id and known.customer_id = changed.customer_id
  )
  order by changed.place
  on conflict do nothing;

  perform
  from brick_holding
  where (customer_id, property_id) in (select * from unnest(v_customers, v_properties))
  order by customer_id, property_id
  for no key update;

  update brick_holding as holding
  set brick_count = holding.brick_count + changed.bricks, selling_brick_count = holding.selling_brick_count + changed.selling
  from unnest(v_properties, v_customers, v_bricks, v_selling) as changed (property_id, customer_id, bricks, selling)
  where holding.property_id = changed.property_id and holding.customer_id = changed.customer_id;

  insert into proof_dirty_row (kind, subject) select distinct 'holder', customer_id from unnest(v_customers) as customer_id;
  return null;
end
$$;
