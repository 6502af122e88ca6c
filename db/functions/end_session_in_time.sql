-- A session expires by its absolute end, however it is prolonged: the session layer writes "expiresAt" by itself.
-- Called by the trigger end_session_in_time of auth_session.

create or replace function end_session_in_time() returns trigger
  language plpgsql
as $$
begin
  new."expiresAt" := least(new."expiresAt", new."endsAt");
  return new;
end
$$;
