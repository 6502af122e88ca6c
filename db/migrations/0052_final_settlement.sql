-- The last account of a project between platform, owner and holders: penalties of the platform, and capital that was never lent.

create table final_settlement (
  property_id uuid primary key references property (id),
  -- The transfer of the penalties under way or done; null after a refusal.
  penalties_order_id uuid unique references payment_order (id),
  penalties_transaction_id uuid references wallet_transaction (id),
  penalties_cents bigint not null default 0 check (penalties_cents >= 0),
  -- Which purses of the SPV it was held from: the rest comes from the escrow.
  penalties_from_surplus_cents bigint not null default 0 check (penalties_from_surplus_cents between 0 and penalties_cents),
  penalties_transferred_at timestamptz,
  pending_audit jsonb,
  created_at timestamptz not null
);

alter table payout_run drop constraint payout_run_kind_check;
alter table payout_run add constraint payout_run_kind_check check (kind in ('coupon', 'capital', 'unlent-capital'));

do $$
declare
  v_check text := (select pg_get_constraintdef(oid) from pg_constraint
    where conrelid = 'wallet_transaction'::regclass and conname = 'wallet_transaction_type_check');
begin
  alter table wallet_transaction drop constraint wallet_transaction_type_check;
  execute 'alter table wallet_transaction add constraint wallet_transaction_type_check '
    || replace(v_check, 'ARRAY[', 'ARRAY[''PENALTIES''::text, ''UNLENT_CAPITAL''::text, ');
end
$$;
