-- The only writer of payments: each with its wallet transactions, their holds, the job that executes it, and the answer of the request's
-- Idempotency-Key if there is one. False, and nothing is written, if another request has the key by now.
-- Called by money/payments/create.ts, which makes the argument, and by purchase_bricks, purchase_deal and withdraw (ADR 0026). The caller has
-- checked the balances under lock; ledger_balance_not_negative is the safety net.

create or replace function payment_create(p_payments jsonb)
returns boolean
language plpgsql
set plan_cache_mode to force_generic_plan
set enable_seqscan to off
as $$
declare
  v_at timestamptz := p_payments ->> 'at';
  v_payments jsonb := p_payments -> 'payments';
  v_trace jsonb := p_payments -> 'trace';
begin
  -- After the locks of the caller: while it waits for one, a repeated request is answered that the first still runs.
  if p_payments ? 'key' and not idempotency_key_answer(p_payments -> 'key', v_at) then return false; end if;

  -- Field by field: jsonb_to_recordset looks up the type of each column anew with each call.
  insert into payment (id, kind, purpose, subject_id, from_account_id, to_account_id, provider_bank_account_id, amount_cents, comment,
    audit_kind, created_at, traceparent)
  select (payment ->> 'id')::uuid, payment ->> 'kind', payment ->> 'purpose', (payment ->> 'subject_id')::uuid,
    payment ->> 'from_account_id', payment ->> 'to_account_id', (payment ->> 'provider_bank_account_id')::bigint,
    (payment ->> 'amount_cents')::bigint, payment ->> 'comment', payment ->> 'audit_kind', v_at,
    coalesce(v_trace ->> 'traceparent', v_trace ->> 'tracelink')
  from jsonb_array_elements(v_payments) as payment;

  insert into wallet_transaction (id, type, status, customer_id, spv_id, amount_cents, payment_id, property_id, created_at, event_at)
  select (side ->> 'id')::uuid, side ->> 'type', 'WAITING', (side ->> 'customer_id')::uuid, (side ->> 'spv_id')::uuid,
    (side ->> 'amount_cents')::bigint, case when side -> 'is_paid_later' is null then (payment ->> 'id')::uuid end,
    (payment ->> 'property_id')::uuid, v_at, v_at
  from jsonb_array_elements(v_payments) as payment
  cross join jsonb_array_elements(payment -> 'sides') as side;

  perform pgboss.mortar_enqueue(
    p_payments ->> 'queue',
    array(select jsonb_build_object('paymentId', payment -> 'id') || v_trace from jsonb_array_elements(v_payments) as payment),
    (p_payments ->> 'startAfterSeconds')::integer
  );

  perform ledger_post(side.id, 'hold', side.type, v_at, v_at, side.hold_accounts, side.hold_cents)
  from jsonb_array_elements(v_payments) as payment
  cross join jsonb_to_recordset(payment -> 'sides') as side (id uuid, type text, hold_accounts text[], hold_cents bigint[])
  where side.hold_accounts is not null;
  return true;
end
$$;
