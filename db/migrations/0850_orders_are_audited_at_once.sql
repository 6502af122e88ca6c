-- The audit row of an administrator's payment is written with the order, and names it: what became of it stands in the payment's state. Until
-- now it was written when the money had moved, so that an order whose answer was lost, or that the bank refused, had none.
alter table admin_action add column payment_order_id uuid references payment_order (id);
create index admin_action_payment on admin_action (payment_order_id) where payment_order_id is not null;

insert into admin_action (
  id, kind, administrator_id, administrator_email, target_type, target_id, payload, created_at, payment_order_id
)
select
  gen_random_uuid(), audit ->> 'kind', (audit #>> '{administrator,administratorId}')::uuid, audit #>> '{administrator,email}',
  audit #>> '{target,type}', audit #>> '{target,id}', coalesce(audit -> 'payload', '{}'), created_at, id
from payment_order
where audit is not null
  and status in ('created', 'sent');

alter table payment_order drop column audit;

-- A transfer to the owner that was recorded as made outside, and was not: the money is the project's again.
alter table owner_transfer drop constraint owner_transfer_status_check;
alter table owner_transfer add constraint owner_transfer_status_check
  check (status in ('waiting', 'transferred', 'failed', 'taken-back'));
alter table owner_transfer add constraint owner_transfer_taken_back check (status <> 'taken-back' or action = 'no-withdraw');
