-- A key is spent on the payment that its request opened, in the same transaction: a repeat after a crash carries that payment on.
-- Nobody holds a key whose lock_token is null: the payment's end is not known yet, and the next repeat asks.
alter table idempotency_key
  add column payment_order_id uuid references payment_order (id),
  alter column lock_token drop not null;

-- The key itself knows the pay-out now.
drop index owner_transfer_one_per_key;
alter table owner_transfer drop column idempotency_key;
