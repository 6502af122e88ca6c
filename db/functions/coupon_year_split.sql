-- Moves a coupon and its tax to the sum of their rate, if they were confirmed before the parts of the tax were recorded.
-- Called by the trigger count_coupon of coupon_tax. Runs as its owner, as the application may not write the sums.

create or replace function coupon_year_split()
returns trigger
language plpgsql
security definer
set search_path to public, pg_temp
as $$
declare
  v_row record;
begin
  for v_row in
    select coupon, tax, recorded.social_bps, recorded.income_tax_cents, recorded.social_cents
    from new_rows as recorded
    join wallet_transaction as coupon on coupon.id = recorded.coupon_transaction_id
    join wallet_transaction as tax on tax.id = recorded.wallet_transaction_id
    where coupon.status = 'CONFIRMED' or tax.status = 'CONFIRMED'
    order by coupon.customer_id, coupon.id
  loop
    if (v_row.coupon).status = 'CONFIRMED' then
      perform coupon_year_add(v_row.coupon, -1, -1, null, null);
      perform coupon_year_add(v_row.coupon, v_row.social_bps, 1, null, null);
    end if;
    if (v_row.tax).status = 'CONFIRMED' then
      perform coupon_year_add(v_row.tax, -1, -1, null, null);
      perform coupon_year_add(v_row.tax, v_row.social_bps, 1, v_row.income_tax_cents, v_row.social_cents);
    end if;
  end loop;
  return null;
end
$$;
