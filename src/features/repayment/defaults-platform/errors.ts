// Codes of the defaults webhook that end a batch (the tolerated ones are skipped projects), and what the votes answer (services.md#votes).

import { INTERNAL_ERROR } from '../../../core/errors.ts';
import { UNAUTHORIZED_EXCEPTION } from '../../access/session/index.ts';
import { SPV_NOT_FOUND } from '../payment-schedule/index.ts';

/**
 * The penalties of a project cannot be applied, and the rest of the batch was left out.
 * @cause A part is negative, no whole number of cents or above the total, or would take back a surplus that was spent; earlier
 * projects keep theirs.
 * @remedy Correct the penalty and send the batch again: what was applied stays as it is.
 */
export const COMPUTING_ERROR = 'echeancier-computing-error';

export const penaltiesErrors = { [UNAUTHORIZED_EXCEPTION]: 401, [SPV_NOT_FOUND]: 500, [COMPUTING_ERROR]: 500 };

export const votingErrors = { [INTERNAL_ERROR]: 500 };
