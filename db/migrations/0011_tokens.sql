-- Codes that confirm an action, and what a confirmed code leaves behind.

-- One context per customer and action; it outlives its code, so "expired" and "never asked" stay apart (Q02).
create table mfa_context (
  customer_id uuid not null references customer (id) on delete cascade,
  action text not null check (action in ('email-validation', 'withdraw', 'bank-account-creation', 'password-update',
    'email-update', 'mfa-enabled-update', 'gift-card-purchase')),
  code_ciphertext bytea,
  code_expires_at timestamptz,
  wrong_code_count integer not null default 0,
  payload jsonb not null default '{}',
  request_count integer not null default 0,
  last_requested_at timestamptz,
  counter_expires_at timestamptz,
  claim_token uuid,
  claimed_at timestamptz,
  primary key (customer_id, action)
);

-- One-shot tokens of confirm-code for the purchase of a gift card; only the digest is kept.
create table gift_card_token (
  token_sha256 bytea primary key check (length(token_sha256) = 32),
  customer_id uuid not null references customer (id) on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null
);
create index gift_card_token_customer on gift_card_token (customer_id);
