-- What verified investors ask to have corrected in their profile, until the provider has judged it.

create table profile_correction (
  id uuid primary key,
  customer_id uuid not null references customer (id),
  status text not null default 'pending' check (status in ('pending', 'accepted', 'refused')),
  -- Names of the fields; their new values are erased with the judgement: accepted ones stand in the profile.
  fields text[] not null check (cardinality(fields) > 0),
  changes jsonb,
  refusal_reason text check (refusal_reason in ('provider-refused', 'identity-not-confirmed', 'account-frozen')),
  -- From this moment on the provider may have the new values; taken_at: it has answered that it has.
  sent_at timestamptz,
  taken_at timestamptz,
  followed_at timestamptz,
  created_at timestamptz not null,
  closed_at timestamptz,
  constraint profile_correction_is_closed_whole
    check ((status = 'pending') = (closed_at is null) and (status = 'pending') = (changes is not null)),
  constraint profile_correction_says_why check ((status = 'refused') = (refusal_reason is not null))
);
create unique index profile_correction_one_open on profile_correction (customer_id) where status = 'pending';
create index profile_correction_customer on profile_correction (customer_id, created_at desc, id desc);
create index profile_correction_to_follow on profile_correction (coalesce(followed_at, created_at), id) where status = 'pending';
revoke delete on profile_correction from mortar_app;

alter table mfa_context drop constraint mfa_context_action_check;
alter table mfa_context add constraint mfa_context_action_check check (action in ('email-validation', 'withdraw',
  'bank-account-creation', 'password-update', 'email-update', 'mfa-enabled-update', 'gift-card-purchase', 'profile-correction'));
