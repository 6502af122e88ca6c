-- Money that was booked without a movement at the provider, and wires that are returned to their sender.

-- How much of an archived record of source `other` left the books, and how much of an archived wire stands for money that was booked
-- outside before (it leaves the books a second time, and is at the provider now).
alter table payment_to_be_assigned
  add column archived_off_provider_cents bigint not null default 0,
  add column covered_cents bigint not null default 0,
  add column return_order_id uuid references payment_order (id),
  add constraint payment_off_provider_parts check (
    archived_off_provider_cents between 0 and amount_cents
    and covered_cents between 0 and amount_cents
    and claim_filled_cents + covered_cents <= amount_cents
  );
update payment_to_be_assigned
set archived_off_provider_cents = amount_cents
where source = 'other'
  and status = 'archivedNotAssigned';

-- Of what was handed over to the owner: money that was never at the provider.
alter table owner_settlement add column off_provider_cents bigint not null default 0 check (off_provider_cents >= 0);

-- A wire is `returning` until its pay-out has an end, then `returned` for good.
alter table payment_to_be_assigned drop constraint payment_to_be_assigned_status_check;
alter table payment_to_be_assigned add constraint payment_to_be_assigned_status_check check (
  status in ('waiting', 'assigned', 'archivedNotAssigned', 'chargedBack', 'returning', 'returned')
);
alter table payment_to_be_assigned drop constraint payment_archived_when;
alter table payment_to_be_assigned add constraint payment_archived_when check (
  (status in ('archivedNotAssigned', 'chargedBack', 'returning', 'returned')) = (archived_at is not null)
);
alter table payment_to_be_assigned add constraint payment_returned_by_order check (
  (status in ('returning', 'returned')) = (return_order_id is not null)
);
create index payment_covering on payment_to_be_assigned (property_id) where covered_cents > 0;
create index payment_off_provider_of_project on payment_to_be_assigned (property_id) where source = 'other';
create index payment_returning on payment_to_be_assigned (property_id) where status = 'returning';
create unique index payment_return_order on payment_to_be_assigned (return_order_id) where return_order_id is not null;

-- One more word in each list; what the lists have by now stays.
do $$
declare
  listed record;
begin
  for listed in
    select conname, conrelid::regclass as owner, pg_get_constraintdef(oid) as definition,
      case conname when 'payment_order_purpose_check' then 'wire-return' else 'WIRE_RETURN' end as word
    from pg_constraint
    where conname in ('payment_order_purpose_check', 'wallet_transaction_type_check')
  loop
    execute format('alter table %s drop constraint %I', listed.owner, listed.conname);
    execute format(
      'alter table %s add constraint %I %s',
      listed.owner, listed.conname, replace(listed.definition, 'ARRAY[', format('ARRAY[%L::text, ', listed.word))
    );
  end loop;
end
$$;
