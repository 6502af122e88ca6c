-- The double-entry ledger (ledger.md), the sums that are kept of it, and how far it has been proved (ADR 0018).

-- Accounts with their balances. Written only by ledger_post.
create table ledger_account (
  id bigint generated always as identity primary key,
  -- EXT, INV:<customer>:AVAILABLE, PRO:<property>:ESCROW, PLAT:MAIN... (ledger.md#accounts). What an SPV's wallet holds is kept by project;
  -- its one own account, SPV:<spv>:UNASSIGNED, has money whose project is not known yet.
  name text not null unique,
  -- The customer, property or SPV in the name.
  owner_id uuid,
  balance_cents bigint not null default 0,
  -- What ever came in; what went out is that less the balance.
  in_cents bigint not null default 0,
  -- Counts the postings to it: a balance checked without a lock is still right if this is the same under the lock.
  version bigint not null default 0,
  constraint ledger_balance_not_negative check (balance_cents >= 0 or name = 'EXT')
);
create index ledger_account_owner on ledger_account (owner_id);
revoke insert, update, delete on ledger_account from mortar_app;

-- One movement of money, with two lines or more that add up to zero. Written only by ledger_post, never changed.
create table ledger_posting (
  id bigint generated always as identity primary key,
  -- What is posted (a wallet transaction, an operation), and which step of it: each pair once, ever.
  reference uuid not null,
  step text not null check (step in ('hold', 'confirm', 'release')),
  type text not null,
  event_at timestamptz not null,
  created_at timestamptz not null,
  -- The transaction that wrote it. Ids are handed out in another order than transactions commit, but every posting with a number below the
  -- oldest running transaction is committed or never will be. 0 after ledger_reset_checkpoints.
  transaction_number bigint not null default pg_current_xact_id()::text::bigint,
  constraint ledger_posted_once unique (reference, step)
);
create index ledger_posting_written on ledger_posting (transaction_number, id);
create trigger ledger_posting_append_only before update or delete or truncate on ledger_posting execute function refuse_change();
revoke insert, update, delete on ledger_posting from mortar_app;

-- The lines of postings. Written only by ledger_post, which moves the balances in the same statement; never changed.
create table ledger_line (
  posting_id bigint not null references ledger_posting (id),
  line_number integer not null,
  account_id bigint not null references ledger_account (id),
  amount_cents bigint not null check (amount_cents <> 0),
  -- Those of the posting: a balance at a date and the lines of a type are then read only from an index.
  event_at timestamptz not null,
  type text not null,
  primary key (posting_id, line_number)
);
-- Sum and types of an account's lines without a look at the table: a balance is compared with its lines before each withdrawal.
create index ledger_line_account on ledger_line (account_id, posting_id) include (type, amount_cents);
-- Statements. The commission of a deal counts when the deal was confirmed, not when it was paid, so its lines are left out.
create index ledger_line_statement on ledger_line (account_id, event_at) include (amount_cents) where type <> 'market-deal-commission';
create trigger ledger_line_balance after insert on ledger_line
  referencing new table as new_lines for each statement execute function ledger_lines_balance();
create trigger ledger_line_append_only before update or delete or truncate on ledger_line execute function refuse_change();
revoke insert, update, delete on ledger_line from mortar_app;

-- What went from one place to another for a project, by type of posting: the sums of ledger_flows, as pairing the accounts of all its
-- postings anew is slow. Postings that change one sum wait for each other at the lock of a purse. Written only by ledger_post.
create table ledger_flow (
  property_id uuid not null,
  giver text not null,
  taker text not null,
  type text not null,
  -- Where several accounts paid and several received, each pair has its proportion, which may be no whole cent.
  cents numeric not null,
  movement_count integer not null,
  primary key (property_id, giver, taker, type)
);
revoke insert, update, delete on ledger_flow from mortar_app;

-- A block of proved postings in the order (transaction_number, id): those after the block before, up to its own last one. Hash chain.
create table ledger_checkpoint (
  number integer primary key,
  until_transaction bigint not null,
  until_posting bigint not null,
  posting_count integer not null,
  line_count integer not null,
  turnover_cents bigint not null,
  -- Of every field of its postings and lines.
  content_sha256 bytea not null,
  -- Of the chain digest of the block before and its own content digest.
  chain_sha256 bytea not null,
  sealed_at timestamptz not null
);
create trigger ledger_checkpoint_append_only before update or delete or truncate on ledger_checkpoint execute function refuse_change();
revoke insert, update, delete on ledger_checkpoint from mortar_app;

-- The sum of an account's lines up to the checkpoint, so that a proof reads only newer ones.
create table ledger_checkpoint_balance (
  account_id bigint primary key references ledger_account (id),
  cents bigint not null,
  in_cents bigint not null default 0
);
revoke insert, update, delete on ledger_checkpoint_balance from mortar_app;

-- How far the proof has come, in one row. Transaction numbers mean nothing in another cluster, so it says in which they were counted.
create table ledger_proof_state (
  only_row boolean primary key default true check (only_row),
  cluster text not null default '',
  until_transaction bigint not null default -1,
  until_posting bigint not null default 0,
  daily_at timestamptz,
  whole_at timestamptz
);
insert into ledger_proof_state default values;
revoke insert, update, delete on ledger_proof_state from mortar_app;

-- Something that an invariant is derived from has changed, and no proof has looked at it since. A queue without a key: writers never wait for
-- each other, and a proof removes exactly what its snapshot shows. Written by the triggers proof_mark*.
create table proof_dirty_row (
  -- What the subject is the id of; 'project', 'funding' and 'bricks' are all a property's, by what changed of it.
  kind text not null check (kind in ('transaction', 'order', 'purchase', 'funding', 'bricks', 'project', 'run', 'deal', 'seller', 'referral',
    'holder', 'coupons')),
  subject uuid not null
);
revoke update, delete on proof_dirty_row from mortar_app;

-- The last proof of what changed and the last of everything, whatever they found; metrics and the page of today read it.
create table proof_run (
  scope text primary key check (scope in ('changes', 'everything')),
  ran_at timestamptz not null,
  duration_ms integer not null check (duration_ms >= 0),
  is_sound boolean not null,
  violations integer not null check (violations >= 0),
  wallets_missing_money integer not null check (wallets_missing_money >= 0)
);
