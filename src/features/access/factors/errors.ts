// Codes of second factors.

import { NOT_FOUND } from '../../../core/errors.ts';
import { ASKED_IN_ANOTHER_SESSION, confirmOwnMfaErrors, TOO_MANY_ATTEMPTS } from '../mfa/index.ts';

/**
 * The proof is not right.
 * @cause The code was mistyped, used already or is too old, the passkey is another account's, or its challenge is over.
 * @remedy Send the present code of the app, or ask for a new challenge.
 */
export const FACTOR_PROOF_IS_WRONG = 'factors.wrong-proof';

/**
 * The new factor was not registered.
 * @cause The answer of the browser does not fit the challenge, which lasts five minutes, or the code is not of the secret that was shown.
 * @remedy Begin the registration again.
 */
export const FACTOR_DOES_NOT_FIT = 'factors.registration-failed';

/**
 * There is a factor already.
 * @cause The first factor is confirmed by a mailed code; whoever has one shows that instead.
 * @remedy Show a factor that is registered, or a recovery code.
 */
export const FACTOR_IS_THERE = 'factors.already-registered';

/**
 * There are enough factors.
 * @cause The account has an authenticator app already, or twenty passkeys.
 * @remedy Remove one first.
 */
export const TOO_MANY_FACTORS = 'factors.too-many';

/**
 * The last factor stays.
 * @cause A second factor is required here, and no other one would be left.
 * @remedy Register another one first.
 */
export const LAST_FACTOR = 'factors.last-one';

const proofErrors = { [FACTOR_PROOF_IS_WRONG]: 400 };

export const mailCodeErrors = { [FACTOR_IS_THERE]: 400, [TOO_MANY_ATTEMPTS]: 403, [ASKED_IN_ANOTHER_SESSION]: 409 };

export const showFactorErrors = proofErrors;

export const registerFactorErrors = {
  ...proofErrors,
  ...confirmOwnMfaErrors,
  [FACTOR_DOES_NOT_FIT]: 400,
  [TOO_MANY_FACTORS]: 400,
};

export const beginAuthenticatorErrors = { [TOO_MANY_FACTORS]: 400 };

export const removeFactorErrors = { ...proofErrors, [NOT_FOUND]: 404, [LAST_FACTOR]: 400 };

export const renewRecoveryCodesErrors = { ...proofErrors, [NOT_FOUND]: 404 };
