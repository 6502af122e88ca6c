-- Posts once: creates missing accounts, locks all in the order of their ids, moves balances, writes the lines and the flows of projects.
-- Answers the posting, or null if this step of the reference was posted before; a balance that would fall below zero violates
-- ledger_balance_not_negative.
-- Called by money/ledger/post.ts, payment_create and ledger_release. Runs as its owner: it is the only way for the application to write the
-- ledger (ADR 0005). Everything is found by a key, so the plans are made once (ADR 0023).

create or replace function ledger_post(
  p_reference uuid, p_step text, p_type text, p_event_at timestamptz, p_created_at timestamptz, p_accounts text[], p_amounts bigint[]
)
returns bigint
language plpgsql
security definer
set search_path to public, pg_temp
set plan_cache_mode to force_generic_plan
set enable_seqscan to off
as $$
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

  if (select count(*) from ledger_account where name = any (p_accounts))
    < (select count(distinct name) from unnest(p_accounts) as name) then
    insert into ledger_account (name, owner_id)
    select distinct name, nullif(split_part(name, ':', 2), '')::uuid from unnest(p_accounts) as name
    where split_part(name, ':', 1) in ('INV', 'PRO', 'SPV')
    union
    select distinct name, null::uuid from unnest(p_accounts) as name
    where split_part(name, ':', 1) in ('EXT', 'PLAT')
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
