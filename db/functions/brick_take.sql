-- Gives the buyer of a purchase as many unsold bricks as were bought, once the payment of the purchase has moved; bricks that another
-- settlement is assigning are left to it. Answers how many were found: every purchase was counted when it was placed.
-- Called by money/bricks/bricks.ts. Runs as its owner: the application may not write who owns a brick, so that every change of an owner
-- follows from a purchase or a deal (ADR 0031). Planned by key (ADR 0023), but for each call: how many bricks decides the plan.

create or replace function brick_take(p_purchase uuid)
returns integer
language plpgsql
security definer
set search_path to public, pg_temp
set enable_seqscan to off
as $$
declare
  v_purchase purchase;
  v_taken integer;
begin
  select purchase.* into v_purchase
  from purchase
  join wallet_transaction as paid on paid.id = purchase.wallet_transaction_id and paid.status = 'CONFIRMED'
  where purchase.id = p_purchase and purchase.status = 'waiting_provider';
  if not found or exists (select from brick where purchase_id = p_purchase) then
    raise exception 'purchase % is not one that gets its bricks now', p_purchase using errcode = 'insufficient_privilege';
  end if;

  update brick
  set owner_customer_id = v_purchase.customer_id, purchase_id = p_purchase
  where id in (
    select id
    from brick
    where property_id = v_purchase.property_id and owner_customer_id is null
    order by number
    limit v_purchase.brick_count
    for update skip locked
  );
  get diagnostics v_taken = row_count;
  return v_taken;
end
$$;
