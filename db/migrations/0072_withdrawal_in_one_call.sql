-- A withdrawal is checked and written by one call; the sum of an account's postings is read from an index alone.

-- The whole of a withdrawal but the invoice of its fee. The caller has judged customer, bank account and wallet in these versions (xmin of
-- a row, version of an account): where one has changed since, nothing is written and the caller judges again. Locks in the order of
-- ADR 0013, and spends the code and the key once they are held. Answers placed, changed, code-taken or key-taken; nothing is written but
-- for the first.
create function withdrawal_place(
  p_withdrawal uuid, p_payment uuid, p_transaction uuid, p_fee_transaction uuid,
  p_customer uuid, p_customer_version xid, p_bank_account uuid, p_bank_account_version xid, p_provider_bank_account bigint,
  p_available_version bigint, p_held_version bigint, p_amount bigint, p_fee bigint, p_at timestamptz, p_code_claim uuid,
  p_payment_queue text, p_mail_queue text, p_mail jsonb,
  p_user uuid, p_operation text, p_key text, p_lock_token uuid, p_answer_status integer, p_answer jsonb
) returns text language plpgsql as $$
declare
  v_available text := 'INV:' || p_customer || ':AVAILABLE';
  v_held text := 'INV:' || p_customer || ':HELD';
begin
  perform from customer where id = p_customer and xmin = p_customer_version for no key update;
  if not found then return 'changed'; end if;
  perform from payment_method where id = p_bank_account and xmin = p_bank_account_version for share;
  if not found then return 'changed'; end if;
  -- Whoever withdraws, gets money or has it held posts to one of both: what was counted of earlier withdrawals still is so.
  if exists (
    select from ledger_lock(array[v_available, v_held]) as account
    where account.version <> case account.name when v_held then p_held_version else p_available_version end
  ) then return 'changed'; end if;

  perform from mfa_context where owner_id = p_customer and action = 'withdraw' and claim_token = p_code_claim for update;
  if not found then return 'code-taken'; end if;
  -- Not before the locks: whoever waits for one goes on saying that the request with this key still runs.
  if p_key is not null then
    update idempotency_key set answer_status = p_answer_status, answer_body = p_answer, answered_at = p_at
    where user_id = p_user and operation = p_operation and key = p_key and lock_token = p_lock_token and answered_at is null;
    if not found then return 'key-taken'; end if;
  end if;

  -- As the MFA room clears a code that was used.
  update mfa_context
  set code_ciphertext = null, code_expires_at = null, wrong_code_count = 0, payload = '{}', claim_token = null, claimed_at = null
  where owner_id = p_customer and action = 'withdraw';
  insert into payment_order (id, kind, purpose, subject_id, from_account_id, provider_bank_account_id, amount_cents, comment, created_at)
  values (p_payment, 'payOut', 'withdrawal', p_withdrawal, p_customer::text, p_provider_bank_account, p_amount,
    'Withdrawal ' || p_withdrawal, p_at);
  insert into wallet_transaction (id, type, status, customer_id, amount_cents, payment_order_id, created_at, event_at)
  values (p_transaction, 'WITHDRAWAL', 'WAITING', p_customer, p_amount, p_payment, p_at, p_at);
  -- The fee is held with the withdrawal, and paid by a payment of its own once the bank has paid (A-withdrawals-4).
  if p_fee_transaction is not null then
    insert into wallet_transaction (id, type, status, customer_id, amount_cents, created_at, event_at)
    values (p_fee_transaction, 'WITHDRAWAL_FEE', 'WAITING', p_customer, p_fee, p_at, p_at);
  end if;
  insert into withdrawal (id, customer_id, payment_method_id, amount_cents, fee_cents, wallet_transaction_id, fee_transaction_id, created_at)
  values (p_withdrawal, p_customer, p_bank_account, p_amount, p_fee, p_transaction, p_fee_transaction, p_at);
  perform pgboss.mortar_enqueue(p_payment_queue, jsonb_build_object('orderId', p_payment));
  perform pgboss.mortar_enqueue(p_mail_queue, p_mail);
  perform ledger_post(p_transaction, 'hold', 'WITHDRAWAL', p_at, p_at, array[v_available, v_held], array[-p_amount, p_amount]);
  if p_fee_transaction is not null then
    perform ledger_post(p_fee_transaction, 'hold', 'WITHDRAWAL_FEE', p_at, p_at, array[v_available, v_held], array[-p_fee, p_fee]);
  end if;
  return 'placed';
end $$;

-- Before each withdrawal the balance is compared with the sum of all its lines: they were one row of the table each.
create index ledger_line_account_amount on ledger_line (account_id, posting_id) include (type, amount_cents);
drop index ledger_line_account;
alter index ledger_line_account_amount rename to ledger_line_account;
