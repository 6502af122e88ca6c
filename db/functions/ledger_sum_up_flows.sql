-- Computes ledger_flow anew from all postings.
-- Called by hand, by an owner who wrote postings in any other way than ledger_post (the bench does).

create or replace function ledger_sum_up_flows()
returns void
language sql
set search_path to public, pg_temp
as $$
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

-- For its owner alone.
revoke execute on function ledger_sum_up_flows() from public, mortar_app;
