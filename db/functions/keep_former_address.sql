-- Refuses an address that is kept for the account that gave it up, as long as that account may undo the change.
-- Called by the trigger keep_former_address of auth_user, after the row is written: a writer that waited at the unique index for another
-- change then sees what that change kept.

create or replace function keep_former_address()
returns trigger
language plpgsql
as $$
begin
  if exists (
    select from credential_change
    where former_email = lower(new.email) and undo_state = 'open' and user_id <> new.id
  ) then
    raise exception 'the address is kept for the account that gave it up'
      using errcode = 'unique_violation', constraint = 'credential_change_kept_address';
  end if;
  return null;
end
$$;
