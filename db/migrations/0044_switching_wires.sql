-- A wire whose money is on its way to another project's SPV: it waits, but nobody may assign, split or archive it meanwhile.

alter table payment_to_be_assigned
  add column switching_to_property_id uuid references property (id),
  -- Who asked for the transfer that is on its way: { kind, administrator, payload }, written to the audit log when it succeeds.
  add column pending_audit jsonb,
  add constraint payment_switching_waits
    check (switching_to_property_id is null or (status = 'waiting' and payment_order_id is not null));

-- The same for the transfer of a management fee.
alter table echeance add column management_fees_pending_audit jsonb;
