-- An invoice says for ever what it said when it was issued; another document, the credit note, takes it back.

alter table invoice
  add column kind text not null default 'invoice' check (kind in ('invoice', 'credit-note')),
  add column credited_invoice_id uuid unique references invoice (id),
  -- Name and address of the customer or SPV as they were that day: { name, address: [line, ...] }.
  add column billed_to jsonb not null,
  -- [{ label, amountExclTaxCents, vatBps, vatCents }, ...]; the totals stand in their own columns.
  add column lines jsonb not null,
  -- A mention that the law asks for, such as the reverse charge of VAT.
  add column note text,
  add constraint invoice_credits_another check ((kind = 'credit-note') = (credited_invoice_id is not null)),
  add constraint invoice_has_one_party check (num_nonnulls(customer_id, spv_id) = 1),
  add constraint invoice_amounts_not_negative check (amount_excl_tax_cents >= 0 and vat_cents >= 0);
create index invoice_customer on invoice (customer_id, issued_at desc, id desc) where customer_id is not null;

-- Only the place of the file is filled in later; a number, once given, stays.
revoke update, delete on invoice from mortar_app;
grant update (storage_key) on invoice to mortar_app;
revoke delete on invoice_counter from mortar_app;
