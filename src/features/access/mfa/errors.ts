// Codes of emailed-code verification and what each endpoint answers with them (access.md#emailed-codes).

import { EMAIL_ALREADY_USED } from '../session/index.ts';

/**
 * The second factor already has the requested setting.
 * @cause `enabled` equals the current setting.
 * @remedy Do nothing, or send the other value.
 */
export const MFA_ENABLED_PATCH_IS_SAME = '2fa.mfa-enabled.patch-is-same';

/**
 * No code is waiting to be confirmed.
 * @cause None was asked for this action, or in another session only, it was used already, or five wrong codes have voided it.
 * @remedy Ask for a new code and confirm that one.
 */
export const NO_VERIFICATION_CONTEXT = '2fa.verification-code.no-verification-context';

/**
 * The code is wrong.
 * @cause It was mistyped, or a newer code was mailed since.
 * @remedy Type the code of the latest mail; after five wrong ones a new code is needed.
 */
export const WRONG_CODE = '2fa.verification-code.wrong-code';

/**
 * The code is right, and too old.
 * @cause It was confirmed after it had expired.
 * @remedy Ask for a new code and confirm it in time.
 */
export const CODE_EXPIRED = '2fa.verification-code.code-expired';

/**
 * The action `login` does not exist any more.
 * @cause The request names it; the second factor of a sign-in is confirmed under `/api/auth/two-factor`.
 * @remedy Use the routes of the session layer to sign in.
 */
export const LOGIN_LEGACY_REMOVED = '2fa.login-legacy-removed';

/**
 * No account has this address.
 * @cause The address is misspelled, or nobody signed up with it.
 * @remedy Check the address, or sign up.
 */
export const NO_CUSTOMER_FOR_EMAIL = '2fa.no-customer-for-email';

/**
 * There is no code to mail again.
 * @cause None was asked for this address and action, or it was used or deleted since.
 * @remedy Start the action anew: it mails a first code.
 */
export const NO_CODE_TO_RESEND = '2fa.no-code-to-resend';

/**
 * The next code cannot be asked for yet.
 * @cause Codes of this action were asked for too often or too quickly; each one doubles the wait, and five are the most.
 * @remedy Wait until the date in `detail` or `next-retry-date`; a mailed code stays valid meanwhile.
 */
export const TOO_MANY_ATTEMPTS = '2fa.too-many-attempts';

/**
 * Another session of the account has asked for this action, and its code is still valid.
 * @cause A change of password, address or second factor belongs to the session that asked for it: no other one replaces it.
 * @remedy Confirm it in that session, wait until its code has expired, or end the other sessions and ask again.
 */
export const ASKED_IN_ANOTHER_SESSION = '2fa.asked-in-another-session';

/**
 * The code in the header `tfa` does not allow this action: withdrawals, bank accounts added or removed, profile corrections.
 * @cause The header is missing, or its code is wrong, expired, of another action, or used.
 * @remedy Ask for a code with `trigger-mfa` and send it in the header `tfa`.
 */
export const TFA_CODE_INVALID = '2fa-code.invalid';

/**
 * Another request with this code is being carried out.
 * @cause The request was sent again before the first one was answered, without an `Idempotency-Key`.
 * @remedy Wait for the answer of the first request; send the code again only if it was refused.
 */
export const TFA_CODE_IN_USE = '2fa-code.in-use';

/** Of every route that takes a code in the header `tfa`. */
export const tfaErrors = { [TFA_CODE_INVALID]: 403, [TFA_CODE_IN_USE]: 409 };

export const toggleMfaErrors = { [MFA_ENABLED_PATCH_IS_SAME]: 400, [TOO_MANY_ATTEMPTS]: 403, [ASKED_IN_ANOTHER_SESSION]: 409 };

export const confirmCodeErrors = {
  [NO_VERIFICATION_CONTEXT]: 400,
  [WRONG_CODE]: 400,
  [CODE_EXPIRED]: 400,
  [LOGIN_LEGACY_REMOVED]: 400,
  [EMAIL_ALREADY_USED]: 400,
};

export const confirmOwnMfaErrors = { [NO_VERIFICATION_CONTEXT]: 400, [WRONG_CODE]: 400, [CODE_EXPIRED]: 400 };

export const nextRetryDateErrors = { [LOGIN_LEGACY_REMOVED]: 400 };

export const resendCodeErrors = {
  [NO_CUSTOMER_FOR_EMAIL]: 404,
  [NO_CODE_TO_RESEND]: 400,
  [TOO_MANY_ATTEMPTS]: 403,
  [LOGIN_LEGACY_REMOVED]: 400,
};

export const triggerMfaErrors = { [TOO_MANY_ATTEMPTS]: 403, [ASKED_IN_ANOTHER_SESSION]: 409, [LOGIN_LEGACY_REMOVED]: 400 };
