-- What requests leave behind: the audit log of administrators, and answers under their Idempotency-Keys.

-- The audit log: what an administrator changed, written in the transaction of the change and never changed itself.
create table admin_action (
  id uuid primary key,
  kind text not null,
  administrator_id uuid not null,
  administrator_email text not null,
  target_type text,
  target_id text,
  payload jsonb not null default '{}',
  -- The payment that was ordered; what became of it is its state.
  payment_id uuid references payment (id),
  created_at timestamptz not null
);
create index admin_action_created_at on admin_action (created_at desc, id desc);
create index admin_action_kind on admin_action (kind, created_at desc);
create index admin_action_administrator on admin_action (administrator_id, created_at desc);
create index admin_action_of_kind on admin_action (administrator_id, kind, created_at desc, id desc);
create index admin_action_email on admin_action (lower(administrator_email), created_at desc, id desc);
create index admin_action_target on admin_action (target_id, created_at desc);
create index admin_action_payment on admin_action (payment_id) where payment_id is not null;
create trigger admin_action_append_only before update or delete or truncate on admin_action execute function refuse_change();
create trigger admin_action_written_now after insert on admin_action for each row execute function admin_action_written_now();
revoke update, delete on admin_action from mortar_app;

-- The answer of a request under its Idempotency-Key, bound to user and route. The key is spent in the transaction that opens the payment: a
-- repeat after a crash carries that payment on.
create table idempotency_key (
  user_id uuid not null,
  operation text not null,
  key text not null check (length(key) between 8 and 255),
  request_sha256 text not null,
  -- The request that runs. Null: nobody holds the key, as the end of its payment is not known yet, and the next repeat asks.
  lock_token uuid,
  locked_at timestamptz not null,
  payment_id uuid references payment (id),
  answer_status integer,
  answer_body jsonb,
  answered_at timestamptz,
  primary key (user_id, operation, key)
);
-- Old keys are deleted by their age.
create index idempotency_key_locked_at on idempotency_key (locked_at);
