-- Gift cards: bought from a wallet, mailed as a code, redeemed into another wallet or given back to the buyer.

create table gift_card (
  id uuid primary key,
  buyer_customer_id uuid not null references customer (id),
  recipient_email text not null check (recipient_email = lower(recipient_email)),
  amount_cents bigint not null check (amount_cents > 0),
  -- redeeming and refunding: the provider is asked to move the money; refund_failed: it refused, somebody must look.
  status text not null check (status in ('waiting_payment', 'declined', 'active', 'redeeming', 'redeemed', 'refunding', 'refunded', 'refund_failed')),
  -- Of the code that was mailed last; the code itself is stored nowhere.
  code_sha256 bytea unique check (length(code_sha256) = 32),
  expires_at timestamptz,
  redeemer_customer_id uuid references customer (id),
  purchase_transaction_id uuid not null unique references wallet_transaction (id),
  redemption_transaction_id uuid unique references wallet_transaction (id),
  refund_transaction_id uuid unique references wallet_transaction (id),
  redeemed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint gift_card_not_for_its_buyer check (redeemer_customer_id <> buyer_customer_id),
  constraint gift_card_paid_has_end check ((status in ('waiting_payment', 'declined')) = (expires_at is null)),
  constraint gift_card_redeemed_by_somebody check (status not in ('redeeming', 'redeemed') or
    (redeemer_customer_id is not null and redemption_transaction_id is not null))
);
create index gift_card_buyer on gift_card (buyer_customer_id, created_at desc, id desc);
create index gift_card_active_until on gift_card (expires_at, id) where status = 'active';

-- Wrong codes of a customer since the window began; the row is locked while a code is tried.
create table gift_card_guess (
  customer_id uuid primary key references customer (id) on delete cascade,
  wrong_code_count integer not null check (wrong_code_count >= 0),
  window_started_at timestamptz not null
);
