-- Keeps what was paid on an echeance: the sum of the payments assigned to it.
-- Called by the trigger count_payment of received_payment.

create or replace function echeance_count_payment()
returns trigger
language plpgsql
set search_path to public, pg_temp
as $$
begin
  if tg_op <> 'INSERT' and old.assigned_echeance_id is not null then
    perform echeance_add_payment(old.assigned_echeance_id, old.payment_for, -old.amount_cents);
  end if;
  if tg_op <> 'DELETE' and new.assigned_echeance_id is not null then
    perform echeance_add_payment(new.assigned_echeance_id, new.payment_for, new.amount_cents);
  end if;
  return null;
end
$$;
