-- Adds an amount to what was paid on an echeance: to the mensualite or to the capital.
-- Called by the trigger function echeance_count_payment.

create or replace function echeance_add_payment(p_echeance uuid, p_for text, p_cents bigint)
returns void
language sql
set search_path to public, pg_temp
as $$
  update echeance
  set mensualite_paid_cents = mensualite_paid_cents + case p_for when 'mensualite' then p_cents else 0 end,
    capital_paid_cents = capital_paid_cents + case p_for when 'capitalRepayment' then p_cents else 0 end
  where id = p_echeance
$$;
