-- Properties with their SPVs, project owners and their presentations, brick prices, financing requests.

-- The company that borrows or owns for one or several projects, with one wallet at the provider.
create table spv (
  id uuid primary key,
  name text not null,
  country text not null check (country in ('France', 'Portugal', 'Angleterre', 'France outre-mer', 'Andorre', 'Espagne', 'Italie', 'Belgique',
    'Suisse', 'Luxembourg', 'Réunion (île)', 'île Maurice', 'Allemagne', 'Pays-Bas', 'Maroc', 'Grèce', 'Émirats arabes unis')),
  -- Rate of VAT where that of the country does not fit (Guyane, Mayotte: 0), in basis points.
  vat_override_bps integer check (vat_override_bps between 0 and 10000),
  provider_external_id text unique,
  provider_status integer,
  provider_blocked boolean not null default false,
  kyb_status text not null default 'notStarted'
    check (kyb_status in ('notStarted', 'waitingForVerifier', 'verified', 'refused', 'outdated')),
  -- Counts the writes of what was read at the provider, as in customer.
  provider_sync_version bigint not null default 0,
  -- When the provider last answered about it, and when it last gave no readable answer; the job that reads waiting ones reads
  -- unreadable ones last.
  provider_read_at timestamptz,
  provider_unread_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index spv_name_part on spv using gin (lower(name) gin_trgm_ops);

-- The person who owes the repayment of a project.
create table project_owner (
  id uuid primary key,
  firstname text not null,
  lastname text not null,
  email text not null,
  phone_number text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index project_owner_email_any_case on project_owner (lower(email));

-- How project owners are presented to investors; ids are UUID v7.
create table project_owner_presentation (
  id uuid primary key,
  name text not null check (name <> ''),
  description text not null check (description <> ''),
  profile_picture_url text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint project_owner_presentation_name_once unique (name)
);

-- A project that investors finance or buy, from draft to final settlement.
create table property (
  id uuid primary key,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'PUBLISHED')),
  investor_contract_type text not null check (investor_contract_type in ('obligation', 'loan', 'royalty')),
  name text not null,
  spv_id uuid references spv (id),
  project_owner_id uuid references project_owner (id),
  -- A presentation that a property shows cannot be deleted.
  project_owner_presentation_id uuid references project_owner_presentation (id),
  -- What the page shows and no rule reads: investmentCase, galleries, documents, address, finances, attributes...
  presentation jsonb not null default '{}',
  operation jsonb,
  image_count integer generated always as (jsonb_array_length(coalesce(presentation -> 'imageGallery', '[]'))) stored,
  -- The funding.
  amount_to_fund_cents bigint check (amount_to_fund_cents > 0),
  min_amount_to_fund_cents bigint check (min_amount_to_fund_cents > 0),
  return_on_investment_rate bigint,
  investment_horizon_in_months integer,
  total_fund_escrow_cents bigint not null default 0 check (total_fund_escrow_cents >= 0),
  total_construction_budget_cents bigint not null default 0 check (total_construction_budget_cents >= 0),
  -- Before the closing: how much of escrow and construction budget is promised out of money that lies on the SPV's wallet beside the funding.
  budget_increases_cents bigint not null default 0 check (budget_increases_cents >= 0),
  funding_start_date timestamptz,
  funding_max_end_date timestamptz,
  revenue_start_date timestamptz,
  display_date timestamptz,
  published_at timestamptz,
  primary_market_open boolean not null default false,
  total_bricks integer,
  min_bricks integer,
  -- Bricks of a large property are created in batches after its publication, as a million rows take longer than a request may. Each batch
  -- lowers this in its own transaction; nobody can buy until it is 0.
  uncreated_bricks integer not null default 0,
  -- The closing.
  funding_ended_at timestamptz,
  -- What its confirmed purchases brought, set by the successful closing.
  collected_cents bigint check (collected_cents >= 0),
  -- Interest escrow in PRO:<property>:ESCROW, set by the closing and by later changes.
  escrow_set_aside_cents bigint check (escrow_set_aside_cents >= 0),
  investor_count integer,
  purchased_brick_count integer,
  purchased_date timestamptz,
  referral_paid_at timestamptz,
  funding_fees_excl_tax_cents bigint check (funding_fees_excl_tax_cents >= 0),
  fiducie_fees_excl_tax_cents bigint check (fiducie_fees_excl_tax_cents >= 0),
  -- What the administrators' page shows as companyFees.x.transfer; null until the fee has arrived.
  funding_fees_transfer jsonb,
  fiducie_fees_transfer jsonb,
  -- The life after it.
  is_marketplace_allowed boolean not null default true,
  resale_sale_started_at timestamptz,
  resale_offer_accepted_at timestamptz,
  resale_sale_type text check (resale_sale_type in ('partial', 'total')),
  resale_completed_at timestamptz,
  financial_status text check (financial_status in ('reception-by-project-owner-pending', 'repayment-ongoing',
    'repayment-delay', 'repayment-default', 'repayment-finished')),
  has_been_in_delay_or_default_once boolean not null default false,
  solde_de_tout_compte_done_at timestamptz,
  internal_note_content text not null default '',
  internal_note_version integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (status = 'DRAFT' or (total_bricks is not null and min_bricks is not null and published_at is not null)),
  constraint property_uncreated_bricks_check check (uncreated_bricks >= 0 and uncreated_bricks <= coalesce(total_bricks, 0)),
  constraint property_set_aside_when_collected check ((collected_cents is null) = (escrow_set_aside_cents is null))
);
-- Lists of projects by contract, those of investors, and the search of administrators in either order and by any part of a name.
create index property_newest on property (investor_contract_type, created_at desc, id desc);
create index property_project_newest on property (created_at desc, id desc) where investor_contract_type in ('obligation', 'loan');
create index property_published on property (published_at desc, id desc) where status = 'PUBLISHED';
create index property_by_creation on property (created_at, id);
create index property_by_change on property (updated_at, id);
create index property_name_part on property using gin (lower(name) gin_trgm_ops);
create index property_open_funding on property (id) where status = 'PUBLISHED' and funding_ended_at is null;
-- Projects that collected and are not settled: what waits in each for a human.
create index property_living on property (funding_ended_at, id) where collected_cents is not null and solde_de_tout_compte_done_at is null;
create index property_late on property (id) where financial_status in ('repayment-delay', 'repayment-default');
create index property_spv on property (spv_id);
create index property_project_owner on property (project_owner_id);
create index property_project_owner_presentation on property (project_owner_presentation_id)
  where project_owner_presentation_id is not null;
-- What the proof compares of a property: its bricks, its funding, its purses.
create trigger proof_mark_insert after insert on property
  for each row when (new.status = 'PUBLISHED') execute function proof_mark_row('bricks', 'id');
create trigger proof_mark_bricks after update on property
  for each row when ((old.status, old.total_bricks, old.purchased_date) is distinct from (new.status, new.total_bricks, new.purchased_date))
  execute function proof_mark_row('bricks', 'id');
create trigger proof_mark_funding after update on property
  for each row when (old.collected_cents is distinct from new.collected_cents) execute function proof_mark_row('funding', 'id');
create trigger proof_mark_project after update on property
  for each row when ((old.collected_cents, old.escrow_set_aside_cents) is distinct from (new.collected_cents, new.escrow_set_aside_cents))
  execute function proof_mark_row('project', 'id');

-- Each change of the financial status of a project, for the story of a delay that its holders read.
create table financial_status_change (
  id bigint generated always as identity primary key,
  property_id uuid not null references property (id),
  status text not null check (status in ('reception-by-project-owner-pending', 'repayment-ongoing', 'repayment-delay', 'repayment-default',
    'repayment-finished')),
  changed_at timestamptz not null
);
create index financial_status_change_property on financial_status_change (property_id, id);
revoke update, delete on financial_status_change from mortar_app;

-- Official price of a brick from a date on; what it was then is never forgotten.
create table brick_price (
  property_id uuid not null references property (id) on delete cascade,
  valid_from timestamptz not null,
  price_cents bigint not null check (price_cents > 0),
  revenue_per_brick_cents bigint,
  -- Set for the yearly update, of which there is one a year.
  year integer,
  created_at timestamptz not null,
  primary key (property_id, valid_from)
);
create unique index brick_price_one_update_per_year on brick_price (property_id, year) where year is not null;

-- What a project owner asked the platform to finance. The newest request of a property names its account manager.
create table project_financing_request (
  id uuid primary key,
  name text not null check (name <> ''),
  -- Null until somebody links the request to the property that came of it.
  property_id uuid references property (id) on delete set null,
  project_owner_company_id uuid,
  requested_amount_cents bigint check (requested_amount_cents > 0),
  -- { firstname, lastname, email, phoneNumber? }: the employee who follows it, or null.
  account_manager jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index project_financing_request_newest on project_financing_request (created_at desc, id desc);
create index project_financing_request_of_property on project_financing_request (property_id, created_at desc, id desc)
  where property_id is not null;
