-- POST /customers/provider/payment-intent/withdrawal: writes the whole withdrawal but the invoice of its fee, if investor, bank account and
-- wallet still have the versions that were checked. The wallet stands for earlier withdrawals too: each of them posts to it. Answers placed,
-- changed, code-taken or key-taken; only with placed is anything written.
-- Called by features/investing/withdrawals/queries.ts. Locks in the order of ADR 0013.

create or replace function withdraw(
  p_withdrawal uuid, p_customer uuid, p_customer_version xid, p_bank_account uuid, p_bank_account_version xid,
  p_accounts text[], p_account_versions bigint[], p_amount bigint, p_fee bigint, p_at timestamptz, p_code_claim uuid,
  p_transaction uuid, p_fee_transaction uuid, p_payment jsonb, p_mail_queue text, p_mail jsonb
)
returns text
language plpgsql
set plan_cache_mode to force_generic_plan
set enable_seqscan to off
as $$
begin
  perform from customer where id = p_customer and xmin = p_customer_version for no key update;
  if not found then return 'changed'; end if;
  perform from bank_account where id = p_bank_account and xmin = p_bank_account_version for share;
  if not found then return 'changed'; end if;
  if not ledger_unchanged(p_accounts, p_account_versions) then return 'changed'; end if;
  if not mfa_code_lock(p_customer, 'withdraw', p_code_claim) then return 'code-taken'; end if;

  if not payment_create(p_payment) then return 'key-taken'; end if;
  perform mfa_code_clear(p_customer, 'withdraw');
  insert into withdrawal (id, customer_id, bank_account_id, amount_cents, fee_cents, wallet_transaction_id, fee_transaction_id, created_at)
  values (p_withdrawal, p_customer, p_bank_account, p_amount, p_fee, p_transaction, p_fee_transaction, p_at);
  perform pgboss.mortar_enqueue(p_mail_queue, array[p_mail]);
  return 'placed';
end
$$;
