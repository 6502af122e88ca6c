-- What a request or a run reads is found by index, however much there is beside it.

create extension if not exists pg_trgm;
-- Any part of an address.
create index auth_user_email_part on auth_user using gin (lower(email) gin_trgm_ops);
create index customer_kyc_status on customer (kyc_status, created_at desc, id desc);
create index customer_frozen on customer (created_at desc, id desc) where frozen_at is not null;

-- Coupons and taxes of a year, the newest money-in, and a year's statement of one investor.
create index wallet_transaction_of_type on wallet_transaction (customer_id, type, created_at) include (status, amount_cents);
create index wallet_transaction_money_in on wallet_transaction (customer_id, event_at desc) where type = 'MONEY_IN';
create index wallet_transaction_statement on wallet_transaction (customer_id, event_at) where status = 'CONFIRMED';
create index wallet_transaction_refused_refund on wallet_transaction (event_at)
  where type = 'PRIMARY_PURCHASE_REFUND' and status = 'FAILED';

create index admin_action_of_kind on admin_action (administrator_id, kind, created_at desc, id desc);
create index admin_action_email on admin_action (lower(administrator_email), created_at desc, id desc);

create index echeance_capital_due on echeance (due_date, id) where capital_repayment_due_cents > 0;

-- What a run was from its beginning stands with it; what is not paid yet, or was paid outside, is found by index.
alter table payout_run add column holder_count integer not null default 0;
alter table payout_run add column tax_cents bigint not null default 0;
update payout_run as run set holder_count = line.holders, tax_cents = line.taxes
from (select run_id, count(*) as holders, sum(tax_cents) as taxes from payout_line group by run_id) as line
where line.run_id = run.id;
create index payout_line_outside on payout_line (run_id) where status = 'paidOutside';
