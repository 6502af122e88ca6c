-- Which project an invoice of an SPV is about, and the lists of invoices that administrators read.

alter table invoice add column property_id uuid references property (id);

update invoice set property_id = company_fee_transfer.property_id
  from company_fee_transfer where invoice.reason in ('funding-fees', 'fiducie-fees') and company_fee_transfer.id = invoice.subject_id;
update invoice set property_id = echeance.property_id
  from echeance where invoice.reason = 'management-fees' and echeance.id = invoice.subject_id;

alter table invoice add constraint invoice_of_customer_has_no_property check (property_id is null or customer_id is null);

create index invoice_newest on invoice (issued_at desc, id desc);
create index invoice_spv on invoice (spv_id, issued_at desc, id desc) where spv_id is not null;
create index invoice_property on invoice (property_id, issued_at desc, id desc) where property_id is not null;

create index referral_invoice_newest on referral_invoice (created_at desc, id desc);
create index referral_reward_invoice on referral_reward (invoice_id) where invoice_id is not null;
