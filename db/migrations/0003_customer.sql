-- Investors: who they are, what the provider says of them, their documents and bank accounts.

create table customer (
  id uuid primary key,
  user_id uuid not null unique references auth_user ("id"),
  onboarding_version text not null default 'v1' check (onboarding_version in ('v1', 'v2')),
  kyc_status text not null default 'notStarted'
    check (kyc_status in ('notStarted', 'waitingForVerifier', 'verified', 'refused', 'outdated')),
  provider_internal_id bigint unique,
  provider_onboarding_account_id text unique,
  provider_status integer,
  provider_blocked boolean not null default false,
  -- Counts the writes of what was read at the provider: a reader writes only if nobody wrote since before it asked,
  -- so an answer that was overtaken on its way is never stored over a newer one.
  provider_sync_version bigint not null default 0,
  frozen_at timestamptz,
  frozen_reason text,
  frozen_source text check (frozen_source in ('administrator', 'balance-mismatch', 'webhook-chargeback')),
  can_see_royalty boolean not null default false,
  is_company_account boolean not null default false,
  information_completed_at timestamptz,
  documents_completed_at timestamptz,
  referral_code text not null unique,
  referrer_customer_id uuid references customer (id),
  customer_type text check (customer_type in ('individual', 'business')),
  first_name text,
  last_name text,
  citizenship text,
  city text,
  city_of_birth text,
  country text,
  country_of_birth text,
  date_of_birth date,
  phone text,
  postcode text,
  sex text check (sex in ('female', 'male')),
  street text,
  created_at timestamptz not null,
  check ((frozen_at is null) = (frozen_source is null)),
  check (referrer_customer_id <> id)
);
create unique index customer_one_company_account on customer (is_company_account) where is_company_account;
create index customer_created_at on customer (created_at desc, id desc);
create index customer_referrer on customer (referrer_customer_id) where referrer_customer_id is not null;

create table identity_document (
  id uuid primary key,
  customer_id uuid not null references customer (id),
  type text not null check (type in ('identityCard', 'passportEU', 'residencePermit', 'drivingLicence')),
  status text not null check (status in ('to_be_uploaded', 'uploaded', 'accepted', 'refused')),
  refusal_reason text,
  provider_id bigint unique,
  name text not null,
  content_type text not null,
  storage_key text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (customer_id, type)
);

create table payment_method (
  id uuid primary key,
  customer_id uuid not null references customer (id),
  kind text not null default 'IBAN_WITHDRAW' check (kind in ('IBAN_WITHDRAW')),
  iban text not null,
  bic text,
  holder text not null,
  status text not null check (status in ('waiting', 'activated', 'refused', 'deactivated')),
  provider_iban_id bigint unique,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (customer_id, iban)
);
