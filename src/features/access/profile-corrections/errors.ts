// Codes of profile corrections, ours, and what a request for one answers with them and with codes of
// other rooms.

import { FORBIDDEN } from '../../../core/errors.ts';
import { ACCOUNT_IS_BEING_VERIFIED, ACCOUNT_NOT_COMPLETED } from '../customers/index.ts';
import { tfaErrors } from '../mfa/index.ts';

/**
 * A correction of this profile is already waiting for the provider.
 * @cause It was requested before and is not decided yet.
 * @remedy Wait for the mail with the decision; then request the next one.
 */
export const ALREADY_OPEN = 'profile-correction.already-open';

/**
 * Nothing would change.
 * @cause Every field that was sent equals the saved profile.
 * @remedy Send at least one value that differs.
 */
export const NOTHING_TO_CORRECT = 'profile-correction.nothing-to-correct';

export const requestCorrectionErrors = {
  ...tfaErrors,
  [FORBIDDEN]: 403,
  [ACCOUNT_IS_BEING_VERIFIED]: 403,
  [ACCOUNT_NOT_COMPLETED]: 403,
  [NOTHING_TO_CORRECT]: 400,
  [ALREADY_OPEN]: 400,
};
