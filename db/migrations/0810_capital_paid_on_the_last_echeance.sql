-- Capital paid on the last echeance counts from its day, also when a prorogation has made another echeance the last since; what is paid on
-- an earlier echeance beyond the repayments due there is surplus. So a payment remembers which of the two it was assigned to.
alter table payment_to_be_assigned
  add column on_last_echeance boolean not null default false,
  add constraint payment_on_last_echeance check (not on_last_echeance or status in ('assigned', 'chargedBack'));

update payment_to_be_assigned payment
set on_last_echeance = true
from echeance
where payment.payment_for = 'capitalRepayment'
  and payment.capital_event_id is null
  and echeance.id = payment.assigned_echeance_id
  and not exists (
    select from echeance later
    where later.property_id = echeance.property_id
      and later.number > echeance.number
  );
