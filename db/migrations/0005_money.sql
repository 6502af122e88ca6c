-- The ground floor: double-entry ledger, payment orders to the provider, wallet transactions, bricks (DOMAIN §5.2).

create table ledger_account (
  id bigint generated always as identity primary key,
  -- EXT, INV:<customer>:AVAILABLE, SPV:<spv>:ESCROW, PLAT:MAIN...: the names of DOMAIN §5.2.
  name text not null unique,
  owner_id uuid,
  balance_cents bigint not null default 0,
  version bigint not null default 0,
  constraint ledger_balance_not_negative check (balance_cents >= 0 or name = 'EXT')
);
create index ledger_account_owner on ledger_account (owner_id);

create table ledger_posting (
  id bigint generated always as identity primary key,
  -- What is posted (a wallet transaction, an operation) and which step of it: the pair is posted once, ever.
  reference uuid not null,
  step text not null check (step in ('hold', 'confirm', 'release')),
  type text not null,
  event_at timestamptz not null,
  created_at timestamptz not null,
  constraint ledger_posted_once unique (reference, step)
);

create table ledger_line (
  posting_id bigint not null references ledger_posting (id),
  line_number integer not null,
  account_id bigint not null references ledger_account (id),
  amount_cents bigint not null check (amount_cents <> 0),
  primary key (posting_id, line_number)
);
create index ledger_line_account on ledger_line (account_id, posting_id);

-- Held by the database itself: lines of a posting add up to zero, and a balance is the sum of its lines. Lines may only
-- come from ledger_post, which moves the balances in the same statement.
create function ledger_lines_balance() returns trigger language plpgsql as $$
begin
  if exists (select from new_lines group by posting_id having sum(amount_cents) <> 0) then
    raise exception 'a posting must add up to zero' using errcode = 'check_violation', constraint = 'ledger_posting_sums_to_zero';
  end if;
  return null;
end
$$;
create trigger ledger_line_balance after insert on ledger_line
  referencing new table as new_lines for each statement execute function ledger_lines_balance();

create trigger ledger_posting_append_only before update or delete or truncate on ledger_posting execute function refuse_change();
create trigger ledger_line_append_only before update or delete or truncate on ledger_line execute function refuse_change();

-- Posts once: creates missing accounts, locks the accounts in id order, moves balances and versions, writes the lines.
-- Returns the posting id, or null when this step of the reference was posted before. A balance that would fall below zero
-- violates ledger_balance_not_negative. Runs as its owner: the application may not write these tables in any other way.
create function ledger_post(
  p_reference uuid, p_step text, p_type text, p_event_at timestamptz, p_created_at timestamptz, p_accounts text[], p_amounts bigint[]
) returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_posting bigint;
begin
  insert into ledger_posting (reference, step, type, event_at, created_at)
  values (p_reference, p_step, p_type, p_event_at, p_created_at)
  on conflict on constraint ledger_posted_once do nothing
  returning id into v_posting;
  if v_posting is null then
    return null;
  end if;

  if (select count(*) from ledger_account where name = any (p_accounts)) < (select count(distinct name) from unnest(p_accounts) as name) then
    insert into ledger_account (name, owner_id)
    select distinct name, nullif(split_part(name, ':', 2), '')::uuid from unnest(p_accounts) as name where split_part(name, ':', 1) in ('INV', 'SPV')
    union
    select distinct name, null::uuid from unnest(p_accounts) as name where split_part(name, ':', 1) in ('EXT', 'PLAT')
    order by 1
    on conflict (name) do nothing;
  end if;

  perform from ledger_account where name = any (p_accounts) order by id for update;

  update ledger_account as account
  set balance_cents = account.balance_cents + moved.amount, version = account.version + 1
  from (select name, sum(amount)::bigint as amount from unnest(p_accounts, p_amounts) as line (name, amount) group by name) as moved
  where account.name = moved.name;

  insert into ledger_line (posting_id, line_number, account_id, amount_cents)
  select v_posting, line.number, account.id, line.amount
  from unnest(p_accounts, p_amounts) with ordinality as line (name, amount, number)
  join ledger_account as account on account.name = line.name;
  return v_posting;
end
$$;

-- Locks accounts in id order until the end of the transaction and gives their balances; the application may not lock them
-- itself, as that needs the right to update them.
create function ledger_lock(p_accounts text[]) returns table (name text, balance_cents bigint) language sql security definer set search_path = public, pg_temp as $$
  select account.name, account.balance_cents from ledger_account as account where account.name = any (p_accounts) order by account.id for update
$$;

revoke insert, update, delete on ledger_account, ledger_posting, ledger_line from mortar_app;

-- One intended call that moves money at the provider; its id is the reference that the provider keeps (DESIGN rule 7).
create table payment_order (
  id uuid primary key,
  kind text not null check (kind in ('transfer', 'payOut')),
  purpose text not null,
  subject_id uuid not null,
  status text not null default 'created' check (status in ('created', 'sent', 'succeeded', 'failed', 'canceled')),
  from_account_id text not null,
  to_account_id text,
  provider_bank_account_id bigint,
  amount_cents bigint not null check (amount_cents > 0),
  comment text not null default '',
  provider_payment_id bigint,
  attempts integer not null default 0,
  first_sent_at timestamptz,
  last_sent_at timestamptz,
  -- Technical lease of the worker that talks to the provider, in the database's own time.
  lease_until timestamptz,
  failure text,
  created_at timestamptz not null,
  settled_at timestamptz,
  check ((kind = 'transfer') = (to_account_id is not null)),
  check ((kind = 'payOut') = (provider_bank_account_id is not null)),
  constraint payment_order_one_movement unique (kind, provider_payment_id)
);
create index payment_order_open on payment_order (created_at) where status in ('created', 'sent');
create index payment_order_open_by_account on payment_order (from_account_id) where status = 'sent';
create index payment_order_subject on payment_order (subject_id);

create table wallet_transaction (
  id uuid primary key,
  type text not null check (type in ('MONEY_IN', 'PRIMARY_PURCHASE', 'PRIMARY_PURCHASE_REFUND', 'BUYING_DEAL', 'SELLING_DEAL',
    'COUPON_PAYOUT', 'WITHHOLDING_TAX', 'CAPITAL_REPAYMENT', 'REFERRAL_REWARD', 'WITHDRAWAL', 'WITHDRAWAL_FEE',
    'FUNDING_CLOSED', 'FUNDING_FEES', 'FIDUCIE_FEES', 'OWNER_TRANSFER')),
  status text not null check (status in ('WAITING', 'CONFIRMED', 'FAILED', 'CANCELED')),
  customer_id uuid references customer (id),
  spv_id uuid references spv (id),
  amount_cents bigint not null check (amount_cents > 0),
  payment_order_id uuid references payment_order (id),
  -- Movement that began at the provider (an incoming wire); orders carry their own id.
  provider_money_in_id bigint unique,
  property_id uuid references property (id),
  created_at timestamptz not null,
  event_at timestamptz not null,
  constraint wallet_transaction_has_owner check (num_nonnulls(customer_id, spv_id) = 1)
);
create index wallet_transaction_customer on wallet_transaction (customer_id, created_at desc, id desc);
create index wallet_transaction_spv on wallet_transaction (spv_id, created_at desc, id desc) where spv_id is not null;
create index wallet_transaction_order on wallet_transaction (payment_order_id);
create index wallet_transaction_property on wallet_transaction (property_id, type);

create table brick (
  id uuid primary key,
  property_id uuid not null references property (id),
  number integer not null,
  owner_customer_id uuid references customer (id),
  purchase_id uuid,
  status text check (status = 'SELLING'),
  deal_id uuid,
  constraint brick_selling_has_deal check ((status is null) = (deal_id is null)),
  constraint brick_selling_has_owner check (deal_id is null or owner_customer_id is not null),
  unique (property_id, number)
);
create index brick_owner on brick (owner_customer_id, property_id, id) where owner_customer_id is not null;
create index brick_unsold on brick (property_id, number) where owner_customer_id is null;
create index brick_deal on brick (deal_id) where deal_id is not null;
create index brick_purchase on brick (purchase_id) where purchase_id is not null;
