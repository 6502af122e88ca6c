-- What a confirmed code leaves behind, and the order in which the provider's view was read.

-- One-shot tokens of confirm-code for the purchase of a gift card; only the digest is kept.
create table gift_card_token (
  token_sha256 bytea primary key check (length(token_sha256) = 32),
  customer_id uuid not null references customer (id) on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null
);
create index gift_card_token_customer on gift_card_token (customer_id);

-- Counts the writes of what was read at the provider: a reader writes only if nobody wrote since before it asked,
-- so an answer that was overtaken on its way is never stored over a newer one.
alter table customer add column provider_sync_version bigint not null default 0;
alter table spv add column provider_sync_version bigint not null default 0;
