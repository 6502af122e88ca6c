-- Notes what a changed row belongs to, before and after the change, for the next proof.
-- Called by the triggers proof_mark* of many tables, which name the kind of the subject and the column that holds its id.

create or replace function proof_mark_row()
returns trigger
language plpgsql
set search_path to public, pg_temp
as $$
declare
  v_new uuid;
  v_old uuid;
begin
  case tg_argv[1]
    when 'id' then
      if tg_op <> 'DELETE' then v_new := new.id; end if;
      if tg_op <> 'INSERT' then v_old := old.id; end if;
    when 'property_id' then
      if tg_op <> 'DELETE' then v_new := new.property_id; end if;
      if tg_op <> 'INSERT' then v_old := old.property_id; end if;
    when 'wallet_transaction_id' then
      if tg_op <> 'DELETE' then v_new := new.wallet_transaction_id; end if;
      if tg_op <> 'INSERT' then v_old := old.wallet_transaction_id; end if;
    when 'payment_id' then v_old := old.payment_id;
    when 'customer_id' then
      if tg_op <> 'DELETE' then v_new := new.customer_id; end if;
      if tg_op <> 'INSERT' then v_old := old.customer_id; end if;
    when 'seller_id' then
      if tg_op <> 'DELETE' then v_new := new.seller_id; end if;
      if tg_op <> 'INSERT' then v_old := old.seller_id; end if;
    when 'free_payout_id' then
      if tg_op <> 'DELETE' then v_new := new.free_payout_id; end if;
      if tg_op <> 'INSERT' then v_old := old.free_payout_id; end if;
    when 'unblocked_payout_id' then
      if tg_op <> 'DELETE' then v_new := new.unblocked_payout_id; end if;
      if tg_op <> 'INSERT' then v_old := old.unblocked_payout_id; end if;
  end case;
  if v_new is not null then insert into proof_dirty_row (kind, subject) values (tg_argv[0], v_new); end if;
  if v_old is not null and v_old is distinct from v_new then
    insert into proof_dirty_row (kind, subject) values (tg_argv[0], v_old);
  end if;
  return null;
end
$$;
