-- Deals of frozen and blocked sellers are not sold: looked at again beside the versions that were judged, as a freeze or a block may have
-- come since. Otherwise the function of migration 0059, with the settings of migration 0073.
create or replace function deal_reserve(p_deal uuid, p_deal_version xid, p_property uuid, p_property_version xid, p_buyer uuid, p_buyer_version xid, p_seller uuid, p_available_version bigint, p_held_version bigint, p_payment uuid, p_buying uuid, p_selling uuid, p_price bigint, p_net bigint, p_at timestamp with time zone, p_queue text, p_user uuid, p_operation text, p_key text, p_lock_token uuid, p_answer_status integer, p_answer jsonb)
 returns text
 language plpgsql
 set plan_cache_mode to 'force_generic_plan'
 set enable_seqscan to 'off'
as $function$
declare
  v_available text := 'INV:' || p_buyer || ':AVAILABLE';
  v_held text := 'INV:' || p_buyer || ':HELD';
begin
  perform from property where id = p_property and xmin = p_property_version for no key update;
  if not found then return 'changed'; end if;
  perform from customer where id = p_buyer and xmin = p_buyer_version for no key update;
  if not found then return 'changed'; end if;
  if exists (select from customer where id = p_seller and (frozen_at is not null or provider_blocked)) then return 'changed'; end if;
  perform from market_deal where id = p_deal and xmin = p_deal_version for update;
  if not found then return 'changed'; end if;

  if exists (
    select from ledger_lock(array[v_available, v_held, 'INV:' || p_seller || ':AVAILABLE', 'INV:' || p_seller || ':HELD']) as account
    where account.name = v_available and account.version <> p_available_version
      or account.name = v_held and account.version <> p_held_version
  ) then return 'changed'; end if;

  -- Not before the locks: whoever waits for one goes on saying that the request with this key still runs.
  if p_key is not null then
    update idempotency_key set answer_status = p_answer_status, answer_body = p_answer, answered_at = p_at
    where user_id = p_user and operation = p_operation and key = p_key and lock_token = p_lock_token and answered_at is null;
    if not found then return 'key-taken'; end if;
  end if;

  insert into payment_order (id, kind, purpose, subject_id, from_account_id, to_account_id, amount_cents, comment, created_at)
  values (p_payment, 'transfer', 'market-deal', p_deal, p_buyer::text, p_seller::text, p_net, 'Deal ' || p_deal, p_at);
  -- The commission is held with the price, and paid by a payment of its own once the deal is confirmed (A-marketplace-2).
  insert into wallet_transaction (id, type, status, customer_id, amount_cents, payment_order_id, property_id, created_at, event_at)
  values (p_buying, 'BUYING_DEAL', 'WAITING', p_buyer, p_price, p_payment, p_property, p_at, p_at),
    (p_selling, 'SELLING_DEAL', 'WAITING', p_seller, p_net, p_payment, p_property, p_at, p_at);
  update market_deal
  set status = 'reserved', buyer_id = p_buyer, buying_transaction_id = p_buying, selling_transaction_id = p_selling, reserved_at = p_at
  where id = p_deal;
  perform pgboss.mortar_enqueue(p_queue, jsonb_build_object('orderId', p_payment));
  perform ledger_post(p_buying, 'hold', 'BUYING_DEAL', p_at, p_at, array[v_available, v_held], array[-p_price, p_price]);
  return 'placed';
end $function$;
