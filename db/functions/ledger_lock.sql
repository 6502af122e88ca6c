-- Locks accounts in the order of their ids until the end of the transaction; gives their balances, and how often each was posted to.
-- Called by money/ledger/balances.ts and ledger_unchanged. Runs as its owner: a lock needs the right to update, which the application
-- lacks.

create or replace function ledger_lock(p_accounts text[])
returns table (name text, balance_cents bigint, version bigint)
language sql
security definer
set search_path to public, pg_temp
as $$
  select account.name, account.balance_cents, account.version
  from ledger_account as account
  where account.name = any (p_accounts)
  order by account.id
  for update
$$;
