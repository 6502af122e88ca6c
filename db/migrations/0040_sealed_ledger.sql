-- Postings are proved once: what was proved is sealed in blocks with a hash chain and a sum for each account, and every change of a row
-- that the books are derived from is noted until a proof has looked at it (ADR 0018).

-- The number of the transaction that wrote the posting: all postings below the oldest running transaction are committed, or never will
-- be, while ids are handed out in another order than transactions commit. Postings from before this migration have 0.
alter table ledger_posting add column transaction_number bigint not null default 0;
alter table ledger_posting alter column transaction_number set default (pg_current_xact_id()::text::bigint);
create index ledger_posting_written on ledger_posting (transaction_number, id);

-- A block of proved postings, in the order (transaction_number, id): those after the block before, up to its own last one.
create table ledger_seal (
  number integer primary key,
  until_transaction bigint not null,
  until_posting bigint not null,
  posting_count integer not null,
  line_count integer not null,
  turnover_cents bigint not null,
  -- Of every field of its postings and lines; and of the chain of the block before with it.
  content_sha256 bytea not null,
  chain_sha256 bytea not null,
  sealed_at timestamptz not null
);
create trigger ledger_seal_append_only before update or delete or truncate on ledger_seal execute function refuse_change();

-- What the sealed lines of an account add up to.
create table ledger_sealed_balance (
  account_id bigint primary key references ledger_account (id),
  cents bigint not null
);

-- How far the proof has come. Transaction numbers mean nothing in another cluster, so it says in which they were counted.
create table ledger_proof_state (
  only_row boolean primary key default true check (only_row),
  cluster text not null default '',
  until_transaction bigint not null default -1,
  until_posting bigint not null default 0,
  daily_at timestamptz,
  whole_at timestamptz
);
insert into ledger_proof_state default values;

-- Something changed that an invariant is derived from, and no proof has looked at it since. A queue without a key: writers never wait
-- for each other, and a proof takes away exactly what its snapshot shows.
create table ledger_touch (
  kind text not null,
  subject uuid not null
);

revoke insert, update, delete on ledger_seal, ledger_sealed_balance, ledger_proof_state from mortar_app;
revoke update, delete on ledger_touch from mortar_app;

-- A block as it is now: postings after the first position, up to the last.
create function ledger_block(p_after_transaction bigint, p_after_posting bigint, p_until_transaction bigint, p_until_posting bigint)
returns table (posting_count integer, line_count integer, turnover_cents bigint, content_sha256 bytea)
language sql stable set search_path to public, pg_temp as $$
  select count(distinct posting.id)::integer, count(line.posting_id)::integer,
    coalesce(sum(line.amount_cents) filter (where line.amount_cents > 0), 0)::bigint,
    sha256(convert_to(coalesce(string_agg(
      concat_ws('|', posting.transaction_number, posting.id, posting.reference, posting.step, posting.type,
        extract(epoch from posting.event_at), extract(epoch from posting.created_at),
        line.line_number, line.account_id, line.amount_cents),
      E'\n' order by posting.transaction_number, posting.id, line.line_number), ''), 'UTF8'))
  from ledger_posting as posting
  left join ledger_line as line on line.posting_id = posting.id
  where (posting.transaction_number, posting.id) > (p_after_transaction, p_after_posting)
    and (posting.transaction_number, posting.id) <= (p_until_transaction, p_until_posting)
$$;

-- Seals what the caller's snapshot shows of transactions that are all over, in blocks of at most p_block postings; says that the proof was
-- made, and takes away the touches that it has looked at. Only a proof that found nothing calls it. Two at once: the second fails to
-- serialize. Returns how many blocks were added.
create function ledger_seal_proved(p_at timestamptz, p_whole boolean, p_block integer)
returns integer language plpgsql security definer set search_path to public, pg_temp as $$
declare
  v_horizon bigint := pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
  v_from ledger_proof_state;
  v_after ledger_proof_state;
  v_last ledger_seal;
  v_blocks integer := 0;
begin
  select * into strict v_from from ledger_proof_state for update;
  v_after := v_from;
  select * into v_last from ledger_seal order by number desc limit 1;
  loop
    select page.transaction_number, page.id into v_after.until_transaction, v_after.until_posting
    from (
      select transaction_number, id from ledger_posting
      where (transaction_number, id) > (v_after.until_transaction, v_after.until_posting) and transaction_number < v_horizon
      order by transaction_number, id limit p_block
    ) as page
    order by page.transaction_number desc, page.id desc limit 1;
    exit when not found;
    insert into ledger_seal
    select coalesce(v_last.number, 0) + 1, v_after.until_transaction, v_after.until_posting,
      block.posting_count, block.line_count, block.turnover_cents, block.content_sha256,
      sha256(coalesce(v_last.chain_sha256, '') || block.content_sha256), p_at
    from ledger_block(coalesce(v_last.until_transaction, -1), coalesce(v_last.until_posting, 0),
      v_after.until_transaction, v_after.until_posting) as block
    returning * into v_last;
    v_blocks := v_blocks + 1;
  end loop;
  if v_blocks > 0 then
    insert into ledger_sealed_balance as sealed (account_id, cents)
    select line.account_id, sum(line.amount_cents)
    from ledger_posting as posting
    join ledger_line as line on line.posting_id = posting.id
    where (posting.transaction_number, posting.id) > (v_from.until_transaction, v_from.until_posting)
      and (posting.transaction_number, posting.id) <= (v_last.until_transaction, v_last.until_posting)
    group by line.account_id
    on conflict (account_id) do update set cents = sealed.cents + excluded.cents where excluded.cents <> 0;
  end if;
  update ledger_proof_state set
    cluster = (select system_identifier::text from pg_control_system()),
    until_transaction = coalesce(v_last.until_transaction, -1), until_posting = coalesce(v_last.until_posting, 0),
    daily_at = p_at, whole_at = case when p_whole then p_at else whole_at end;
  delete from ledger_touch;
  return v_blocks;
end
$$;

-- For the owner of a database that was restored from a dump: its postings begin anew, and the next proof is a whole one.
create function ledger_forget_seals() returns void language plpgsql set search_path to public, pg_temp as $$
begin
  alter table ledger_posting disable trigger ledger_posting_append_only;
  alter table ledger_seal disable trigger ledger_seal_append_only;
  update ledger_posting set transaction_number = 0;
  truncate ledger_seal, ledger_sealed_balance;
  update ledger_proof_state set until_transaction = -1, until_posting = 0, daily_at = null, whole_at = null;
  alter table ledger_seal enable trigger ledger_seal_append_only;
  alter table ledger_posting enable trigger ledger_posting_append_only;
end
$$;
revoke execute on function ledger_forget_seals() from public, mortar_app;

-- Notes what a row belongs to, by the column that the trigger names, before and after the change.
create function ledger_touch_row() returns trigger language plpgsql set search_path to public, pg_temp as $$
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
    when 'payment_order_id' then v_old := old.payment_order_id;
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
  if v_new is not null then insert into ledger_touch (kind, subject) values (tg_argv[0], v_new); end if;
  if v_old is not null and v_old is distinct from v_new then
    insert into ledger_touch (kind, subject) values (tg_argv[0], v_old);
  end if;
  return null;
end
$$;

-- The same of statements that write many rows: each subject once.
create function ledger_touch_bricks() returns trigger language plpgsql set search_path to public, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    insert into ledger_touch (kind, subject)
    select 'purchase', purchase_id from (select purchase_id from new_rows union select purchase_id from old_rows) as changed
    where purchase_id is not null;
    insert into ledger_touch (kind, subject)
    select distinct 'bricks', property_id
    from (select id, property_id from old_rows except select id, property_id from new_rows) as moved;
  else
    insert into ledger_touch (kind, subject)
    select distinct 'bricks', property_id from new_rows
    union all
    select distinct 'purchase', purchase_id from new_rows where purchase_id is not null;
  end if;
  return null;
end
$$;
create function ledger_touch_runs() returns trigger language plpgsql set search_path to public, pg_temp as $$
begin
  insert into ledger_touch (kind, subject) select distinct 'run', run_id from new_rows;
  return null;
end
$$;

-- A transaction that waits and a payment that is under way are looked at by every proof: they are noted when that is over.
create trigger ledger_touch_insert after insert on wallet_transaction
  for each row when (new.status <> 'WAITING') execute function ledger_touch_row('transaction', 'id');
create trigger ledger_touch_update after update on wallet_transaction
  for each row when (old.* is distinct from new.*) execute function ledger_touch_row('transaction', 'id');
create trigger ledger_touch_delete after delete on wallet_transaction
  for each row execute function ledger_touch_row('order', 'payment_order_id');
create trigger ledger_touch_insert after insert on payment_order
  for each row when (new.status not in ('created', 'sent')) execute function ledger_touch_row('order', 'id');
create trigger ledger_touch_update after update on payment_order
  for each row when ((new.status not in ('created', 'sent') or old.status not in ('created', 'sent'))
    and (old.status, old.purpose, old.subject_id, old.kind, old.amount_cents, old.provider_payment_id)
      is distinct from (new.status, new.purpose, new.subject_id, new.kind, new.amount_cents, new.provider_payment_id))
  execute function ledger_touch_row('order', 'id');
create trigger ledger_touch_delete after delete on payment_order
  for each row execute function ledger_touch_row('order', 'id');
create trigger ledger_touch after insert or update or delete on withdrawal
  for each row execute function ledger_touch_row('transaction', 'wallet_transaction_id');

create trigger ledger_touch after insert or update or delete on purchase
  for each row execute function ledger_touch_row('purchase', 'id');
create trigger ledger_touch_property after insert or update or delete on purchase
  for each row execute function ledger_touch_row('funding', 'property_id');
create trigger ledger_touch after insert or update or delete on funding_tally
  for each row execute function ledger_touch_row('funding', 'property_id');
create trigger ledger_touch_insert after insert on brick
  referencing new table as new_rows for each statement execute function ledger_touch_bricks();
create trigger ledger_touch_update after update on brick
  referencing old table as old_rows new table as new_rows for each statement execute function ledger_touch_bricks();
create trigger ledger_touch_delete after delete on brick
  referencing old table as new_rows for each statement execute function ledger_touch_bricks();

create trigger ledger_touch_insert after insert on property
  for each row when (new.status = 'PUBLISHED') execute function ledger_touch_row('bricks', 'id');
create trigger ledger_touch_bricks after update on property
  for each row when ((old.status, old.total_bricks, old.purchased_date) is distinct from (new.status, new.total_bricks, new.purchased_date))
  execute function ledger_touch_row('bricks', 'id');
create trigger ledger_touch_funding after update on property
  for each row when (old.collected_cents is distinct from new.collected_cents) execute function ledger_touch_row('funding', 'id');
create trigger ledger_touch_project after update on property
  for each row when ((old.collected_cents, old.escrow_set_aside_cents) is distinct from (new.collected_cents, new.escrow_set_aside_cents))
  execute function ledger_touch_row('project', 'id');

create trigger ledger_touch after insert or update or delete on market_deal
  for each row execute function ledger_touch_row('deal', 'id');
create trigger ledger_touch_seller after insert or update of seller_id, created_at or delete on market_deal
  for each row execute function ledger_touch_row('seller', 'seller_id');
create trigger ledger_touch after insert or update or delete on deal_quota
  for each row execute function ledger_touch_row('seller', 'customer_id');
create trigger ledger_touch after insert or update or delete on referral_payout
  for each row execute function ledger_touch_row('referral', 'id');
create trigger ledger_touch_free after insert or update or delete on referral_reward
  for each row execute function ledger_touch_row('referral', 'free_payout_id');
create trigger ledger_touch_unblocked after insert or update or delete on referral_reward
  for each row execute function ledger_touch_row('referral', 'unblocked_payout_id');

create trigger ledger_touch_insert after insert on payout_line
  referencing new table as new_rows for each statement execute function ledger_touch_runs();
create trigger ledger_touch_update after update on payout_line
  referencing new table as new_rows for each statement execute function ledger_touch_runs();
create trigger ledger_touch_delete after delete on payout_line
  referencing old table as new_rows for each statement execute function ledger_touch_runs();
create trigger ledger_touch after insert or update or delete on payout_run
  for each row execute function ledger_touch_row('run', 'id');

do $$
declare
  v_table text;
begin
  foreach v_table in array array['payout_run', 'echeance', 'payment_schedule', 'prorogation', 'capital_event', 'payment_to_be_assigned',
    'charge_back_claim', 'company_fee_transfer', 'owner_transfer', 'owner_settlement', 'final_settlement']
  loop
    execute format('create trigger ledger_touch_project after insert or update or delete on %I
      for each row execute function ledger_touch_row(''project'', ''property_id'')', v_table);
  end loop;
end
$$;

-- What is open at any moment is looked at by every proof, and found without what is over.
create index wallet_transaction_waiting on wallet_transaction (customer_id) where status = 'WAITING';
create index market_deal_open on market_deal (id) where status in ('pending', 'reserved');
create index market_deal_commission_owed on market_deal (buyer_id) where commission_status in ('waiting', 'refused');
create index payment_incident_open on payment_incident (payment_order_id) where resolved_at is null;
create index gift_card_owed on gift_card (amount_cents) where status in ('active', 'redeeming', 'refunding', 'refund_failed');
create index echeance_fees_pending on echeance (property_id) where management_fees_status = 'pending';
create index payment_of_no_project on payment_to_be_assigned (spv_id) where property_id is null;
create index payment_switching on payment_to_be_assigned (property_id) where switching_to_property_id is not null;
create index payment_charged_back on payment_to_be_assigned (property_id) where status = 'chargedBack';
create index payment_claim_filled on payment_to_be_assigned (property_id) where claim_filled_cents > 0;
-- What belongs to one project, withdrawal or wallet.
create index withdrawal_transaction on withdrawal (wallet_transaction_id);
create index company_fee_transfer_property on company_fee_transfer (property_id);
create index owner_settlement_property on owner_settlement (property_id);
create index referral_payout_property on referral_payout (property_id);
create index payment_off_provider on payment_to_be_assigned (spv_id) where source = 'other';

-- Without statistics of the new column, a plan for the newest postings would be one for all of them.
analyze ledger_posting;
