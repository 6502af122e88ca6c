-- An investor withdraws a tax-rate request that waits: the row stays, and the year may be declared anew.

alter table tax_rate_request
  add column withdrawn_at timestamptz,
  drop constraint tax_rate_request_status_check,
  add constraint tax_rate_request_status_check check (status in ('waiting', 'validated', 'refused', 'withdrawn')),
  add constraint tax_rate_request_withdrawn check ((status = 'withdrawn') = (withdrawn_at is not null)),
  drop constraint tax_rate_request_once_a_year;
create unique index tax_rate_request_once_a_year on tax_rate_request (customer_id, year) where status <> 'withdrawn';
