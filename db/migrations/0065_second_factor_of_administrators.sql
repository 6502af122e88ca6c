-- Codes by mail for administrators too: they have no customer row, and the second factor of their sign-in is switched with such a code.

alter table mfa_context drop constraint mfa_context_pkey;
alter table mfa_context
  alter column customer_id drop not null,
  add column administrator_id uuid references auth_user (id) on delete cascade;
alter table mfa_context
  add column owner_id uuid not null generated always as (coalesce(customer_id, administrator_id)) stored,
  add check (num_nonnulls(customer_id, administrator_id) = 1),
  add primary key (owner_id, action),
  -- Of the foreign keys; the previous version of the service also names the first one when it inserts.
  add unique (customer_id, action),
  add unique (administrator_id, action);
