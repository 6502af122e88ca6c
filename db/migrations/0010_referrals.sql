-- Rewards of referrers: counted when a funding closes, paid with the property; above the yearly cap only against an invoice.

-- One row per customer who ever earned a reward: whoever adds rewards locks it, so that the cap is counted one by one.
create table referrer (
  customer_id uuid primary key references customer (id),
  last_rewarded_at timestamptz not null
);

-- What a referrer sent to have the part above the cap paid.
create table referral_invoice (
  id uuid primary key,
  year integer not null,
  amount_cents bigint not null check (amount_cents > 0),
  -- Null: it covers blocked rewards of the year whosever they are (Q79).
  referrer_customer_id uuid references customer (id),
  storage_key text not null unique,
  content_type text not null,
  created_at timestamptz not null
);

-- One transfer to a referrer: all parts of their rewards of one property that were due at that moment.
create table referral_payout (
  id uuid primary key,
  property_id uuid not null references property (id),
  referrer_customer_id uuid not null references customer (id),
  amount_cents bigint not null check (amount_cents > 0),
  wallet_transaction_id uuid not null unique references wallet_transaction (id),
  created_at timestamptz not null
);

create table referral_reward (
  id uuid primary key,
  purchase_id uuid not null unique references purchase (id),
  property_id uuid not null references property (id),
  referrer_customer_id uuid not null references customer (id),
  referee_customer_id uuid not null references customer (id),
  -- Paris year of creation, which the cap is counted in.
  year integer not null,
  amount_cents bigint not null check (amount_cents > 0),
  -- The part above the cap; it stays what it was when an invoice unblocks it.
  blocked_cents bigint not null check (blocked_cents between 0 and amount_cents),
  invoice_id uuid references referral_invoice (id),
  -- The payout that carries the free part, and the one that carries the unblocked part; emptied when the provider refuses.
  free_payout_id uuid references referral_payout (id),
  unblocked_payout_id uuid references referral_payout (id),
  created_at timestamptz not null,
  constraint referral_reward_is_for_another check (referrer_customer_id <> referee_customer_id),
  constraint referral_reward_invoice_unblocks check (invoice_id is null or blocked_cents > 0),
  constraint referral_reward_free_part_paid check (free_payout_id is null or blocked_cents < amount_cents),
  constraint referral_reward_unblocked_part_paid check (unblocked_payout_id is null or invoice_id is not null)
);
create index referral_reward_referrer on referral_reward (referrer_customer_id, year);
create index referral_reward_property on referral_reward (property_id, referrer_customer_id);
create index referral_reward_payable on referral_reward (property_id, referrer_customer_id)
  where (free_payout_id is null and blocked_cents < amount_cents) or (unblocked_payout_id is null and invoice_id is not null);
create index referral_reward_above_cap on referral_reward (year, created_at, id) where blocked_cents > 0;
create index referral_reward_free_payout on referral_reward (free_payout_id) where free_payout_id is not null;
create index referral_reward_unblocked_payout on referral_reward (unblocked_payout_id) where unblocked_payout_id is not null;

-- A reward, once counted, stays; only its invoice and its payouts are filled in.
revoke update, delete on referral_reward from mortar_app;
grant update (invoice_id, free_payout_id, unblocked_payout_id) on referral_reward to mortar_app;
revoke update, delete on referral_invoice, referral_payout from mortar_app;
