// Codes of background jobs, all ours: the documents have no endpoint for them.

import { NOT_FOUND } from '../../../core/errors.ts';

/**
 * The job has not failed.
 * @cause It is waiting, running, done or canceled, or another administrator has just asked for its retry.
 * @remedy Look at the job; retry only what failed.
 */
export const JOB_NOT_FAILED = 'job-not-failed';

export const jobErrors = { [NOT_FOUND]: 404 };
export const retryJobErrors = { [NOT_FOUND]: 404, [JOB_NOT_FAILED]: 400 };
