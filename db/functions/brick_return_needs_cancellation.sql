-- Refuses, at the commit, that a brick is unsold again while its purchase stands: bricks are changed before the purchase (ADR 0013).
-- Called by the trigger return_needs_cancellation of brick.

create or replace function brick_return_needs_cancellation()
returns trigger
language plpgsql
as $$
begin
  if not exists (select from purchase where id = old.purchase_id and status <> 'confirmed') then
    raise exception 'brick % was sold, and its purchase is not canceled', old.id using errcode = 'insufficient_privilege';
  end if;
  return null;
end
$$;
