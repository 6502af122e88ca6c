-- Properties and who stands behind them: SPVs, project owners and how they are presented, brick prices, financing requests.

create table spv (
  id uuid primary key,
  name text not null,
  country text not null,
  provider_external_id text unique,
  provider_status integer,
  provider_blocked boolean not null default false,
  -- Counts the writes of what was read at the provider, as customer does.
  provider_sync_version bigint not null default 0,
  kyb_status text not null default 'notStarted'
    check (kyb_status in ('notStarted', 'waitingForVerifier', 'verified', 'refused', 'outdated')),
  -- Percentage of VAT where the table of countries does not fit (Guyane, Mayotte: 0); basis points.
  vat_override_bps integer check (vat_override_bps between 0 and 10000),
  created_at timestamptz not null,
  updated_at timestamptz not null
);

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

create table property (
  id uuid primary key,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'PUBLISHED')),
  investor_contract_type text not null check (investor_contract_type in ('obligation', 'loan', 'royalty')),
  name text not null,
  spv_id uuid references spv (id),
  project_owner_id uuid references project_owner (id),
  -- What the page shows and no rule reads: investmentCase, galleries, documents, address, finances, attributes...
  presentation jsonb not null default '{}',
  operation jsonb,
  image_count integer generated always as (jsonb_array_length(coalesce(presentation -> 'imageGallery', '[]'))) stored,
  amount_to_fund_cents bigint check (amount_to_fund_cents > 0),
  min_amount_to_fund_cents bigint check (min_amount_to_fund_cents > 0),
  return_on_investment_rate bigint,
  investment_horizon_in_months integer,
  total_fund_escrow_cents bigint not null default 0 check (total_fund_escrow_cents >= 0),
  total_construction_budget_cents bigint not null default 0 check (total_construction_budget_cents >= 0),
  funding_start_date timestamptz,
  funding_max_end_date timestamptz,
  revenue_start_date timestamptz,
  display_date timestamptz,
  published_at timestamptz,
  total_bricks integer,
  min_bricks integer,
  funding_ended_at timestamptz,
  -- What its confirmed purchases brought, set by the successful closing; null before.
  collected_cents bigint check (collected_cents >= 0),
  -- Interest escrow that lies in PRO:<property>:ESCROW since the closing and its later changes; null before the closing.
  escrow_set_aside_cents bigint check (escrow_set_aside_cents >= 0),
  investor_count integer,
  purchased_brick_count integer,
  primary_market_open boolean not null default false,
  purchased_date timestamptz,
  is_marketplace_allowed boolean not null default true,
  resale_sale_started_at timestamptz,
  resale_offer_accepted_at timestamptz,
  resale_sale_type text check (resale_sale_type in ('partial', 'total')),
  resale_completed_at timestamptz,
  financial_status text check (financial_status in ('reception-by-project-owner-pending', 'repayment-ongoing',
    'repayment-delay', 'repayment-default', 'repayment-finished')),
  has_been_in_delay_or_default_once boolean not null default false,
  referral_paid_at timestamptz,
  funding_fees_excl_tax_cents bigint check (funding_fees_excl_tax_cents >= 0),
  fiducie_fees_excl_tax_cents bigint check (fiducie_fees_excl_tax_cents >= 0),
  -- What the administrators' view shows as companyFees.x.transfer; null until the fee has arrived.
  funding_fees_transfer jsonb,
  fiducie_fees_transfer jsonb,
  internal_note_content text not null default '',
  internal_note_version integer not null default 0,
  solde_de_tout_compte_done_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (status = 'DRAFT' or (total_bricks is not null and min_bricks is not null and published_at is not null)),
  constraint property_set_aside_when_collected check ((collected_cents is null) = (escrow_set_aside_cents is null))
);
create index property_newest on property (investor_contract_type, created_at desc, id desc);
create index property_published on property (published_at desc, id desc) where status = 'PUBLISHED';
create index property_open_funding on property (id) where status = 'PUBLISHED' and funding_ended_at is null;
create index property_spv on property (spv_id);
create index property_project_owner on property (project_owner_id);

create table brick_price (
  property_id uuid not null references property (id) on delete cascade,
  valid_from timestamptz not null,
  price_cents bigint not null check (price_cents > 0),
  revenue_per_brick_cents bigint,
  year integer,
  created_at timestamptz not null,
  primary key (property_id, valid_from)
);
create unique index brick_price_one_update_per_year on brick_price (property_id, year) where year is not null;

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
