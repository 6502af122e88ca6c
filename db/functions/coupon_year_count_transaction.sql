-- Keeps coupon_year as transactions are confirmed, changed or deleted.
-- Called by the triggers count_coupon_* of wallet_transaction. Runs as its owner, as the application may not write the sums.

create or replace function coupon_year_count_transaction()
returns trigger
language plpgsql
security definer
set search_path to public, pg_temp
as $$
begin
  if tg_op <> 'INSERT' then perform coupon_year_count(old, -1); end if;
  if tg_op <> 'DELETE' then perform coupon_year_count(new, 1); end if;
  return null;
end
$$;
