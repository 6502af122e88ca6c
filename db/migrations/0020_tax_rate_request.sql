-- What an investor declared about their taxes, once a year: the answers, the rate they gave, and whether it counts.

create table tax_rate_request (
  id uuid primary key,
  customer_id uuid not null references customer (id),
  year integer not null,
  -- As computed at the request; what counts is computed from the answers with the rates of the day (A-taxation-1).
  tax_rate_bps integer not null check (tax_rate_bps between 0 and 10000),
  answers jsonb not null,
  status text not null check (status in ('waiting', 'validated', 'refused')),
  created_at timestamptz not null,
  validated_at timestamptz,
  refused_at timestamptz,
  refusal_reason text,
  constraint tax_rate_request_once_a_year unique (customer_id, year),
  check ((status = 'validated') = (validated_at is not null)),
  check ((status = 'refused') = (refused_at is not null)),
  check (refusal_reason is null or refused_at is not null)
);
create index tax_rate_request_newest on tax_rate_request (created_at desc, id desc);
revoke delete on tax_rate_request from mortar_app;
