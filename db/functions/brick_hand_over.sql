-- Gives the buyer of a confirmed deal its bricks, and unlocks them. Answers how many.
-- Called by money/bricks/bricks.ts. Runs as its owner, like brick_take.

create or replace function brick_hand_over(p_deal uuid)
returns integer
language plpgsql
security definer
set search_path to public, pg_temp
set enable_seqscan to off
as $$
declare
  v_buyer uuid := (select buyer_id from market_deal where id = p_deal and status = 'confirmed');
  v_moved integer;
begin
  if v_buyer is null then
    raise exception 'deal % is not confirmed', p_deal using errcode = 'insufficient_privilege';
  end if;
  update brick
  set owner_customer_id = v_buyer, status = null, deal_id = null, purchase_id = null
  where deal_id = p_deal and status = 'SELLING';
  get diagnostics v_moved = row_count;
  return v_moved;
end
$$;
