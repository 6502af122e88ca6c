-- What a page shows is found without reading what it does not show: an investor's balance at the turn of a year, what came into a purse,
-- a property by a part of its name, the newest projects.

-- A line has the moment and the type of its posting with it, which never change either: the balance of a day is read from an index alone.
-- Copied into a new table, as lines refuse every change, and so that nothing is left of the old rows.
alter table ledger_line rename to ledger_line_before;
create table ledger_line (
  posting_id bigint not null,
  line_number integer not null,
  account_id bigint not null,
  amount_cents bigint not null check (amount_cents <> 0),
  event_at timestamptz not null,
  type text not null
);
insert into ledger_line
select line.posting_id, line.line_number, line.account_id, line.amount_cents, posting.event_at, posting.type
from ledger_line_before as line
join ledger_posting as posting on posting.id = line.posting_id
order by line.posting_id, line.line_number;
drop table ledger_line_before;
alter table ledger_line add primary key (posting_id, line_number);
alter table ledger_line add foreign key (posting_id) references ledger_posting (id);
alter table ledger_line add foreign key (account_id) references ledger_account (id);
create index ledger_line_account on ledger_line (account_id, posting_id);
-- The commission of a deal counts when the deal was confirmed, not when it was paid: statements leave its lines out.
create index ledger_line_statement on ledger_line (account_id, event_at) include (amount_cents) where type <> 'market-deal-commission';
create trigger ledger_line_balance after insert on ledger_line
  referencing new table as new_lines for each statement execute function ledger_lines_balance();
create trigger ledger_line_append_only before update or delete or truncate on ledger_line execute function refuse_change();
revoke insert, update, delete on ledger_line from mortar_app;
analyze ledger_line;

drop index market_deal_commission;
create index market_deal_commission on market_deal (buyer_id, confirmed_at) include (commission_cents) where commission_status <> 'none';

-- What ever came into an account; what went out is that less the balance. Moved with the balance, sealed and proved like it.
alter table ledger_account add column in_cents bigint not null default 0;
update ledger_account as account set in_cents = line.cents
from (select account_id, sum(amount_cents) as cents from ledger_line where amount_cents > 0 group by account_id) as line
where line.account_id = account.id;
alter table ledger_sealed_balance add column in_cents bigint not null default 0;
update ledger_sealed_balance as sealed set in_cents = line.cents
from (
  select line.account_id, sum(line.amount_cents) as cents
  from ledger_line as line
  join ledger_posting as posting on posting.id = line.posting_id
  join ledger_proof_state as state on (posting.transaction_number, posting.id) <= (state.until_transaction, state.until_posting)
  where line.amount_cents > 0
  group by line.account_id
) as line
where line.account_id = sealed.account_id;

-- As before (migration 0005), with what came in, and each line with its moment and type.
create or replace function ledger_post(
  p_reference uuid, p_step text, p_type text, p_event_at timestamptz, p_created_at timestamptz, p_accounts text[], p_amounts bigint[]
) returns bigint language plpgsql security definer set search_path to public, pg_temp as $$
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
  set balance_cents = account.balance_cents + moved.amount, in_cents = account.in_cents + moved.incoming, version = account.version + 1
  from (
    select name, sum(amount)::bigint as amount, coalesce(sum(amount) filter (where amount > 0), 0)::bigint as incoming
    from unnest(p_accounts, p_amounts) as line (name, amount) group by name
  ) as moved
  where account.name = moved.name;

  insert into ledger_line (posting_id, line_number, account_id, amount_cents, event_at, type)
  select v_posting, line.number, account.id, line.amount, p_event_at, p_type
  from unnest(p_accounts, p_amounts) with ordinality as line (name, amount, number)
  join ledger_account as account on account.name = line.name;
  return v_posting;
end
$$;

-- As before (migration 0040), with what came in.
create or replace function ledger_seal_proved(p_at timestamptz, p_whole boolean, p_block integer)
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
    insert into ledger_sealed_balance as sealed (account_id, cents, in_cents)
    select line.account_id, sum(line.amount_cents), coalesce(sum(line.amount_cents) filter (where line.amount_cents > 0), 0)
    from ledger_posting as posting
    join ledger_line as line on line.posting_id = posting.id
    where (posting.transaction_number, posting.id) > (v_from.until_transaction, v_from.until_posting)
      and (posting.transaction_number, posting.id) <= (v_last.until_transaction, v_last.until_posting)
    group by line.account_id
    on conflict (account_id) do update
    set cents = sealed.cents + excluded.cents, in_cents = sealed.in_cents + excluded.in_cents;
  end if;
  update ledger_proof_state set
    cluster = (select system_identifier::text from pg_control_system()),
    until_transaction = coalesce(v_last.until_transaction, -1), until_posting = coalesce(v_last.until_posting, 0),
    daily_at = p_at, whole_at = case when p_whole then p_at else whole_at end;
  delete from ledger_touch;
  return v_blocks;
end
$$;

-- The newest obligations and loans, and the search of properties in either of its orders, by any part of their names.
create index property_project_newest on property (created_at desc, id desc) where investor_contract_type in ('obligation', 'loan');
create index property_by_creation on property (created_at, id);
create index property_by_change on property (updated_at, id);
create index property_name_part on property using gin (lower(name) gin_trgm_ops);
create index spv_name_part on spv using gin (lower(name) gin_trgm_ops);
create index payment_of_escrow on payment_to_be_assigned (property_id) include (amount_cents)
  where source = 'escrow' and status <> 'archivedNotAssigned';
create index capital_event_lent on capital_event (property_id) include (amount_cents) where type = 'capitalLoaned';
