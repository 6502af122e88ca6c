-- Invoices and credit notes. An invoice never changes once issued; a credit note cancels it.

-- The last number of an issuer and year. Numbers have no gaps: the row is locked by the transaction that writes the invoice.
create table invoice_counter (
  issuer text not null,
  year integer not null,
  last_number integer not null,
  primary key (issuer, year)
);
revoke delete on invoice_counter from mortar_app;

-- One invoice or credit note, to an investor or to an SPV.
create table invoice (
  id uuid primary key,
  kind text not null default 'invoice' check (kind in ('invoice', 'credit-note')),
  credited_invoice_id uuid unique references invoice (id),
  issuer text not null,
  year integer not null,
  number integer not null,
  reason text not null check (reason in ('withdrawal-fee', 'management-fees', 'funding-fees', 'fiducie-fees')),
  customer_id uuid references customer (id),
  spv_id uuid references spv (id),
  -- Of an SPV: the project it is about.
  property_id uuid references property (id),
  -- Name and address of the customer or SPV as they were that day: { name, address: [line, ...] }.
  billed_to jsonb not null,
  subject_id uuid not null,
  -- [{ label, amountExclTaxCents, vatBps, vatCents }, ...]; the totals stand in their own columns.
  lines jsonb not null,
  amount_excl_tax_cents bigint not null,
  vat_cents bigint not null,
  -- A mention that the law asks for, such as the reverse charge of VAT.
  note text,
  storage_key text,
  issued_at timestamptz not null,
  unique (issuer, year, number),
  constraint invoice_credits_another check ((kind = 'credit-note') = (credited_invoice_id is not null)),
  constraint invoice_has_one_party check (num_nonnulls(customer_id, spv_id) = 1),
  constraint invoice_of_customer_has_no_property check (property_id is null or customer_id is null),
  constraint invoice_amounts_not_negative check (amount_excl_tax_cents >= 0 and vat_cents >= 0)
);
create index invoice_subject on invoice (subject_id);
create index invoice_newest on invoice (issued_at desc, id desc);
create index invoice_customer on invoice (customer_id, issued_at desc, id desc) where customer_id is not null;
create index invoice_spv on invoice (spv_id, issued_at desc, id desc) where spv_id is not null;
create index invoice_property on invoice (property_id, issued_at desc, id desc) where property_id is not null;
-- Only the place of the file is filled in later, and whom it was billed to is erased in the end; a number, once given, stays.
create trigger of_closed_accounts before update of billed_to on invoice
  for each row execute function refuse_unless_closed('customer_id', 'accounting', '{"billed_to": {"name": "", "address": []}, "storage_key": null}');
revoke update, delete on invoice from mortar_app;
grant update (storage_key, billed_to) on invoice to mortar_app;
