-- Clears a used code with all that belongs to it, as clearContext of features/access/mfa/queries.ts does.
-- Called by withdraw.

create or replace function mfa_code_clear(p_owner uuid, p_action text)
returns void
language plpgsql
as $$
begin
  update mfa_context
  set code_ciphertext = null, new_address_code_ciphertext = null, confirmed_address = null, code_expires_at = null, wrong_code_count = 0,
    payload = '{}', session_id = null, claim_token = null, claimed_at = null
  where owner_id = p_owner and action = p_action;
end
$$;
