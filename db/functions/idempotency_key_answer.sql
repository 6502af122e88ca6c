-- Stores the answer under the Idempotency-Key of a request; false if another request has the key by now.
-- Called by payment_create, with the `p_key` that keyOfClaim of core/http/idempotency.ts makes.

create or replace function idempotency_key_answer(p_key jsonb, p_at timestamptz)
returns boolean
language plpgsql
as $$
begin
  update idempotency_key set answer_status = (p_key ->> 'status')::integer, answer_body = p_key -> 'answer', answered_at = p_at
  where user_id = (p_key ->> 'userId')::uuid and operation = p_key ->> 'operation' and key = p_key ->> 'key'
    and lock_token = (p_key ->> 'lockToken')::uuid and answered_at is null;
  return found;
end
$$;
