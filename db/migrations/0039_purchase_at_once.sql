-- A purchase is checked and written by one call, so that the locks of a property in demand last no round trip; what was bought is
-- counted as it happens.

-- What was bought of a property, by the state of its purchases. Kept by every statement that writes a purchase, proved by the proof.
create table funding_tally (
  property_id uuid primary key references property (id),
  confirmed_bricks integer not null default 0 check (confirmed_bricks >= 0),
  confirmed_cents bigint not null default 0 check (confirmed_cents >= 0),
  waiting_bricks integer not null default 0 check (waiting_bricks >= 0)
) with (fillfactor = 50);

insert into funding_tally (property_id, confirmed_bricks, confirmed_cents, waiting_bricks)
select property_id,
  coalesce(sum(brick_count) filter (where status = 'confirmed'), 0),
  coalesce(sum(amount_cents) filter (where status = 'confirmed'), 0),
  coalesce(sum(brick_count) filter (where status <> 'confirmed'), 0)
from purchase
where status in ('confirmed', 'waiting_payment', 'waiting_provider')
group by property_id;

grant select, insert, update on funding_tally to mortar_app;

-- The last withdrawal window of a funding is its first row.
create index purchase_live_window on purchase (property_id, window_end desc)
  where status in ('confirmed', 'waiting_payment', 'waiting_provider');

-- Accounts locked in id order, with their balance and how often they were posted to.
drop function ledger_lock(text[]);
create function ledger_lock(p_accounts text[]) returns table (name text, balance_cents bigint, version bigint)
language sql security definer set search_path to public, pg_temp as $$
  select account.name, account.balance_cents, account.version
  from ledger_account as account
  where account.name = any (p_accounts)
  order by account.id
  for update
$$;

-- The whole of a purchase. The caller has judged property, customer and wallet in these versions (xmin of a row, version of an
-- account): where one has changed since, nothing is written and the caller judges again. Locks in the order of ADR 0013, and spends the
-- key once they are held. Answers placed, changed, not-enough-bricks or key-taken; nothing is written but for the first.
create function purchase_place(
  p_purchase uuid, p_payment uuid, p_transaction uuid,
  p_property uuid, p_property_version xid, p_total_bricks integer, p_to_account text,
  p_customer uuid, p_customer_version xid, p_available_version bigint, p_held_version bigint,
  p_bricks integer, p_amount bigint, p_automatic boolean, p_window_end timestamptz, p_at timestamptz,
  p_queue text, p_user uuid, p_operation text, p_key text, p_lock_token uuid, p_answer_status integer, p_answer jsonb
) returns text language plpgsql as $$
declare
  v_left integer;
  v_available text := 'INV:' || p_customer || ':AVAILABLE';
  v_held text := 'INV:' || p_customer || ':HELD';
begin
  perform from property where id = p_property and xmin = p_property_version for no key update;
  if not found then return 'changed'; end if;

  perform from customer where id = p_customer and xmin = p_customer_version for no key update;
  if not found then return 'changed'; end if;
  select p_total_bricks - confirmed_bricks - waiting_bricks into v_left
  from funding_tally where property_id = p_property for no key update;
  if not found then
    insert into funding_tally (property_id) values (p_property);
    v_left := p_total_bricks;
  end if;
  if v_left < p_bricks then return 'not-enough-bricks'; end if;

  if exists (
    select from ledger_lock(array[v_available, v_held]) as account
    where account.version <> case account.name when v_held then p_held_version else p_available_version end
  ) then return 'changed'; end if;

  -- Not before the locks: whoever waits for one goes on saying that the request with this key still runs.
  if p_key is not null then
    update idempotency_key set answer_status = p_answer_status, answer_body = p_answer, answered_at = p_at
    where user_id = p_user and operation = p_operation and key = p_key and lock_token = p_lock_token and answered_at is null;
    if not found then return 'key-taken'; end if;
  end if;

  update funding_tally set waiting_bricks = waiting_bricks + p_bricks where property_id = p_property;
  insert into payment_order (id, kind, purpose, subject_id, from_account_id, to_account_id, amount_cents, comment, created_at)
  values (p_payment, 'transfer', 'primary-purchase', p_purchase, p_customer::text, p_to_account, p_amount, 'Purchase ' || p_purchase, p_at);
  insert into wallet_transaction (id, type, status, customer_id, amount_cents, payment_order_id, property_id, created_at, event_at)
  values (p_transaction, 'PRIMARY_PURCHASE', 'WAITING', p_customer, p_amount, p_payment, p_property, p_at, p_at);
  insert into purchase (id, property_id, customer_id, brick_count, amount_cents, status, is_automatic, window_end,
    wallet_transaction_id, created_at, updated_at)
  values (p_purchase, p_property, p_customer, p_bricks, p_amount, 'waiting_provider', p_automatic, p_window_end,
    p_transaction, p_at, p_at);
  perform pgboss.mortar_enqueue(p_queue, jsonb_build_object('orderId', p_payment));
  perform ledger_post(p_transaction, 'hold', 'PRIMARY_PURCHASE', p_at, p_at,
    array[v_available, v_held], array[-p_amount, p_amount]);
  return 'placed';
end $$;

-- The worker analyzes tables that have just grown.
grant maintain on all tables in schema public to mortar_app;
alter default privileges in schema public grant maintain on tables to mortar_app;
