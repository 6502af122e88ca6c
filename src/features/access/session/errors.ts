// Codes of the session room. What better-auth itself refuses keeps its own body and codes: `{ code, message }`, no `type`.

// Also of the defaults platform's webhook, whose document names no code.
/**
 * The platform that calls the webhook did not prove who it is.
 * @cause The key is missing or wrong: the query parameter `apiKey` of the payment provider, the header `x-api-key` of the
 * defaults platform.
 * @remedy Send the key that the operator configured for this platform.
 */
export const UNAUTHORIZED_EXCEPTION = 'UnauthorizedException';

/**
 * Another account has the new address.
 * @cause The code of an email change was right, and the address was taken before or meanwhile.
 * @remedy Change to another address, or sign in to the account that has it.
 */
export const EMAIL_ALREADY_USED = 'session.email-already-used';

// The library's own refusals, as of its version in package.json.
/**
 * The body is not what the session layer takes.
 * @cause A field is missing or of a wrong type; `message` names it.
 * @remedy Correct the field and send the request again.
 */
export const VALIDATION_ERROR = 'VALIDATION_ERROR';

/**
 * The address is not valid.
 * @cause `email` is misspelled or longer than an address can be.
 * @remedy Send a valid address.
 */
export const INVALID_EMAIL = 'INVALID_EMAIL';

/**
 * The new password is too short.
 * @cause It has fewer than 8 characters.
 * @remedy Choose a longer one.
 */
export const PASSWORD_TOO_SHORT = 'PASSWORD_TOO_SHORT';

/**
 * The new password is too long.
 * @cause It has more than 128 characters.
 * @remedy Choose a shorter one.
 */
export const PASSWORD_TOO_LONG = 'PASSWORD_TOO_LONG';

/**
 * The new password would be guessed first.
 * @cause It is blank, one character over and over, one of the most common passwords, or the address itself.
 * @remedy Choose another one: several words of your own are easy to keep and hard to guess.
 */
export const PASSWORD_TOO_COMMON = 'PASSWORD_TOO_COMMON';

/**
 * A field of the sign-up may not be chosen.
 * @cause The body names one that the service decides, as `role`.
 * @remedy Leave the field out.
 */
const FIELD_NOT_ALLOWED = 'FIELD_NOT_ALLOWED';

/**
 * The address has an account already.
 * @cause Somebody signed up with it, in upper or lower case.
 * @remedy Sign in, or ask for a code to choose a new password.
 */
const USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL = 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL';

/**
 * The account was not created.
 * @cause Another sign-up with the address came at the same time.
 * @remedy Sign in, or sign up again.
 */
const FAILED_TO_CREATE_USER = 'FAILED_TO_CREATE_USER';

/**
 * Address and password do not belong together.
 * @cause The password is wrong, or no account has the address; the answer does not say which.
 * @remedy Check both, or ask for a code to choose a new password.
 */
export const INVALID_EMAIL_OR_PASSWORD = 'INVALID_EMAIL_OR_PASSWORD';

/**
 * Nobody is signed in.
 * @cause The session cookie is missing, or its session has ended.
 * @remedy Sign in and send the request with the session cookie.
 */
const UNAUTHORIZED = 'UNAUTHORIZED';

/**
 * The request comes from a page of another site.
 * @cause `Origin` or `Referer` names a site that the settings do not trust.
 * @remedy Call from a page of the platform, or have the operator add the site to `TRUSTED_ORIGINS`.
 */
const INVALID_ORIGIN = 'INVALID_ORIGIN';

/**
 * The request does not say from which page it comes.
 * @cause It comes from a browser or with a cookie, and its `Origin` is missing or `null`.
 * @remedy Send the header `Origin`.
 */
const MISSING_OR_NULL_ORIGIN = 'MISSING_OR_NULL_ORIGIN';

/**
 * A form of another site may not sign anybody in.
 * @cause The browser says that it was sent here by a page of another site.
 * @remedy Sign in from a page of the platform.
 */
const CROSS_SITE_NAVIGATION_LOGIN_BLOCKED = 'CROSS_SITE_NAVIGATION_LOGIN_BLOCKED';

/**
 * No code is mailed for this purpose.
 * @cause `type` is neither `email-verification` nor `forget-password`.
 * @remedy Send one of the two.
 */
export const INVALID_OTP_TYPE = 'INVALID_OTP_TYPE';

/**
 * The mailed code is wrong.
 * @cause It was mistyped or used already, or none was asked for.
 * @remedy Type the code of the latest mail, or ask for a new one.
 */
export const INVALID_OTP = 'INVALID_OTP';

/**
 * The mailed code is too old.
 * @cause More than five minutes have passed since it was made.
 * @remedy Ask for a new code.
 */
export const OTP_EXPIRED = 'OTP_EXPIRED';

/**
 * The mailed code is void.
 * @cause Three wrong ones were tried.
 * @remedy Ask for a new code.
 */
export const TOO_MANY_ATTEMPTS = 'TOO_MANY_ATTEMPTS';

/**
 * No sign-in is waiting for its second factor.
 * @cause The cookie of the sign-in is missing, too old, or its sign-in is over.
 * @remedy Sign in with the password again.
 */
const INVALID_TWO_FACTOR_COOKIE = 'INVALID_TWO_FACTOR_COOKIE';

/**
 * The code of the second factor is wrong.
 * @cause It was mistyped, or a newer one was mailed since.
 * @remedy Type the code of the latest mail.
 */
export const INVALID_CODE = 'INVALID_CODE';

/**
 * The code of the second factor is too old.
 * @cause More than five minutes have passed since it was made, or none was asked for.
 * @remedy Ask for a new code.
 */
const OTP_HAS_EXPIRED = 'OTP_HAS_EXPIRED';

/**
 * The code of the second factor is void, and perhaps the sign-in too.
 * @cause Five wrong codes were tried.
 * @remedy Ask for a new code; sign in again if that one is refused too.
 */
const TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE = 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE';

/**
 * The second factor of the account is locked.
 * @cause Ten wrong codes were tried in a row, in one sign-in or several.
 * @remedy Wait 15 minutes, then sign in again.
 */
const ACCOUNT_TEMPORARILY_LOCKED = 'ACCOUNT_TEMPORARILY_LOCKED';

/**
 * Too many guesses failed, or too many mails were asked for, of one account.
 * @cause Wrong passwords or codes of a day make the next try wait longer and longer; mails are limited within five minutes.
 * @remedy Wait as many seconds as `X-Retry-After` says.
 */
export const TOO_MANY_TRIES = 'TOO_MANY_REQUESTS';

const originErrors = { [MISSING_OR_NULL_ORIGIN]: 403, [INVALID_ORIGIN]: 403 };
const formErrors = { [VALIDATION_ERROR]: 400, [INVALID_EMAIL]: 400, ...originErrors, [TOO_MANY_TRIES]: 429 };
const newPasswordErrors = { [PASSWORD_TOO_SHORT]: 400, [PASSWORD_TOO_LONG]: 400, [PASSWORD_TOO_COMMON]: 400 };
const emailCodeErrors = { [INVALID_OTP]: 400, [OTP_EXPIRED]: 400, [TOO_MANY_ATTEMPTS]: 403 };

export const signUpErrors = {
  [VALIDATION_ERROR]: 400,
  [INVALID_EMAIL]: 400,
  ...newPasswordErrors,
  [FIELD_NOT_ALLOWED]: 400,
  ...originErrors,
  [CROSS_SITE_NAVIGATION_LOGIN_BLOCKED]: 403,
  [USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL]: 422,
  [FAILED_TO_CREATE_USER]: 422,
};

export const signInErrors = { ...formErrors, [INVALID_EMAIL_OR_PASSWORD]: 401, [CROSS_SITE_NAVIGATION_LOGIN_BLOCKED]: 403 };

export const signOutErrors = originErrors;

export const listSessionsErrors = { [UNAUTHORIZED]: 401 };

export const revokeSessionErrors = { [VALIDATION_ERROR]: 400, [UNAUTHORIZED]: 401, ...originErrors };

export const revokeSessionsErrors = { [UNAUTHORIZED]: 401, ...originErrors };

export const sendEmailCodeErrors = { ...formErrors, [INVALID_OTP_TYPE]: 400, [CROSS_SITE_NAVIGATION_LOGIN_BLOCKED]: 403 };

export const requestPasswordResetErrors = formErrors;

export const verifyEmailErrors = { ...formErrors, ...emailCodeErrors };

export const resetPasswordErrors = { ...formErrors, ...newPasswordErrors, ...emailCodeErrors };

export const sendSecondFactorErrors = { [INVALID_TWO_FACTOR_COOKIE]: 401, ...originErrors };

export const verifySecondFactorErrors = {
  [VALIDATION_ERROR]: 400,
  [OTP_HAS_EXPIRED]: 400,
  [TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE]: 400,
  [INVALID_TWO_FACTOR_COOKIE]: 401,
  [INVALID_CODE]: 401,
  ...originErrors,
  [ACCOUNT_TEMPORARILY_LOCKED]: 429,
  [TOO_MANY_TRIES]: 429,
};
