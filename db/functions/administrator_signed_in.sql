-- Notes when an administrator signs in, for the list of administrators: the session that says so ends.
-- Called by the trigger administrator_signed_in of auth_session.

create or replace function administrator_signed_in() returns trigger
  language plpgsql
as $$
begin
  insert into administrator_sign_in (user_id, last_at)
  select auth_user.id, new."createdAt"
  from auth_user
  where auth_user.id = new."userId"
    and auth_user.role = 'admin'
  on conflict (user_id) do update set last_at = greatest(administrator_sign_in.last_at, excluded.last_at);
  return null;
end
$$;
