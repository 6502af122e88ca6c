-- Of a loan that was planned for a later day than the give-up of its project: what was not paid to the owner, and is not lent any more while
-- the give-up is in force. The schedule reads an event without it.

alter table capital_event
  add column given_up_cents bigint not null default 0,
  add constraint capital_event_given_up_cents_check
    check (given_up_cents between 0 and case type when 'capitalLoaned' then amount_cents else 0 end);

drop index capital_event_lent;
create index capital_event_lent on capital_event (property_id) include (amount_cents, given_up_cents) where type = 'capitalLoaned';
