-- POST /properties/:propertyId/purchase, and each purchase of an investment plan: writes the purchase with its payment if property, investor
-- and wallet still have the versions that were checked. The bricks left are compared here, as they are counted under this lock. Answers
-- placed, changed, not-enough-bricks or key-taken; only with placed is anything written.
-- Called by features/investing/primary-purchase/queries.ts. Locks in the order of ADR 0013.

create or replace function purchase_bricks(
  p_purchase uuid, p_property uuid, p_property_version xid, p_total_bricks integer,
  p_customer uuid, p_customer_version xid, p_accounts text[], p_account_versions bigint[],
  p_bricks integer, p_amount bigint, p_automatic boolean, p_window_end timestamptz, p_at timestamptz, p_transaction uuid, p_payment jsonb
)
returns text
language plpgsql
set plan_cache_mode to force_generic_plan
set enable_seqscan to off
as $$
declare
  v_left integer;
begin
  perform from property where id = p_property and xmin = p_property_version for no key update;
  if not found then return 'changed'; end if;
  perform from customer where id = p_customer and xmin = p_customer_version for no key update;
  if not found then return 'changed'; end if;
  select p_total_bricks - confirmed_bricks - waiting_bricks into v_left
  from funding_totals where property_id = p_property for no key update;
  if not found then
    insert into funding_totals (property_id) values (p_property);
    v_left := p_total_bricks;
  end if;
  if v_left < p_bricks then return 'not-enough-bricks'; end if;
  if not ledger_unchanged(p_accounts, p_account_versions) then return 'changed'; end if;

  if not payment_create(p_payment) then return 'key-taken'; end if;
  update funding_totals set waiting_bricks = waiting_bricks + p_bricks where property_id = p_property;
  insert into purchase (id, property_id, customer_id, brick_count, amount_cents, status, is_automatic, window_end, wallet_transaction_id,
    created_at, updated_at)
  values (p_purchase, p_property, p_customer, p_bricks, p_amount, 'waiting_provider', p_automatic, p_window_end, p_transaction, p_at, p_at);
  return 'placed';
end
$$;
