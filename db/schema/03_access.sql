-- People: accounts and sessions, investors with their verification, profile and documents, codes by mail.

-- The five tables of the session layer (better-auth), in its own column names; a test compares them with what the library expects.
create table auth_user (
  "id" uuid default gen_random_uuid() not null primary key,
  "name" text not null,
  "email" text not null unique,
  "emailVerified" boolean not null,
  "image" text,
  "role" text not null default 'user' check ("role" in ('user', 'admin')),
  "createdAt" timestamptz default current_timestamp not null,
  "updatedAt" timestamptz default current_timestamp not null,
  "twoFactorEnabled" boolean
);
create unique index auth_user_email_any_case on auth_user (lower("email"));
-- Search by any part of an address, or of address and name.
create index auth_user_email_part on auth_user using gin (lower(email) gin_trgm_ops);
create index auth_user_words on auth_user using gin (lower("email" || ' ' || "name") gin_trgm_ops);
create trigger keep_former_address after insert or update of email on auth_user
  for each row execute function keep_former_address();

create table auth_session (
  "id" uuid default gen_random_uuid() not null primary key,
  "expiresAt" timestamptz not null,
  "token" text not null unique,
  "createdAt" timestamptz default current_timestamp not null,
  "updatedAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "userId" uuid not null references auth_user ("id") on delete cascade,
  -- Ours: however often it is prolonged, it ends by then.
  "endsAt" timestamptz not null,
  -- Ours: when an administrator last showed the second factor in it.
  "factorShownAt" timestamptz
);
create index "auth_session_userId_idx" on auth_session ("userId");
create trigger end_session_in_time before insert or update of "expiresAt", "endsAt" on auth_session
  for each row execute function end_session_in_time();

create table auth_account (
  "id" uuid default gen_random_uuid() not null primary key,
  "accountId" text not null,
  "providerId" text not null,
  "userId" uuid not null references auth_user ("id") on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  "scope" text,
  "password" text,
  "createdAt" timestamptz default current_timestamp not null,
  "updatedAt" timestamptz not null
);
create index "auth_account_userId_idx" on auth_account ("userId");

create table auth_verification (
  "id" uuid default gen_random_uuid() not null primary key,
  "identifier" text not null,
  "value" text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz default current_timestamp not null,
  "updatedAt" timestamptz default current_timestamp not null
);
create index auth_verification_identifier_idx on auth_verification ("identifier");

-- Failed guesses of passwords and mailed codes, of a day: of an account, named by a digest, from one network or device, or ('') from
-- everywhere. By the clock of the database.
create table guess_count (
  account text not null,
  guessed text not null check (guessed in ('password', 'reset-code', 'verification-code', 'second-factor', 'confirmation-code')),
  source text not null,
  failed integer not null check (failed >= 0),
  begun_at timestamptz not null,
  -- Until then the next one waits.
  open_at timestamptz not null,
  primary key (account, guessed, source)
);
create index guess_count_begun_at on guess_count (begun_at);

create table auth_two_factor (
  "id" uuid default gen_random_uuid() not null primary key,
  "secret" text not null,
  "backupCodes" text not null,
  "userId" uuid not null references auth_user ("id") on delete cascade,
  "verified" boolean,
  "failedVerificationCount" integer,
  "lockedUntil" timestamptz
);
create index auth_two_factor_secret_idx on auth_two_factor ("secret");
create index "auth_two_factor_userId_idx" on auth_two_factor ("userId");

-- What each administrator may do. Who gave and took what is in the audit log.
create table administrator_role (
  user_id uuid not null references auth_user (id) on delete cascade,
  role text not null check (role in ('owner', 'finance', 'projects', 'compliance', 'support', 'auditor')),
  -- Null: on the command line.
  given_by uuid references auth_user (id) on delete set null,
  given_at timestamptz not null,
  primary key (user_id, role)
);
create index administrator_role_given_by on administrator_role (given_by);

-- The second factors of administrators: passkeys (WebAuthn), at most one authenticator app (TOTP), and codes for the day when both are lost. An
-- investor's passkeys stand in for mailed codes.
create table passkey (
  id uuid primary key,
  user_id uuid not null references auth_user (id) on delete cascade,
  name text not null,
  credential_id text not null unique,
  public_key bytea not null,
  -- What the authenticator counts; one that goes back is a copy.
  sign_count bigint not null check (sign_count >= 0),
  transports text[] not null,
  -- Whether the authenticator keeps a copy elsewhere, as it last said.
  is_synced boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_of_user on passkey (user_id);

create table authenticator (
  id uuid primary key,
  user_id uuid not null unique references auth_user (id) on delete cascade,
  -- Encrypted with MFA_ENCRYPTION_KEY.
  secret_ciphertext bytea not null,
  -- The 30 seconds of the last code that was taken: it and older ones are taken no more.
  last_step bigint not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);

-- A row for each code that was not used; only the digest is kept.
create table recovery_code (
  user_id uuid not null references auth_user (id) on delete cascade,
  digest bytea not null check (length(digest) = 32),
  created_at timestamptz not null,
  primary key (user_id, digest)
);

-- What a session is to sign with a passkey, or the secret that an authenticator app was given, one of each purpose; used once.
create table factor_challenge (
  session_id uuid not null references auth_session ("id") on delete cascade,
  purpose text not null check (purpose in ('show-factor', 'change-factors', 'register-passkey', 'register-authenticator',
    'confirm-action')),
  -- Of WebAuthn in clear, as the browser has it, or of an action what its challenge is made with; of an app encrypted.
  content text not null,
  expires_at timestamptz not null,
  primary key (session_id, purpose)
);

-- When each administrator last signed in, by the machine's clock as sessions are: these end, and with them their beginnings.
create table administrator_sign_in (
  user_id uuid primary key references auth_user (id) on delete cascade,
  last_at timestamptz not null
);
create trigger administrator_signed_in after insert on auth_session for each row execute function administrator_signed_in();

-- Invitations that wait, one of an address; a link names the id and is signed. Those that ended are no row any more.
create table administrator_invitation (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  roles text[] not null check (
    cardinality(roles) > 0 and roles <@ array['owner', 'finance', 'projects', 'compliance', 'support', 'auditor']
  ),
  invited_by uuid not null references auth_user (id) on delete cascade,
  invited_at timestamptz not null,
  expires_at timestamptz not null
);
create index administrator_invitation_invited_by on administrator_invitation (invited_by);

-- The administrators whom an identity provider knows: who provides it, and its own name for the person. One of a provider is one here.
create table administrator_identity (
  issuer text not null,
  subject text not null,
  user_id uuid not null references auth_user (id) on delete cascade,
  linked_at timestamptz not null,
  -- Since its last answer, which named no role: a later one that names some gives them. Null: it named some, or an owner has decided since.
  roles_lost_at timestamptz,
  primary key (issuer, subject),
  unique (user_id, issuer)
);

-- Sessions that began at an identity provider.
create table identity_session (
  session_id uuid primary key references auth_session ("id") on delete cascade
);

-- What replaced a password, a second factor or an address, and when. The address that an account gave up is kept for it as long as the
-- change can be undone.
create table credential_change (
  id uuid primary key,
  user_id uuid not null references auth_user (id) on delete cascade,
  replaced_by text not null check (
    replaced_by in ('password-update', 'password-reset', 'admin-create', 'mfa-enabled-update', 'email-update', 'email-update-undo',
      'first-factor', 'factor-registration', 'factor-removal', 'recovery-codes', 'factor-reset', 'passkey-registration',
      'passkey-removal')
  ),
  changed_at timestamptz not null,
  -- Of a change of address: the one that was given up.
  former_email text,
  -- Of one that can be undone: whether the link works, was used, or does not work any more.
  undo_state text check (undo_state in ('open', 'used', 'over')),
  undo_until timestamptz,
  -- Whether the second factor was on before it.
  had_second_factor boolean,
  constraint credential_change_former_email check (
    (former_email is not null) = (replaced_by in ('email-update', 'email-update-undo')) and former_email = lower(former_email)
  ),
  constraint credential_change_undo check (
    num_nonnulls(undo_state, undo_until, had_second_factor) = case replaced_by when 'email-update' then 3 else 0 end
  )
);
create index credential_change_of_user on credential_change (user_id, changed_at);
create index credential_change_kept_address on credential_change (former_email) where undo_state = 'open';
create index credential_change_undo_until on credential_change (undo_until) where undo_state = 'open';

-- An investor: the profile, what the provider says of it, and whether the account is frozen.
create table customer (
  id uuid primary key,
  user_id uuid not null unique references auth_user ("id"),
  onboarding_version text not null default 'v1' check (onboarding_version in ('v1', 'v2')),
  kyc_status text not null default 'notStarted'
    check (kyc_status in ('notStarted', 'waitingForVerifier', 'verified', 'refused', 'outdated')),
  information_completed_at timestamptz,
  documents_completed_at timestamptz,
  -- Set by the one welcome mail, however the address was proven.
  welcomed_at timestamptz,
  provider_internal_id bigint unique,
  provider_status integer,
  provider_blocked boolean not null default false,
  -- Whether the provider has them as a person or an entity: decides customer_type, and never changes.
  provider_kind text check (provider_kind in ('individual', 'legal')),
  -- Counts the writes of what was read at the provider: a reader writes only if nobody wrote since before it asked, so that an answer which
  -- was overtaken on its way is never stored over a newer one.
  provider_sync_version bigint not null default 0,
  -- When the provider last answered about them, and when it last gave no readable answer; the job that reads waiting ones reads
  -- unreadable ones last.
  provider_read_at timestamptz,
  provider_unread_at timestamptz,
  frozen_at timestamptz,
  frozen_reason text,
  frozen_source text check (frozen_source in ('administrator', 'balance-mismatch', 'webhook-chargeback')),
  can_see_royalty boolean not null default false,
  -- The platform's own account, which sells without a daily quota.
  is_company_account boolean not null default false,
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
  -- Since when the account is closed, for good: nobody signs in to it, and the room erasure erases what was kept of it.
  closed_at timestamptz,
  check ((frozen_at is null) = (frozen_source is null)),
  check (referrer_customer_id <> id)
);
create unique index customer_one_company_account on customer (is_company_account) where is_company_account;
create index customer_created_at on customer (created_at desc, id desc);
create index customer_kyc_status on customer (kyc_status, created_at desc, id desc);
create index customer_frozen on customer (created_at desc, id desc) where frozen_at is not null;
create index customer_words on customer using gin (lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '')) gin_trgm_ops);
create index customer_referrer on customer (referrer_customer_id) where referrer_customer_id is not null;
-- For administrators, and for the job that reads waiting ones at the provider.
create index customer_being_verified on customer (documents_completed_at) where kyc_status = 'waitingForVerifier';
create index customer_provider_read on customer (provider_read_at nulls first) where kyc_status <> 'notStarted';
create trigger customer_closed_now before insert or update of closed_at on customer
  for each row execute function customer_closed_now();

-- The company of an investor that is a business, as the registry has it.
create table customer_company (
  customer_id uuid primary key references customer (id),
  registration_number text not null check (registration_number ~ '^[0-9]{9}$'),
  registration_date date,
  kind text not null default 'company' check (kind in ('company', 'association', 'sole-trader')),
  name text not null,
  street text not null,
  postcode text not null,
  city text not null,
  country text not null check (country ~ '^[A-Z]{3}$'),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index customer_company_words on customer_company using gin (lower(name) gin_trgm_ops);
create trigger of_closed_accounts before delete on customer_company
  for each row execute function refuse_unless_closed('customer_id', 'identity');

-- Identity documents of an investor, one of each type.
create table identity_document (
  id uuid primary key,
  customer_id uuid not null references customer (id),
  type text not null check (type in ('identityCard', 'passportEU', 'residencePermit', 'drivingLicence')),
  status text not null check (status in ('to_be_uploaded', 'uploaded', 'accepted', 'refused')),
  -- Why the provider refused it, in our words.
  refusal_reason text check (refusal_reason in ('refused', 'unreadable', 'expired', 'wrong-type', 'wrong-name', 'duplicate')),
  provider_id bigint unique,
  name text not null,
  -- What the file is by its bytes.
  content_type text not null check (content_type in ('application/pdf', 'image/jpeg', 'image/png', 'image/webp')),
  storage_key text not null,
  -- The same file handed in twice is one.
  content_sha256 text,
  -- An upload whose answer was lost is looked for before the file is sent again: the document of its type with a number above sent_after.
  sent_at timestamptz,
  sent_after bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (customer_id, type)
);
-- For the files without a row.
create index identity_document_storage_key on identity_document (storage_key);

-- The path of an investor, SPV or project owner through the provider's online onboarding.
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
  state text not null default 'not-started' check (state in ('not-started', 'opened', 'in-progress', 'proving-identity', 'interrupted',
    'under-analysis', 'asked-again', 'accepted', 'update-due', 'outdated', 'denied', 'blocked')),
  state_since timestamptz not null,
  due_at timestamptz,
  -- What the provider said when it did not take them; null once it did.
  refusal text,
  -- One process at a time creates the account; real time.
  leased_until timestamptz,
  -- Of a project owner, who has no other row that follows the provider; as in customer.
  provider_sync_version bigint not null default 0,
  provider_read_at timestamptz,
  provider_unread_at timestamptz,
  created_at timestamptz not null,
  check (num_nonnulls(customer_id, spv_id, project_owner_id) = 1)
);

-- What verified investors ask to have corrected in their profile, until the provider's verdict.
create table profile_correction (
  id uuid primary key,
  customer_id uuid not null references customer (id),
  status text not null default 'pending' check (status in ('pending', 'accepted', 'refused')),
  -- Names of the fields. Their new values are erased with the verdict: the profile has the accepted ones.
  fields text[] not null check (cardinality(fields) > 0),
  changes jsonb,
  refusal_reason text check (refusal_reason in ('provider-refused', 'identity-not-confirmed', 'account-frozen')),
  -- From sent_at on the provider may have the new values; taken_at: it has answered that it has.
  sent_at timestamptz,
  taken_at timestamptz,
  followed_at timestamptz,
  created_at timestamptz not null,
  closed_at timestamptz,
  constraint profile_correction_fields_are_known
    check (fields <@ array['firstName', 'lastName', 'phone', 'street', 'postcode', 'city', 'country']),
  constraint profile_correction_is_closed_whole
    check ((status = 'pending') = (closed_at is null) and (status = 'pending') = (changes is not null)),
  constraint profile_correction_says_why check ((status = 'refused') = (refusal_reason is not null))
);
create unique index profile_correction_one_open on profile_correction (customer_id) where status = 'pending';
create index profile_correction_customer on profile_correction (customer_id, created_at desc, id desc);
create index profile_correction_to_follow on profile_correction (coalesce(followed_at, created_at), id) where status = 'pending';
create trigger of_closed_accounts before delete on profile_correction
  for each row execute function refuse_unless_closed('customer_id', 'account');

-- What the yearly file of the tax office asks of an investor beyond the profile. A commune of residence belongs to one address: it counts
-- while the investor, or their company, has the same postcode and city; without a code, that address was looked at and left open.
create table tax_identity (
  customer_id uuid primary key references customer (id),
  birth_name text,
  usual_name text,
  birth_commune_code text check (birth_commune_code ~ '^(\d\d|2[AB])\d{3}$'),
  birth_commune_name text,
  residence_commune_code text check (residence_commune_code ~ '^(\d\d|2[AB])\d{3}$'),
  residence_commune_name text,
  residence_postcode text,
  residence_city text,
  declared_at timestamptz,
  asked_year integer,
  asked_at timestamptz,
  constraint tax_identity_usual_name check (usual_name is null or birth_name is not null),
  constraint tax_identity_birth check ((birth_commune_code is null) = (birth_commune_name is null)),
  constraint tax_identity_residence check (
    (residence_commune_code is null) = (residence_commune_name is null)
    and (residence_postcode is null) = (residence_city is null)
    and (residence_commune_code is null or residence_postcode is not null)
  ),
  constraint tax_identity_asked check ((asked_year is null) = (asked_at is null))
);
create index tax_identity_asked_at on tax_identity (asked_at) where asked_at is not null;

-- The code by mail that confirms an action: one row per person and action. It outlives its code, so that "expired" and "never asked" differ
-- (access.md#emailed-codes).
create table mfa_context (
  customer_id uuid references customer (id) on delete cascade,
  -- Administrators have no customer row.
  administrator_id uuid references auth_user (id) on delete cascade,
  owner_id uuid not null generated always as (coalesce(customer_id, administrator_id)) stored,
  action text not null check (action in ('email-validation', 'withdraw', 'bank-account-creation', 'password-update', 'email-update',
    'mfa-enabled-update', 'gift-card-purchase', 'profile-correction', 'bank-account-removal', 'first-factor',
    'personal-data-export', 'personal-data-erasure', 'passkey-registration', 'passkey-removal')),
  code_ciphertext bytea,
  code_expires_at timestamptz,
  -- A change of address has a second code, mailed to the new one, and remembers which of both was confirmed.
  new_address_code_ciphertext bytea,
  confirmed_address text check (confirmed_address in ('present-address', 'new-address')),
  wrong_code_count integer not null default 0,
  -- What waits for the code.
  payload jsonb not null default '{}',
  -- The session that asked for what waits: no other one confirms or replaces it (access.md#one-session).
  session_id uuid,
  request_count integer not null default 0,
  last_requested_at timestamptz,
  counter_expires_at timestamptz,
  -- Of requests that anybody may make who knows the address: they wait for both counters, and who is signed in for the first only.
  resend_count integer not null default 0,
  last_resent_at timestamptz,
  resends_expire_at timestamptz,
  -- The request that uses the code right now, so that one code never serves two.
  claim_token uuid,
  claimed_at timestamptz,
  primary key (owner_id, action),
  -- For the foreign keys.
  unique (customer_id, action),
  unique (administrator_id, action),
  check (num_nonnulls(customer_id, administrator_id) = 1),
  constraint mfa_context_two_addresses check (
    action = 'email-update' or (new_address_code_ciphertext is null and confirmed_address is null)
  ),
  constraint mfa_context_of_one_session check (
    session_id is null or action in ('password-update', 'email-update', 'mfa-enabled-update', 'first-factor')
  )
);
-- What waits for a code ends a day after it.
create index mfa_context_code_expires_at on mfa_context (code_expires_at) where code_expires_at is not null;

-- Tokens of confirm-code for one purchase of a gift card; only the digest is kept.
create table gift_card_token (
  token_sha256 bytea primary key check (length(token_sha256) = 32),
  customer_id uuid not null references customer (id) on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null
);
create index gift_card_token_customer on gift_card_token (customer_id);

-- The mails of an investor; never the text of a mail, as some bear codes and links.
create table sent_mail (
  -- First part of the Message-ID where the mail has its own: sent again, it is the same row.
  id uuid primary key,
  customer_id uuid not null references customer (id),
  template text not null,
  subject text not null,
  -- unwanted: its investor wants no mail of its topic, so it is only listed.
  outcome text not null check (outcome in ('sent', 'failed', 'unwanted')),
  -- False for codes, which are of use in the mailbox alone.
  is_listed boolean not null,
  -- The page of the front end that it leads to.
  path text,
  read_at timestamptz,
  -- Of the last attempt.
  created_at timestamptz not null
);
create index sent_mail_customer on sent_mail (customer_id, created_at desc, id desc);
create trigger of_closed_accounts before delete on sent_mail for each row execute function refuse_unless_closed('customer_id', 'account');
create index sent_mail_unread on sent_mail (customer_id) where is_listed and read_at is null;

-- The topics of which an investor wants no mail.
create table unwanted_mail (
  customer_id uuid not null references customer (id) on delete cascade,
  topic text not null check (topic in ('deposits', 'payouts', 'projects', 'rewards')),
  since timestamptz not null,
  primary key (customer_id, topic)
);
create index sent_mail_failed on sent_mail (created_at) where outcome = 'failed';

-- What investors say is wrong, and the answer of the team. It is acknowledged by a mail of its own transaction.
create table complaint (
  id uuid primary key,
  customer_id uuid not null references customer (id),
  subject text not null check (subject in ('account', 'identity', 'purchase', 'project', 'payment', 'withdrawal', 'marketplace', 'taxes',
    'other')),
  message text not null,
  status text not null default 'open' check (status in ('open', 'answered')),
  answer text,
  created_at timestamptz not null,
  answered_at timestamptz,
  constraint complaint_is_answered_whole
    check ((status = 'answered') = (answer is not null) and (status = 'answered') = (answered_at is not null))
);
-- The same words wait once, however often they are sent.
create unique index complaint_once on complaint (customer_id, subject, md5(message)) where status = 'open';
create index complaint_customer on complaint (customer_id, created_at desc, id desc);
create index complaint_newest on complaint (created_at desc, id desc);
create index complaint_open on complaint (created_at) where status = 'open';
create trigger of_closed_accounts before delete on complaint for each row execute function refuse_unless_closed('customer_id', 'identity');
