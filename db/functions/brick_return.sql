-- Makes the bricks of a purchase unsold again, those that are not for sale on the market. Answers how many.
-- Called by money/bricks/bricks.ts, in the transaction that cancels the purchase, which brick_return_needs_cancellation asks for at its end.
-- Runs as its owner, like brick_take.

create or replace function brick_return(p_purchase uuid)
returns integer
language plpgsql
security definer
set search_path to public, pg_temp
set enable_seqscan to off
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
