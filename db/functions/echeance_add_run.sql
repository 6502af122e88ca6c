-- Adds an amount to what was distributed of an echeance: coupons or capital.
-- Called by the trigger function echeance_count_run.

create or replace function echeance_add_run(p_echeance uuid, p_kind text, p_cents bigint)
returns void
language sql
set search_path to public, pg_temp
as $$
  update echeance
  set coupon_distributed_cents = coupon_distributed_cents + case p_kind when 'coupon' then p_cents else 0 end,
    capital_distributed_cents = capital_distributed_cents + case p_kind when 'capital' then p_cents else 0 end
  where id = p_echeance and p_kind in ('coupon', 'capital')
$$;
