// Codes of emailed-code verification and what each endpoint answers with them (document 1, MFA).

import { EMAIL_ALREADY_USED } from '../session/index.ts';

export const MFA_ENABLED_PATCH_IS_SAME = '2fa.mfa-enabled.patch-is-same';
export const NO_VERIFICATION_CONTEXT = '2fa.verification-code.no-verification-context';
export const WRONG_CODE = '2fa.verification-code.wrong-code';
export const CODE_EXPIRED = '2fa.verification-code.code-expired';
export const LOGIN_LEGACY_REMOVED = '2fa.login-legacy-removed';
export const NO_CUSTOMER_FOR_EMAIL = '2fa.no-customer-for-email';
export const NO_CODE_TO_RESEND = '2fa.no-code-to-resend';
export const TOO_MANY_ATTEMPTS = '2fa.too-many-attempts';

/** Header `tfa` absent or not the code: withdrawals, bank accounts and profile corrections answer it with 403. */
export const TFA_CODE_INVALID = '2fa-code.invalid';

export const toggleMfaErrors = { [MFA_ENABLED_PATCH_IS_SAME]: 400, [TOO_MANY_ATTEMPTS]: 403 };

export const confirmCodeErrors = {
  [NO_VERIFICATION_CONTEXT]: 400,
  [WRONG_CODE]: 400,
  [CODE_EXPIRED]: 400,
  [LOGIN_LEGACY_REMOVED]: 400,
  [EMAIL_ALREADY_USED]: 400,
};

export const nextRetryDateErrors = { [LOGIN_LEGACY_REMOVED]: 400 };

export const resendCodeErrors = {
  [NO_CUSTOMER_FOR_EMAIL]: 404,
  [NO_CODE_TO_RESEND]: 400,
  [TOO_MANY_ATTEMPTS]: 403,
  [LOGIN_LEGACY_REMOVED]: 400,
};

export const triggerMfaErrors = { [TOO_MANY_ATTEMPTS]: 403, [LOGIN_LEGACY_REMOVED]: 400 };
