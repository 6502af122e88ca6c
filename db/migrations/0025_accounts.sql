-- The welcome is mailed once, whichever way an address is proven; and what a password change waits with does not outlive its code.

alter table customer add column welcomed_at timestamptz;
-- Who has a proven address was welcomed, or proved it before a welcome followed.
update customer set welcomed_at = auth_user."updatedAt" from auth_user where auth_user.id = customer.user_id and auth_user."emailVerified";

create index mfa_context_password_update on mfa_context (code_expires_at) where action = 'password-update' and payload <> '{}';
