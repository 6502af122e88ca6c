-- The path of investors, SPVs and project owners into the provider's online onboarding, and when the provider was asked last.

create table onboarding (
  id uuid primary key,
  customer_id uuid unique references customer (id),
  spv_id uuid unique references spv (id),
  project_owner_id uuid unique references project_owner (id),
  -- Ours: the account id that the wallet has once the provider has accepted them.
  wallet_id text not null unique,
  kind text not null check (kind in ('individual', 'company', 'association', 'sole-trader')),
  -- Null until the provider has answered the creation.
  provider_account_id text unique,
  -- The hosted page that was started last.
  provider_onboarding_id text,
  url text,
  state text not null default 'not-started' check (
    state in (
      'not-started',
      'opened',
      'in-progress',
      'interrupted',
      'under-analysis',
      'asked-again',
      'accepted',
      'update-due',
      'outdated',
      'denied',
      'blocked'
    )
  ),
  state_since timestamptz not null,
  due_at timestamptz,
  -- What the provider said when it did not take them; null once it did.
  refusal text,
  -- One process at a time creates the account; real time.
  leased_until timestamptz,
  -- Of an owner, who has no other row that follows the provider: see customer and spv.
  provider_sync_version bigint not null default 0,
  provider_read_at timestamptz,
  created_at timestamptz not null,
  check (num_nonnulls(customer_id, spv_id, project_owner_id) = 1)
);

alter table customer
  -- When the provider answered last about this investor.
  add column provider_read_at timestamptz,
  -- Whether the provider has them as a person or an entity: decides customer_type, and never changes.
  add column provider_kind text check (provider_kind in ('individual', 'legal'));
alter table spv add column provider_read_at timestamptz;

update customer
set provider_kind = case customer_type when 'business' then 'legal' else 'individual' end
where customer_type is not null
  and (provider_internal_id is not null or kyc_status in ('verified', 'waitingForVerifier'));

insert into onboarding (id, customer_id, wallet_id, kind, provider_account_id, state, state_since, created_at)
select
  gen_random_uuid(),
  id,
  id::text,
  case customer_type when 'business' then 'company' else 'individual' end,
  provider_onboarding_account_id,
  case kyc_status
    when 'verified' then 'accepted'
    when 'outdated' then 'outdated'
    when 'refused' then 'asked-again'
    when 'waitingForVerifier' then 'under-analysis'
    else 'opened'
  end,
  created_at,
  created_at
from customer
where provider_onboarding_account_id is not null;

alter table customer drop column provider_onboarding_account_id;

-- For the job that asks the provider for who waits.
create index customer_provider_read on customer (provider_read_at nulls first) where kyc_status <> 'notStarted';

-- The entity of a business, as the registry has it: the online onboarding wants both.
alter table customer_company
  add column registration_date date,
  add column kind text not null default 'company' check (kind in ('company', 'association', 'sole-trader'));

-- An upload whose answer was lost is looked for before the file is sent again: the document of its type with a later number.
alter table identity_document
  add column sent_at timestamptz,
  add column sent_after bigint,
  -- The same file handed in twice is one; null of what was handed in before.
  add column content_sha256 text;
