-- What a project owner asked the platform to finance. The most recent request of a property names its account manager (document 2).

create table project_financing_request (
  id uuid primary key,
  name text not null check (name <> ''),
  -- Null until somebody links the request to the property that came of it.
  property_id uuid references property (id) on delete set null,
  project_owner_company_id uuid,
  requested_amount_cents bigint check (requested_amount_cents > 0),
  -- { firstname, lastname, email, phoneNumber? }: who of the platform follows it, null while nobody does.
  account_manager jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index project_financing_request_newest on project_financing_request (created_at desc, id desc);
-- A property shows the newest of its requests: `order by created_at desc, id desc limit 1`.
create index project_financing_request_of_property on project_financing_request (property_id, created_at desc, id desc)
  where property_id is not null;
