-- The double-entry ledger (DOMAIN §5.2): accounts, postings, and the only functions that write them.

create table ledger_account (
  id bigint generated always as identity primary key,
  -- EXT, INV:<customer>:AVAILABLE, PRO:<property>:ESCROW, PLAT:MAIN...: the names of DOMAIN §5.2. What an SPV's wallet holds is
  -- kept by project; SPV:<spv>:UNASSIGNED, money of a project that is not known yet, is its only account of its own.
  name text not null unique,
  -- The customer, property or SPV that the name holds.
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
    select distinct name, nullif(split_part(name, ':', 2), '')::uuid from unnest(p_accounts) as name where split_part(name, ':', 1) in ('INV', 'PRO', 'SPV')
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

-- Gives back what a reference holds: posts its step `release` with the negated lines of its `hold`, under the same type. Returns the
-- posting id, or null when there is no hold or it was released before.
create function ledger_release(p_reference uuid, p_event_at timestamptz, p_created_at timestamptz)
returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_type text;
  v_accounts text[];
  v_amounts bigint[];
begin
  select held.type, array_agg(account.name order by line.line_number), array_agg(-line.amount_cents order by line.line_number)
  into v_type, v_accounts, v_amounts
  from ledger_posting as held
  join ledger_line as line on line.posting_id = held.id
  join ledger_account as account on account.id = line.account_id
  where held.reference = p_reference and held.step = 'hold'
  group by held.type;
  if not found then
    return null;
  end if;
  return ledger_post(p_reference, 'release', v_type, p_event_at, p_created_at, v_accounts, v_amounts);
end
$$;

-- Locks accounts in id order until the end of the transaction and gives their balances; the application may not lock them
-- itself, as that needs the right to update them.
create function ledger_lock(p_accounts text[]) returns table (name text, balance_cents bigint) language sql security definer set search_path = public, pg_temp as $$
  select account.name, account.balance_cents from ledger_account as account where account.name = any (p_accounts) order by account.id for update
$$;

revoke insert, update, delete on ledger_account, ledger_posting, ledger_line from mortar_app;
