-- Locks ledger accounts; true if each still has the version that was read. A null version is not compared.
-- Called by the functions that write what was checked without a lock: purchase_bricks, purchase_deal, withdraw.

create or replace function ledger_unchanged(p_accounts text[], p_versions bigint[])
returns boolean
language plpgsql
as $$
begin
  return not exists (
    select
    from ledger_lock(p_accounts) as account
    where account.version <> p_versions[array_position(p_accounts, account.name)]
  );
end
$$;
