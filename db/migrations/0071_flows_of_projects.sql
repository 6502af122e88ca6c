-- Where the money of a project went is kept as sums: pairing givers and takers of all its postings anew read 26 blocks of each.

-- The place of an account, seen from a project: its own purse, or who is at the other end.
create function ledger_place(p_name text, p_property uuid) returns text language sql immutable as $$
  select case
    when p_name like 'PRO:' || p_property || ':%' then split_part(p_name, ':', 3)
    when p_name like 'INV:%' then 'INVESTORS'
    when p_name = 'EXT' then 'OUTSIDE'
    when p_name like 'PLAT:%' then 'PLATFORM_' || split_part(p_name, ':', 2)
    else 'OTHER_PROJECTS'
  end
$$;

-- What went from one place to another by postings of a type. Postings that touch the project's HELD are left out: what they moved in the end
-- is known when their payment has ended, and they are as few as its administrators' acts.
create table ledger_flow (
  property_id uuid not null,
  giver text not null,
  taker text not null,
  type text not null,
  -- Where several gave and several took, each pair has its proportion, which may be no whole cent.
  cents numeric not null,
  movement_count integer not null,
  primary key (property_id, giver, taker, type)
);
revoke insert, update, delete on ledger_flow from mortar_app;

-- The flows of postings whose lines are these: of each project whose purses are among the accounts, but not its HELD.
create function ledger_flows(p_accounts text[], p_amounts bigint[])
returns table (property_id uuid, giver text, taker text, cents numeric) language sql immutable as $$
  with project as (
    select split_part(name, ':', 2)::uuid as id
    from unnest(p_accounts) as name
    where name like 'PRO:%'
    group by 1
    having not bool_or(name like 'PRO:%:HELD')
  ),
  place as (
    select project.id, ledger_place(line.name, project.id) as name, sum(line.amount) as cents
    from project cross join unnest(p_accounts, p_amounts) as line (name, amount)
    group by 1, 2
    having sum(line.amount) <> 0
  ),
  whole as (
    select id, sum(cents) as cents from place where cents > 0 group by id
  )
  select whole.id, giver.name, taker.name, -giver.cents * taker.cents / whole.cents
  from whole
  join place as giver on giver.id = whole.id and giver.cents < 0
  join place as taker on taker.id = whole.id and taker.cents > 0
$$;

-- Sums up the flows of all postings there are; for this migration, and for who has written postings in any other way than ledger_post.
create function ledger_sum_up_flows() returns void language sql set search_path to public, pg_temp as $$
  truncate ledger_flow;
  insert into ledger_flow (property_id, giver, taker, type, cents, movement_count)
  select flow.property_id, flow.giver, flow.taker, posting.type, sum(flow.cents), count(*)
  from (
    select line.posting_id, line.type, array_agg(account.name) as accounts, array_agg(line.amount_cents) as amounts
    from ledger_line as line
    join ledger_account as account on account.id = line.account_id
    where line.posting_id in (
      select own.posting_id
      from ledger_line as own
      join ledger_account as purse on purse.id = own.account_id
      where purse.name like 'PRO:%'
    )
    group by line.posting_id, line.type
  ) as posting
  cross join lateral ledger_flows(posting.accounts, posting.amounts) as flow
  group by 1, 2, 3, 4
$$;
revoke execute on function ledger_sum_up_flows() from public, mortar_app;
select ledger_sum_up_flows();

-- As before (migration 0058), with the flows. Two that change one sum have locked one of its purses before.
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

  -- The text of the array is looked at, as that is cheaper than its elements: most postings of investors have no purse.
  if p_accounts::text like '%PRO:%' then
    insert into ledger_flow as known (property_id, giver, taker, type, cents, movement_count)
    select flow.property_id, flow.giver, flow.taker, p_type, flow.cents, 1
    from ledger_flows(p_accounts, p_amounts) as flow
    on conflict (property_id, giver, taker, type) do update
    set cents = known.cents + excluded.cents, movement_count = known.movement_count + 1;
  end if;
  return v_posting;
end
$$;
