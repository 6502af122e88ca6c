-- Investment plans and their waves, gift cards, rewards of referrers, banners of the home page.

-- What an investor wants bought automatically, one plan each.
create table investment_plan (
  customer_id uuid primary key references customer (id) on delete cascade,
  is_active boolean not null,
  -- Since when the plan is on without a break: its seniority in a wave.
  active_since timestamptz,
  amount_per_property_cents bigint not null check (amount_per_property_cents > 0),
  contract_types text[] not null check (cardinality(contract_types) > 0 and contract_types <@ array['obligation', 'loan', 'royalty']),
  min_horizon_in_months integer check (min_horizon_in_months > 0),
  max_horizon_in_months integer check (max_horizon_in_months > 0),
  min_return_rate bigint check (min_return_rate >= 0),
  max_return_rate bigint check (max_return_rate >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint investment_plan_active_since_when check (is_active = (active_since is not null)),
  constraint investment_plan_horizon_in_order check (min_horizon_in_months <= max_horizon_in_months),
  constraint investment_plan_return_in_order check (min_return_rate <= max_return_rate)
);
create index investment_plan_active on investment_plan (active_since, customer_id) where is_active;

-- One pass over all active plans for a property.
create table automatic_funding_wave (
  id uuid primary key,
  property_id uuid not null references property (id) on delete cascade,
  origin text not null check (origin in ('publication', 'administrator')),
  -- True: leaves out investors with a confirmed or waiting purchase; false: those with any purchase of the property.
  includes_canceled boolean not null,
  status text not null check (status in ('pending', 'running', 'done')),
  candidate_count integer,
  -- When the team was notified, once, of investors whose account cannot be read at the provider.
  unread_told_at timestamptz,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz
);
-- At most one wave of a property is under way.
create unique index automatic_funding_wave_one_open on automatic_funding_wave (property_id) where status in ('pending', 'running');

-- The investors of a wave in their order, each once. The purchase is written in the transaction that sets purchased.
create table automatic_funding_candidate (
  wave_id uuid not null references automatic_funding_wave (id) on delete cascade,
  customer_id uuid not null references customer (id),
  rank integer not null,
  status text not null check (status in ('waiting', 'purchased', 'skipped')),
  -- Why nothing was bought: the code that the same purchase by hand would have been refused with.
  reason text,
  purchase_id uuid unique references purchase (id),
  -- How often the account could not be read at the provider; the wave goes on meanwhile.
  unread_count integer not null default 0 check (unread_count >= 0),
  primary key (wave_id, customer_id),
  unique (wave_id, rank),
  constraint automatic_funding_candidate_purchased check ((status = 'purchased') = (purchase_id is not null)),
  constraint automatic_funding_candidate_skipped check ((status = 'skipped') = (reason is not null))
);
create index automatic_funding_candidate_waiting on automatic_funding_candidate (wave_id, rank) where status = 'waiting';

-- A gift card: bought from a wallet, mailed as a code, redeemed into another wallet or given back to the buyer.
create table gift_card (
  id uuid primary key,
  buyer_customer_id uuid not null references customer (id),
  recipient_email text not null check (recipient_email = lower(recipient_email)),
  amount_cents bigint not null check (amount_cents > 0),
  -- redeeming and refunding: the provider is asked to move the money; refund_failed: it refused, somebody must look.
  status text not null check (status in ('waiting_payment', 'declined', 'active', 'redeeming', 'redeemed', 'refunding', 'refunded', 'refund_failed')),
  -- Of the code that was mailed last; the code itself is stored nowhere. Each correction of the address makes a new one.
  code_sha256 bytea unique check (length(code_sha256) = 32),
  code_version integer not null default 0 check (code_version >= 0),
  expires_at timestamptz,
  -- By an administrator: it is not redeemed.
  blocked_at timestamptz,
  block_reason text,
  redeemer_customer_id uuid references customer (id),
  purchase_transaction_id uuid not null unique references wallet_transaction (id),
  redemption_transaction_id uuid unique references wallet_transaction (id),
  refund_transaction_id uuid unique references wallet_transaction (id),
  redeemed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint gift_card_block check ((blocked_at is null) = (block_reason is null)),
  constraint gift_card_not_for_its_buyer check (redeemer_customer_id <> buyer_customer_id),
  constraint gift_card_paid_has_end check ((status in ('waiting_payment', 'declined')) = (expires_at is null)),
  constraint gift_card_redeemed_by_somebody check (status not in ('redeeming', 'redeemed') or
    (redeemer_customer_id is not null and redemption_transaction_id is not null))
);
create index gift_card_newest on gift_card (created_at desc, id desc);
create index gift_card_buyer on gift_card (buyer_customer_id, created_at desc, id desc);
create index gift_card_active_until on gift_card (expires_at, id) where status = 'active';
-- What the proof adds up beside PLAT:GIFT_CARDS.
create index gift_card_owed on gift_card (amount_cents) where status in ('active', 'redeeming', 'refunding', 'refund_failed');

-- Wrong gift-card codes of a customer since the window began; the row is locked while a code is tried.
create table gift_card_guess (
  customer_id uuid primary key references customer (id) on delete cascade,
  wrong_code_count integer not null check (wrong_code_count >= 0),
  window_started_at timestamptz not null
);

-- One row per customer who ever earned a reward: locked when rewards are added, so that the yearly cap is counted one by one.
create table referrer (
  customer_id uuid primary key references customer (id),
  last_rewarded_at timestamptz not null
);

-- What a referrer sent to have the part of rewards above the cap paid.
create table referral_invoice (
  id uuid primary key,
  year integer not null,
  amount_cents bigint not null check (amount_cents > 0),
  -- Null: it covers blocked rewards of the year whosever they are (referrals.md#an-invoice).
  referrer_customer_id uuid references customer (id),
  storage_key text not null unique,
  content_type text not null check (content_type in ('application/pdf', 'image/jpeg', 'image/png', 'image/webp')),
  -- SHA-256 of the file, which counts once: for a referrer, or, when none was named, for all of them.
  file_digest bytea check (length(file_digest) = 32),
  created_at timestamptz not null
);
create index referral_invoice_newest on referral_invoice (created_at desc, id desc);
create unique index referral_invoice_file_once on referral_invoice (file_digest, referrer_customer_id) nulls not distinct
  where file_digest is not null;
create trigger of_closed_accounts before update on referral_invoice
  for each row execute function refuse_unless_closed('referrer_customer_id', 'accounting', '{"storage_key": "erased/{id}"}');
revoke update, delete on referral_invoice from mortar_app;
grant update (storage_key) on referral_invoice to mortar_app;

-- One transfer to a referrer: all parts of their rewards of one property that were due at that moment.
create table referral_payout (
  id uuid primary key,
  property_id uuid not null references property (id),
  referrer_customer_id uuid not null references customer (id),
  amount_cents bigint not null check (amount_cents > 0),
  wallet_transaction_id uuid not null unique references wallet_transaction (id),
  created_at timestamptz not null
);
create index referral_payout_property on referral_payout (property_id);
create trigger proof_mark after insert or update or delete on referral_payout
  for each row execute function proof_mark_row('referral', 'id');
revoke update, delete on referral_payout from mortar_app;

-- What a referrer earned by a purchase: counted when the funding closes, paid with the property; above the yearly cap only against an invoice.
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
create index referral_reward_without_invoice on referral_reward (referrer_customer_id, year) where blocked_cents > 0 and invoice_id is null;
create index referral_reward_invoice on referral_reward (invoice_id) where invoice_id is not null;
create index referral_reward_free_payout on referral_reward (free_payout_id) where free_payout_id is not null;
create index referral_reward_unblocked_payout on referral_reward (unblocked_payout_id) where unblocked_payout_id is not null;
create trigger proof_mark_free after insert or update or delete on referral_reward
  for each row execute function proof_mark_row('referral', 'free_payout_id');
create trigger proof_mark_unblocked after insert or update or delete on referral_reward
  for each row execute function proof_mark_row('referral', 'unblocked_payout_id');
-- A reward, once counted, stays; only its invoice and its payouts are filled in.
revoke update, delete on referral_reward from mortar_app;
grant update (invoice_id, free_payout_id, unblocked_payout_id) on referral_reward to mortar_app;

-- Banners of the home page: each application has its own, and shows at most one.
create table home_news (
  id uuid primary key,
  app_scope text not null check (app_scope in ('investors', 'pdp')),
  is_active boolean not null default false,
  -- A typed, versioned list of blocks; the application checks it before it is written.
  content jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index home_news_one_active_per_scope on home_news (app_scope) where is_active;
create index home_news_newest on home_news (app_scope, created_at desc, id desc);
