-- Makes the bricks of a purchase unsold again, those that are not for sale on the market. Answers how many.
-- Called by money/bricks/bricks.ts, in the transaction that cancels the purchase: bricks are changed before the purchase (ADR 0013), so the
-- proof compares the two. Runs as its owner, like brick_take.

create or replace function brick_return(p_purchase uuid)
returns integer
language plpgsql
security definer
set search_path to public, pg_temp
as $$
declare
  v_returned integer;
begin
  update brick
  set owner_customer_id = null, purchase_id = null
  where purchase_id = p_purchase and deal_id is null;
  get diagnostics v_returned = row_count;
  return v_returned;
end
$$;
