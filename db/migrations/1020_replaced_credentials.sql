-- What replaced a password, a second factor or an address, and when. The address that an account gave up is kept for it as long as the
-- change can be undone.
create table credential_change (
  id uuid primary key,
  user_id uuid not null references auth_user (id) on delete cascade,
  replaced_by text not null check (
    replaced_by in ('password-update', 'password-reset', 'admin-create', 'mfa-enabled-update', 'email-update', 'email-update-undo')
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

-- After the row is written, so that whoever waited for the unique index on another's change sees what that change kept.
create function keep_former_address() returns trigger language plpgsql as $$
begin
  if exists (
    select from credential_change
    where former_email = lower(new.email) and undo_state = 'open' and user_id <> new.id
  ) then
    raise exception 'the address is kept for the account that gave it up'
      using errcode = 'unique_violation', constraint = 'credential_change_kept_address';
  end if;
  return null;
end $$;
create trigger keep_former_address after insert or update of email on auth_user
  for each row execute function keep_former_address();

-- The second code of a change of address, mailed to the new one, and which of both was confirmed already.
alter table mfa_context
  add column new_address_code_ciphertext bytea,
  add column confirmed_address text check (confirmed_address in ('present-address', 'new-address')),
  add constraint mfa_context_two_addresses check (
    action = 'email-update' or (new_address_code_ciphertext is null and confirmed_address is null)
  );

-- From when on money may be withdrawn to it; null: at once.
alter table payment_method add column payable_from timestamptz;
