-- One more type of wallet transaction beside those there are: what the provider takes back (CHARGE_BACK).

do $$
declare
  v_check text := (select pg_get_constraintdef(oid) from pg_constraint
    where conrelid = 'wallet_transaction'::regclass and conname = 'wallet_transaction_type_check');
begin
  alter table wallet_transaction drop constraint wallet_transaction_type_check;
  execute 'alter table wallet_transaction add constraint wallet_transaction_type_check '
    || replace(v_check, 'ARRAY[', 'ARRAY[''CHARGE_BACK''::text, ');
end
$$;
