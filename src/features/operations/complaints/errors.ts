// Codes of complaints; ours, as the documents have no such endpoint.

import { NOT_FOUND } from '../../../core/errors.ts';

/**
 * This complaint was received before.
 * @cause One with the same words waits for its answer.
 * @remedy Read the list of your complaints: nothing is to be sent again.
 */
export const ALREADY_RECEIVED = 'complaint.already-received';

/**
 * Five complaints of this investor wait for an answer.
 * @cause None of them is answered yet.
 * @remedy Wait for an answer, or write to the contact address of the platform.
 */
export const TOO_MANY_OPEN = 'complaint.too-many-open';

/**
 * The complaint is answered.
 * @cause An administrator answered it before, perhaps while you were reading it.
 * @remedy Read the answer; write to the investor by other means where it does not suffice.
 */
export const ALREADY_ANSWERED = 'complaint.already-answered';

export const sendComplaintErrors = { [ALREADY_RECEIVED]: 400, [TOO_MANY_OPEN]: 400 };
export const complaintErrors = { [NOT_FOUND]: 404 };
export const answerComplaintErrors = { [NOT_FOUND]: 404, [ALREADY_ANSWERED]: 400 };
