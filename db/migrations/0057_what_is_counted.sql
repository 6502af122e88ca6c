-- What lists and papers would count or sum up anew for each page is kept as it happens: an investor's bricks of each property, what was paid
-- on an echeance and distributed of it, an investor's coupons and taxes of a year. Written by triggers alone, in the transaction and under the
-- locks of what they sum, and derived by invariants of the proof. What decides about money is still summed up from the rows themselves.

-- Written by the triggers of `brick` alone, proved by the proof. A holder who has sold everything keeps a row of zeros.
create table brick_holding (
  property_id uuid not null references property (id),
  customer_id uuid not null references customer (id),
  brick_count integer not null default 0 check (brick_count >= 0),
  selling_brick_count integer not null default 0 check (selling_brick_count between 0 and brick_count),
  -- That of the property, which never changes: the order of the list.
  property_created_at timestamptz not null,
  primary key (customer_id, property_id)
);

insert into brick_holding (property_id, customer_id, brick_count, selling_brick_count, property_created_at)
select property.id, held.customer_id, held.bricks, held.selling, property.created_at
from (
  select property_id, owner_customer_id as customer_id, count(*) as bricks, count(status) as selling
  from brick
  where owner_customer_id is not null
  group by 1, 2
) as held
join property on property.id = held.property_id;

create index brick_holding_newest on brick_holding (customer_id, property_created_at desc, property_id desc) where brick_count > 0;
revoke insert, update, delete on brick_holding from mortar_app;

alter table ledger_touch drop constraint ledger_touch_kind_check;
alter table ledger_touch add constraint ledger_touch_kind_check check (kind in ('transaction', 'order', 'purchase', 'funding', 'bricks',
  'project', 'run', 'deal', 'seller', 'referral', 'holder', 'coupons'));

-- What a statement changed of each holding, in the order of the key: two statements that change the same holdings wait, and never for each
-- other. Runs as its owner, as nobody else may write the counts. The holders are noted for the proof whatever became of their counts.
create function brick_count_holdings() returns trigger language plpgsql security definer set search_path to public, pg_temp as $$
declare
  v_properties uuid[];
  v_customers uuid[];
  v_bricks integer[];
  v_selling integer[];
begin
  if tg_op = 'UPDATE' then
    select array_agg(property_id), array_agg(customer_id), array_agg(bricks), array_agg(selling)
    into v_properties, v_customers, v_bricks, v_selling
    from (
      select property_id, customer_id, sum(bricks) as bricks, sum(selling) as selling
      from (
        select property_id, owner_customer_id as customer_id, 1 as bricks, (status is not null)::integer as selling from new_rows
        union all
        select property_id, owner_customer_id, -1, -(status is not null)::integer from old_rows
      ) as changed
      where customer_id is not null
      group by property_id, customer_id
      having sum(bricks) <> 0 or sum(selling) <> 0
      order by customer_id, property_id
    ) as holding;
  else
    select array_agg(property_id), array_agg(customer_id), array_agg(bricks), array_agg(selling)
    into v_properties, v_customers, v_bricks, v_selling
    from (
      select property_id, owner_customer_id as customer_id, case tg_op when 'INSERT' then 1 else -1 end * count(*) as bricks,
        case tg_op when 'INSERT' then 1 else -1 end * count(status) as selling
      from new_rows
      where owner_customer_id is not null
      group by property_id, owner_customer_id
      order by owner_customer_id, property_id
    ) as holding;
  end if;
  if v_properties is null then return null; end if;

  insert into brick_holding (property_id, customer_id, property_created_at)
  select changed.property_id, changed.customer_id, property.created_at
  from unnest(v_properties, v_customers) with ordinality as changed (property_id, customer_id, place)
  join property on property.id = changed.property_id
  where not exists (
    select from brick_holding as known
    where known.property_id = changed.property_id and known.customer_id = changed.customer_id
  )
  order by changed.place
  on conflict do nothing;

  perform
  from brick_holding
  where (customer_id, property_id) in (select * from unnest(v_customers, v_properties))
  order by customer_id, property_id
  for no key update;

  update brick_holding as holding
  set brick_count = holding.brick_count + changed.bricks, selling_brick_count = holding.selling_brick_count + changed.selling
  from unnest(v_properties, v_customers, v_bricks, v_selling) as changed (property_id, customer_id, bricks, selling)
  where holding.property_id = changed.property_id and holding.customer_id = changed.customer_id;

  insert into ledger_touch (kind, subject) select distinct 'holder', customer_id from unnest(v_customers) as customer_id;
  return null;
end
$$;
create trigger count_holdings_insert after insert on brick
  referencing new table as new_rows for each statement execute function brick_count_holdings();
create trigger count_holdings_update after update on brick
  referencing old table as old_rows new table as new_rows for each statement execute function brick_count_holdings();
create trigger count_holdings_delete after delete on brick
  referencing old table as new_rows for each statement execute function brick_count_holdings();

-- Whoever else may write it; what the triggers of `brick` write is noted by them.
create trigger ledger_touch after insert or update or delete on brick_holding
  for each row when (pg_trigger_depth() = 0) execute function ledger_touch_row('holder', 'customer_id');

alter table echeance
  add column mensualite_paid_cents bigint not null default 0 check (mensualite_paid_cents >= 0),
  add column capital_paid_cents bigint not null default 0 check (capital_paid_cents >= 0),
  add column coupon_distributed_cents bigint not null default 0 check (coupon_distributed_cents >= 0),
  add column capital_distributed_cents bigint not null default 0 check (capital_distributed_cents >= 0);

-- The amounts change no purse: the next proof need not look at all projects for them.
alter table echeance disable trigger ledger_touch_project;
update echeance
set mensualite_paid_cents = paid.mensualite, capital_paid_cents = paid.capital
from (
  select assigned_echeance_id as id,
    coalesce(sum(amount_cents) filter (where payment_for = 'mensualite'), 0) as mensualite,
    coalesce(sum(amount_cents) filter (where payment_for = 'capitalRepayment'), 0) as capital
  from payment_to_be_assigned
  where assigned_echeance_id is not null
  group by 1
) as paid
where paid.id = echeance.id;
update echeance
set coupon_distributed_cents = distributed.coupon, capital_distributed_cents = distributed.capital
from (
  select echeance_id as id,
    coalesce(sum(total_cents) filter (where kind = 'coupon'), 0) as coupon,
    coalesce(sum(total_cents) filter (where kind = 'capital'), 0) as capital
  from payout_run
  where echeance_id is not null
  group by 1
) as distributed
where distributed.id = echeance.id;
alter table echeance enable trigger ledger_touch_project;

create function echeance_add_payment(p_echeance uuid, p_for text, p_cents bigint) returns void
language sql set search_path to public, pg_temp as $$
  update echeance
  set mensualite_paid_cents = mensualite_paid_cents + case p_for when 'mensualite' then p_cents else 0 end,
    capital_paid_cents = capital_paid_cents + case p_for when 'capitalRepayment' then p_cents else 0 end
  where id = p_echeance
$$;
create function echeance_count_payment() returns trigger language plpgsql set search_path to public, pg_temp as $$
begin
  if tg_op <> 'INSERT' and old.assigned_echeance_id is not null then
    perform echeance_add_payment(old.assigned_echeance_id, old.payment_for, -old.amount_cents);
  end if;
  if tg_op <> 'DELETE' and new.assigned_echeance_id is not null then
    perform echeance_add_payment(new.assigned_echeance_id, new.payment_for, new.amount_cents);
  end if;
  return null;
end
$$;
create trigger count_payment after insert or delete or update of assigned_echeance_id, payment_for, amount_cents
  on payment_to_be_assigned for each row execute function echeance_count_payment();

create function echeance_add_run(p_echeance uuid, p_kind text, p_cents bigint) returns void
language sql set search_path to public, pg_temp as $$
  update echeance
  set coupon_distributed_cents = coupon_distributed_cents + case p_kind when 'coupon' then p_cents else 0 end,
    capital_distributed_cents = capital_distributed_cents + case p_kind when 'capital' then p_cents else 0 end
  where id = p_echeance and p_kind in ('coupon', 'capital')
$$;
create function echeance_count_run() returns trigger language plpgsql set search_path to public, pg_temp as $$
begin
  if tg_op <> 'INSERT' and old.echeance_id is not null then
    perform echeance_add_run(old.echeance_id, old.kind, -old.total_cents);
  end if;
  if tg_op <> 'DELETE' and new.echeance_id is not null then
    perform echeance_add_run(new.echeance_id, new.kind, new.total_cents);
  end if;
  return null;
end
$$;
create trigger count_run after insert or delete or update of echeance_id, kind, total_cents
  on payout_run for each row execute function echeance_count_run();

-- What a run has to look at, and what is still to be repaid: nothing that is over.
create index echeance_coupon_to_pay on echeance (due_date, id)
  where least(mensualite_paid_cents - management_fees_taken_cents, interest_cents + penalty_for_investors_cents)
    > coupon_distributed_cents;
create index echeance_capital_to_pay on echeance (due_date, id)
  where least(capital_paid_cents, capital_repayment_due_cents) > capital_distributed_cents;
create index echeance_capital_unpaid on echeance (due_date, id) include (property_id)
  where capital_repayment_due_cents > capital_paid_cents;
create index echeance_capital_unpaid_property on echeance (property_id) where capital_repayment_due_cents > capital_paid_cents;

-- Confirmed coupons and withheld taxes of an investor, by the Paris year in which they were written, the contract of the paying project
-- and the rate of the social contributions: that decides which box of the yearly form they go into.
create table coupon_year (
  customer_id uuid not null references customer (id),
  paris_year integer not null,
  contract_type text not null check (contract_type in ('obligation', 'loan', 'royalty', 'none')),
  -- -1: no parts of a tax are recorded.
  social_bps integer not null check (social_bps >= -1),
  coupon_cents bigint not null default 0 check (coupon_cents >= 0),
  tax_cents bigint not null default 0 check (tax_cents >= 0),
  income_tax_cents bigint not null default 0 check (income_tax_cents >= 0),
  social_cents bigint not null default 0 check (social_cents >= 0),
  -- Taxes whose parts are not recorded.
  unsplit_count integer not null default 0 check (unsplit_count >= 0),
  primary key (customer_id, paris_year, contract_type, social_bps)
);
revoke insert, update, delete on coupon_year from mortar_app;

insert into coupon_year
select transaction.customer_id, extract(year from transaction.created_at at time zone 'Europe/Paris'),
  coalesce(property.investor_contract_type, 'none'), coalesce(coupon.social_bps, tax.social_bps, -1),
  coalesce(sum(transaction.amount_cents) filter (where transaction.type = 'COUPON_PAYOUT'), 0),
  coalesce(sum(transaction.amount_cents) filter (where transaction.type = 'WITHHOLDING_TAX'), 0),
  coalesce(sum(tax.income_tax_cents), 0), coalesce(sum(tax.social_cents), 0),
  count(*) filter (where transaction.type = 'WITHHOLDING_TAX' and tax.wallet_transaction_id is null)
from wallet_transaction as transaction
left join property on property.id = transaction.property_id
left join coupon_tax as coupon on coupon.coupon_transaction_id = transaction.id
left join coupon_tax as tax on tax.wallet_transaction_id = transaction.id
where transaction.type in ('COUPON_PAYOUT', 'WITHHOLDING_TAX') and transaction.status = 'CONFIRMED'
  and transaction.customer_id is not null
group by 1, 2, 3, 4;

-- Adds to one sum, or takes from it. All sums of the investor's year are locked first, in the order of their key: two transactions that
-- change several of them wait for each other at the first.
create function coupon_year_add(
  p_transaction wallet_transaction, p_social_bps integer, p_sign integer, p_income_tax bigint, p_social bigint
) returns void language plpgsql set search_path to public, pg_temp as $$
declare
  v_year integer := extract(year from p_transaction.created_at at time zone 'Europe/Paris');
  v_contract text := coalesce((select investor_contract_type from property where id = p_transaction.property_id), 'none');
  v_bps integer := coalesce(p_social_bps, -1);
  v_coupon bigint := case p_transaction.type when 'COUPON_PAYOUT' then p_sign * p_transaction.amount_cents else 0 end;
  v_tax bigint := case p_transaction.type when 'WITHHOLDING_TAX' then p_sign * p_transaction.amount_cents else 0 end;
  v_unsplit integer := case when p_transaction.type = 'WITHHOLDING_TAX' and p_social is null then p_sign else 0 end;
begin
  if p_transaction.customer_id is null then return; end if;
  perform from coupon_year
  where customer_id = p_transaction.customer_id and paris_year = v_year
  order by contract_type, social_bps
  for no key update;
  insert into coupon_year (customer_id, paris_year, contract_type, social_bps)
  values (p_transaction.customer_id, v_year, v_contract, v_bps)
  on conflict do nothing;
  update coupon_year
  set coupon_cents = coupon_cents + v_coupon, tax_cents = tax_cents + v_tax,
    income_tax_cents = income_tax_cents + p_sign * coalesce(p_income_tax, 0),
    social_cents = social_cents + p_sign * coalesce(p_social, 0), unsplit_count = unsplit_count + v_unsplit
  where customer_id = p_transaction.customer_id and paris_year = v_year and contract_type = v_contract and social_bps = v_bps;
end
$$;

create function coupon_year_count(p_transaction wallet_transaction, p_sign integer) returns void
language plpgsql set search_path to public, pg_temp as $$
declare
  v_tax coupon_tax;
begin
  if p_transaction.status <> 'CONFIRMED' or p_transaction.type not in ('COUPON_PAYOUT', 'WITHHOLDING_TAX') then return; end if;
  if p_transaction.type = 'COUPON_PAYOUT' then
    select * into v_tax from coupon_tax where coupon_transaction_id = p_transaction.id;
    perform coupon_year_add(p_transaction, v_tax.social_bps, p_sign, null, null);
  else
    select * into v_tax from coupon_tax where wallet_transaction_id = p_transaction.id;
    perform coupon_year_add(p_transaction, v_tax.social_bps, p_sign, v_tax.income_tax_cents, v_tax.social_cents);
  end if;
end
$$;
-- The triggers run as their owner: nobody else may write the sums, or call what writes them.
revoke execute on function coupon_year_add(wallet_transaction, integer, integer, bigint, bigint) from public, mortar_app;
revoke execute on function coupon_year_count(wallet_transaction, integer) from public, mortar_app;
create function coupon_year_count_transaction() returns trigger language plpgsql security definer set search_path to public, pg_temp as $$
begin
  if tg_op <> 'INSERT' then perform coupon_year_count(old, -1); end if;
  if tg_op <> 'DELETE' then perform coupon_year_count(new, 1); end if;
  return null;
end
$$;
create trigger count_coupon_insert after insert on wallet_transaction
  for each row when (new.status = 'CONFIRMED' and new.type in ('COUPON_PAYOUT', 'WITHHOLDING_TAX'))
  execute function coupon_year_count_transaction();
create trigger count_coupon_update after update on wallet_transaction
  for each row when ((old.status = 'CONFIRMED' or new.status = 'CONFIRMED')
    and (old.type in ('COUPON_PAYOUT', 'WITHHOLDING_TAX') or new.type in ('COUPON_PAYOUT', 'WITHHOLDING_TAX')))
  execute function coupon_year_count_transaction();
create trigger count_coupon_delete after delete on wallet_transaction
  for each row when (old.status = 'CONFIRMED' and old.type in ('COUPON_PAYOUT', 'WITHHOLDING_TAX'))
  execute function coupon_year_count_transaction();

-- The parts of a tax that was confirmed before they were recorded: its coupon and it move to the sum of their rate.
create function coupon_year_split() returns trigger language plpgsql security definer set search_path to public, pg_temp as $$
declare
  v_row record;
begin
  for v_row in
    select coupon, tax, recorded.social_bps, recorded.income_tax_cents, recorded.social_cents
    from new_rows as recorded
    join wallet_transaction as coupon on coupon.id = recorded.coupon_transaction_id
    join wallet_transaction as tax on tax.id = recorded.wallet_transaction_id
    where coupon.status = 'CONFIRMED' or tax.status = 'CONFIRMED'
    order by coupon.customer_id, coupon.id
  loop
    if (v_row.coupon).status = 'CONFIRMED' then
      perform coupon_year_add(v_row.coupon, -1, -1, null, null);
      perform coupon_year_add(v_row.coupon, v_row.social_bps, 1, null, null);
    end if;
    if (v_row.tax).status = 'CONFIRMED' then
      perform coupon_year_add(v_row.tax, -1, -1, null, null);
      perform coupon_year_add(v_row.tax, v_row.social_bps, 1, v_row.income_tax_cents, v_row.social_cents);
    end if;
  end loop;
  return null;
end
$$;
create trigger count_coupon after insert on coupon_tax
  referencing new table as new_rows for each statement execute function coupon_year_split();

-- What the proof looks at again; a transaction is noted already.
create trigger ledger_touch after insert or update or delete on coupon_year
  for each row when (pg_trigger_depth() = 0) execute function ledger_touch_row('coupons', 'customer_id');
create trigger ledger_touch after update or delete on coupon_tax
  for each row execute function ledger_touch_row('transaction', 'wallet_transaction_id');
