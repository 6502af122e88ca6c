-- Investors: who they are, what the provider says of them, their codes, documents and bank accounts.

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

-- One context per customer and action; it outlives its code, so "expired" and "never asked" stay apart (Q02).
create table mfa_context (
  customer_id uuid not null references customer (id) on delete cascade,
  action text not null check (action in ('email-validation', 'withdraw', 'bank-account-creation', 'password-update',
    'email-update', 'mfa-enabled-update', 'gift-card-purchase')),
  code_ciphertext bytea,
  code_expires_at timestamptz,
  wrong_code_count integer not null default 0,
  payload jsonb not null default '{}',
  request_count integer not null default 0,
  last_requested_at timestamptz,
  counter_expires_at timestamptz,
  claim_token uuid,
  claimed_at timestamptz,
  primary key (customer_id, action)
);

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

-- Notifications of the provider as they came: stored first, unique, replayable.
create table provider_event (
  id uuid primary key,
  path text not null,
  fingerprint text not null unique,
  payload jsonb not null,
  received_at timestamptz not null,
  deliveries integer not null default 1,
  processed_at timestamptz,
  last_error text
);
create index provider_event_unprocessed on provider_event (received_at) where processed_at is null;
revoke delete on provider_event from mortar_app;
