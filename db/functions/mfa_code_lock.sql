-- Locks the mailed code of an action; true if it belongs to this claim.
-- Called by withdraw.

create or replace function mfa_code_lock(p_owner uuid, p_action text, p_claim uuid)
returns boolean
language plpgsql
as $$
begin
  perform from mfa_context where owner_id = p_owner and action = p_action and claim_token = p_claim for update;
  return found;
end
$$;
