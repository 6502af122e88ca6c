-- Investors are searched by any part of name or address, and by the end of an IBAN.

create extension if not exists pg_trgm;

create index auth_user_words on auth_user using gin (lower("email" || ' ' || "name") gin_trgm_ops);
create index customer_words on customer using gin (lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '')) gin_trgm_ops);
create index customer_company_words on customer_company using gin (lower(name) gin_trgm_ops);
create index payment_method_iban_end on payment_method ("right"(iban, 4));
create index deposit_account_iban_end on deposit_account ("right"(iban, 4)) where iban is not null;
