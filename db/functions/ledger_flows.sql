-- What the lines of one posting moved from place to place, for each project of which a purse is among the accounts. Postings that touch a
-- project's HELD are left out: what they move is known when their payment has ended. Where several gave and several took, each pair gets
-- its proportion.
-- Called by ledger_post and ledger_sum_up_flows.

create or replace function ledger_flows(p_accounts text[], p_amounts bigint[])
returns table (property_id uuid, giver text, taker text, cents numeric)
language sql immutable
as $$
  with project as (
    select split_part(name, ':', 2)::uuid as id
    from unnest(p_accounts) as name
    where name like 'PRO:%'
    group by 1
    having not bool_or(name like 'PRO:%:HELD')
  ),
  place as (
    select project.id, ledger_account_kind(line.name, project.id) as name, sum(line.amount) as cents
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
