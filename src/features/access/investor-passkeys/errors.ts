// Codes of investors' passkeys.

import { NOT_FOUND } from '../../../core/errors.ts';
import { FACTOR_DOES_NOT_FIT, FACTOR_PROOF_IS_WRONG, TOO_MANY_FACTORS } from '../factors/index.ts';
import { ASKED_IN_ANOTHER_SESSION, MFA_ENABLED_PATCH_IS_SAME, TFA_CODE_IN_USE, tfaErrors } from '../mfa/index.ts';

/**
 * The account has no passkey.
 * @cause None was registered, or the last one was removed.
 * @remedy Ask for a code by mail instead, or register a passkey.
 */
export const NO_PASSKEY = 'passkeys.none';

/**
 * No sign-in waits for its second factor.
 * @cause The password was not given in this browser, the sign-in took longer than its cookie lasts, or it has ended.
 * @remedy Sign in again.
 */
export const NO_SIGN_IN_WAITS = 'passkeys.no-sign-in-waits';

export const registerPasskeyErrors = { ...tfaErrors, [FACTOR_DOES_NOT_FIT]: 400, [TOO_MANY_FACTORS]: 400 };

export const renamePasskeyErrors = { [NOT_FOUND]: 404 };

export const removePasskeyErrors = { ...tfaErrors, [NOT_FOUND]: 404 };

export const askPasskeyErrors = { [MFA_ENABLED_PATCH_IS_SAME]: 400, [NO_PASSKEY]: 400 };

export const confirmByPasskeyErrors = {
  [MFA_ENABLED_PATCH_IS_SAME]: 400,
  [FACTOR_PROOF_IS_WRONG]: 400,
  [ASKED_IN_ANOTHER_SESSION]: 409,
  [TFA_CODE_IN_USE]: 409,
};

export const askPasskeyAtSignInErrors = { [NO_SIGN_IN_WAITS]: 401, [NO_PASSKEY]: 400 };

export const signInByPasskeyErrors = { [NO_SIGN_IN_WAITS]: 401, [FACTOR_PROOF_IS_WRONG]: 400 };
