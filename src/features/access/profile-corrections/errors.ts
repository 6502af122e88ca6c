// Codes of profile corrections and what asking for one answers with them (ours, but for the documents' rights and `2fa-code.invalid`).

import { FORBIDDEN } from '../../../core/errors.ts';
import { ACCOUNT_IS_BEING_VERIFIED, ACCOUNT_NOT_COMPLETED } from '../customers/index.ts';
import { TFA_CODE_INVALID } from '../mfa/index.ts';

/**
 * A correction of this profile is already waiting for the provider.
 * @cause It was asked for before and is not judged yet.
 * @remedy Wait for its end, which is mailed; then ask for the next one.
 */
export const ALREADY_OPEN = 'profile-correction.already-open';

/**
 * Nothing would change.
 * @cause Every field that was sent equals the saved profile.
 * @remedy Send only what is to be different.
 */
export const NOTHING_TO_CORRECT = 'profile-correction.nothing-to-correct';

export const requestCorrectionErrors = {
  [TFA_CODE_INVALID]: 403,
  [FORBIDDEN]: 403,
  [ACCOUNT_IS_BEING_VERIFIED]: 403,
  [ACCOUNT_NOT_COMPLETED]: 403,
  [NOTHING_TO_CORRECT]: 400,
  [ALREADY_OPEN]: 400,
};
