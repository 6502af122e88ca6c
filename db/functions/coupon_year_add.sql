-- Adds a coupon or a withheld tax to a sum of coupon_year, or takes it away (`p_sign` -1).
-- Called by coupon_year_count and coupon_year_split. All sums of the investor's year are locked first, in the order of their key: of two
-- transactions that change several of them the second waits at the first sum.

create or replace function coupon_year_add(
  p_transaction wallet_transaction, p_social_bps integer, p_sign integer, p_income_tax bigint, p_social bigint
)
returns void
language plpgsql
set search_path to public, pg_temp
as $$
declare
  v_year integer := extract(year from p_transaction.created_at at time zone 'Europe/Paris');
  v_contract text := coalesce((select investor_contract_type from property where id = p_transaction.property_id), 'none');
  v_bps integer := coalesce(p_social_bps, -1);
  v_coupon bigint := case p_transaction.type when 'COUPON_PAYOUT' then p_sign * p_transaction.amount_cents else 0 end;
  v_tax bigint := case p_transaction.type when 'WITHHOLDING_TAX' then p_sign * p_transaction.amount_cents else 0 end;
  v_unsplit integer := case when p_transaction.type = 'WITHHOLDING_TAX' and p_social is null then p_sign else 0 end;
begin
  if p_transaction.customer_id is null then return; end if;
  perform from coupon_year
  where customer_id = p_transaction.customer_id and paris_year = v_year
  order by contract_type, social_bps
  for no key update;
  insert into coupon_year (customer_id, paris_year, contract_type, social_bps)
  values (p_transaction.customer_id, v_year, v_contract, v_bps)
  on conflict do nothing;
  update coupon_year
  set coupon_cents = coupon_cents + v_coupon, tax_cents = tax_cents + v_tax,
    income_tax_cents = income_tax_cents + p_sign * coalesce(p_income_tax, 0),
    social_cents = social_cents + p_sign * coalesce(p_social, 0), unsplit_count = unsplit_count + v_unsplit
  where customer_id = p_transaction.customer_id and paris_year = v_year and contract_type = v_contract and social_bps = v_bps;
end
$$;

-- For its owner alone.
revoke execute on function coupon_year_add(wallet_transaction, integer, integer, bigint, bigint) from public, mortar_app;
