-- One function writes payments, whoever orders them; what a use case writes beside its payment stands in a function of its own room (ADR 0026).

drop function purchase_place(uuid, uuid, uuid, uuid, xid, integer, text, uuid, xid, bigint, bigint, integer, bigint, boolean, timestamptz,
  timestamptz, text, uuid, text, text, uuid, integer, jsonb);
drop function deal_reserve(uuid, xid, uuid, xid, uuid, xid, uuid, bigint, bigint, uuid, uuid, uuid, bigint, bigint, timestamptz, text, uuid,
  text, text, uuid, integer, jsonb);
drop function withdrawal_place(uuid, uuid, uuid, uuid, uuid, xid, uuid, xid, bigint, bigint, bigint, bigint, bigint, timestamptz, uuid, text,
  text, jsonb, uuid, text, text, uuid, integer, jsonb);

-- The writer names the trace of each payment.
alter table payment_order alter column traceparent drop default;

-- Locks ledger accounts and tells whether each still has the version that was read; a null version is not compared. Called by the functions
-- that write what was checked without a lock: purchase_bricks, purchase_deal, withdraw.
create function ledger_unchanged(p_accounts text[], p_versions bigint[]) returns boolean language plpgsql as $$
begin
  return not exists (
    select
    from ledger_lock(p_accounts) as account
    where account.version <> p_versions[array_position(p_accounts, account.name)]
  );
end $$;

-- Stores the answer under the Idempotency-Key of a request; false where another request has the key by now. `p_key` is made by keyOfClaim in
-- core/http/idempotency.ts. Called by payment_create.
create function idempotency_key_answer(p_key jsonb, p_at timestamptz) returns boolean language plpgsql as $$
begin
  update idempotency_key set answer_status = (p_key ->> 'status')::integer, answer_body = p_key -> 'answer', answered_at = p_at
  where user_id = (p_key ->> 'userId')::uuid and operation = p_key ->> 'operation' and key = p_key ->> 'key'
    and lock_token = (p_key ->> 'lockToken')::uuid and answered_at is null;
  return found;
end $$;

-- The only writer of payments: each with its wallet transactions, their holds, the job that executes it, and the answer of the request's
-- Idempotency-Key where there is one. False, and nothing is written, where another request has the key by now. The argument is made by
-- money/payments/create.ts, which calls this function, as do purchase_bricks, purchase_deal and withdraw. The caller has checked the
-- balances under lock; ledger_balance_not_negative is the safety net.
create function payment_create(p_payments jsonb) returns boolean
language plpgsql
set plan_cache_mode to force_generic_plan
set enable_seqscan to off
as $$
declare
  v_at timestamptz := p_payments ->> 'at';
  v_payments jsonb := p_payments -> 'payments';
  v_trace jsonb := p_payments -> 'trace';
begin
  -- After the locks of the caller: while it waits for one, a repeated request is told that the first still runs.
  if p_payments ? 'key' and not idempotency_key_answer(p_payments -> 'key', v_at) then return false; end if;

  -- Field by field: jsonb_to_recordset looks up the type of each column anew with each call.
  insert into payment_order (id, kind, purpose, subject_id, from_account_id, to_account_id, provider_bank_account_id, amount_cents, comment,
    audit_kind, created_at, traceparent)
  select (payment ->> 'id')::uuid, payment ->> 'kind', payment ->> 'purpose', (payment ->> 'subject_id')::uuid,
    payment ->> 'from_account_id', payment ->> 'to_account_id', (payment ->> 'provider_bank_account_id')::bigint,
    (payment ->> 'amount_cents')::bigint, payment ->> 'comment', payment ->> 'audit_kind', v_at,
    coalesce(v_trace ->> 'traceparent', v_trace ->> 'tracelink')
  from jsonb_array_elements(v_payments) as payment;

  insert into wallet_transaction (id, type, status, customer_id, spv_id, amount_cents, payment_order_id, property_id, created_at, event_at)
  select (side ->> 'id')::uuid, side ->> 'type', 'WAITING', (side ->> 'customer_id')::uuid, (side ->> 'spv_id')::uuid,
    (side ->> 'amount_cents')::bigint, case when side -> 'is_paid_later' is null then (payment ->> 'id')::uuid end,
    (payment ->> 'property_id')::uuid, v_at, v_at
  from jsonb_array_elements(v_payments) as payment
  cross join jsonb_array_elements(payment -> 'sides') as side;

  perform pgboss.mortar_enqueue(
    p_payments ->> 'queue',
    array(select jsonb_build_object('orderId', payment -> 'id') || v_trace from jsonb_array_elements(v_payments) as payment),
    (p_payments ->> 'startAfterSeconds')::integer
  );

  perform ledger_post(side.id, 'hold', side.type, v_at, v_at, side.hold_accounts, side.hold_cents)
  from jsonb_array_elements(v_payments) as payment
  cross join jsonb_to_recordset(payment -> 'sides') as side (id uuid, type text, hold_accounts text[], hold_cents bigint[])
  where side.hold_accounts is not null;
  return true;
end $$;

-- POST /properties/:propertyId/purchase, and each purchase of an investment plan: the purchase with its payment, if property, investor and
-- wallet still have the versions that were checked. The bricks left are compared here, as they are counted under this lock. Locks in the order of ADR 0013.
-- Answers placed, changed, not-enough-bricks or key-taken; only with placed is anything written. Called by features/investing/primary-purchase/queries.ts.
create function purchase_bricks(
  p_purchase uuid, p_property uuid, p_property_version xid, p_total_bricks integer,
  p_customer uuid, p_customer_version xid, p_accounts text[], p_account_versions bigint[],
  p_bricks integer, p_amount bigint, p_automatic boolean, p_window_end timestamptz, p_at timestamptz, p_transaction uuid, p_payment jsonb
) returns text
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
  from funding_tally where property_id = p_property for no key update;
  if not found then
    insert into funding_tally (property_id) values (p_property);
    v_left := p_total_bricks;
  end if;
  if v_left < p_bricks then return 'not-enough-bricks'; end if;
  if not ledger_unchanged(p_accounts, p_account_versions) then return 'changed'; end if;

  if not payment_create(p_payment) then return 'key-taken'; end if;
  update funding_tally set waiting_bricks = waiting_bricks + p_bricks where property_id = p_property;
  insert into purchase (id, property_id, customer_id, brick_count, amount_cents, status, is_automatic, window_end, wallet_transaction_id,
    created_at, updated_at)
  values (p_purchase, p_property, p_customer, p_bricks, p_amount, 'waiting_provider', p_automatic, p_window_end, p_transaction, p_at, p_at);
  return 'placed';
end $$;

-- POST /marketplace/deal/:dealId/purchase: the deal reserved with its payment, if property, buyer, deal and wallet still have the versions that
-- were checked. The seller is looked at again, as a freeze or a block may have come since (A-marketplace-9). Locks in the order of ADR 0013.
-- Answers placed, changed or key-taken; only with placed is anything written. Called by features/investing/marketplace/queries.ts.
create function purchase_deal(
  p_deal uuid, p_deal_version xid, p_property uuid, p_property_version xid, p_buyer uuid, p_buyer_version xid, p_seller uuid,
  p_accounts text[], p_account_versions bigint[], p_at timestamptz, p_buying uuid, p_selling uuid, p_payment jsonb
) returns text
language plpgsql
set plan_cache_mode to force_generic_plan
set enable_seqscan to off
as $$
begin
  perform from property where id = p_property and xmin = p_property_version for no key update;
  if not found then return 'changed'; end if;
  perform from customer where id = p_buyer and xmin = p_buyer_version for no key update;
  if not found then return 'changed'; end if;
  if exists (select from customer where id = p_seller and (frozen_at is not null or provider_blocked)) then return 'changed'; end if;
  perform from market_deal where id = p_deal and xmin = p_deal_version for update;
  if not found then return 'changed'; end if;
  if not ledger_unchanged(p_accounts, p_account_versions) then return 'changed'; end if;

  if not payment_create(p_payment) then return 'key-taken'; end if;
  update market_deal
  set status = 'reserved', buyer_id = p_buyer, buying_transaction_id = p_buying, selling_transaction_id = p_selling, reserved_at = p_at
  where id = p_deal;
  return 'placed';
end $$;

-- Locks the mailed code of an action; true while it belongs to this claim. Called by withdraw.
create function mfa_code_lock(p_owner uuid, p_action text, p_claim uuid) returns boolean language plpgsql as $$
begin
  perform from mfa_context where owner_id = p_owner and action = p_action and claim_token = p_claim for update;
  return found;
end $$;

-- Clears a used code with all that belongs to it, as clearContext of features/access/mfa/queries.ts does. Called by withdraw.
create function mfa_code_clear(p_owner uuid, p_action text) returns void language plpgsql as $$
begin
  update mfa_context
  set code_ciphertext = null, new_address_code_ciphertext = null, confirmed_address = null, code_expires_at = null, wrong_code_count = 0,
    payload = '{}', claim_token = null, claimed_at = null
  where owner_id = p_owner and action = p_action;
end $$;

-- POST /customers/provider/payment-intent/withdrawal: the whole withdrawal but the invoice of its fee, if investor, bank account and wallet
-- still have the versions that were checked. The wallet stands for earlier withdrawals too: each of them posts to it. Locks in the order of
-- ADR 0013. Answers placed, changed, code-taken or key-taken; only with placed is anything written. Called by
-- features/investing/withdrawals/queries.ts.
create function withdraw(
  p_withdrawal uuid, p_customer uuid, p_customer_version xid, p_bank_account uuid, p_bank_account_version xid,
  p_accounts text[], p_account_versions bigint[], p_amount bigint, p_fee bigint, p_at timestamptz, p_code_claim uuid,
  p_transaction uuid, p_fee_transaction uuid, p_payment jsonb, p_mail_queue text, p_mail jsonb
) returns text
language plpgsql
set plan_cache_mode to force_generic_plan
set enable_seqscan to off
as $$
begin
  perform from customer where id = p_customer and xmin = p_customer_version for no key update;
  if not found then return 'changed'; end if;
  perform from payment_method where id = p_bank_account and xmin = p_bank_account_version for share;
  if not found then return 'changed'; end if;
  if not ledger_unchanged(p_accounts, p_account_versions) then return 'changed'; end if;
  if not mfa_code_lock(p_customer, 'withdraw', p_code_claim) then return 'code-taken'; end if;

  if not payment_create(p_payment) then return 'key-taken'; end if;
  perform mfa_code_clear(p_customer, 'withdraw');
  insert into withdrawal (id, customer_id, payment_method_id, amount_cents, fee_cents, wallet_transaction_id, fee_transaction_id, created_at)
  values (p_withdrawal, p_customer, p_bank_account, p_amount, p_fee, p_transaction, p_fee_transaction, p_at);
  perform pgboss.mortar_enqueue(p_mail_queue, array[p_mail]);
  return 'placed';
end $$;
