-- Counts a wallet transaction in coupon_year, or takes it out, if it is a confirmed coupon or withheld tax.
-- Called by the trigger function coupon_year_count_transaction.

create or replace function coupon_year_count(p_transaction wallet_transaction, p_sign integer)
returns void
language plpgsql
set search_path to public, pg_temp
as $$
declare
  v_tax coupon_tax;
begin
  if p_transaction.status <> 'CONFIRMED' or p_transaction.type not in ('COUPON_PAYOUT', 'WITHHOLDING_TAX') then return; end if;
  if p_transaction.type = 'COUPON_PAYOUT' then
    select * into v_tax from coupon_tax where coupon_transaction_id = p_transaction.id;
    perform coupon_year_add(p_transaction, v_tax.social_bps, p_sign, null, null);
  else
    select * into v_tax from coupon_tax where wallet_transaction_id = p_transaction.id;
    perform coupon_year_add(p_transaction, v_tax.social_bps, p_sign, v_tax.income_tax_cents, v_tax.social_cents);
  end if;
end
$$;

-- For its owner alone.
revoke execute on function coupon_year_count(wallet_transaction, integer) from public, mortar_app;
