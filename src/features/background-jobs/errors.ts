// Codes of background jobs, all ours: the documents have no endpoint of them.

import { NOT_FOUND } from '../../core/errors.ts';

export const JOB_NOT_FAILED = 'job-not-failed';

export const jobErrors = { [NOT_FOUND]: 404 };
export const retryJobErrors = { [NOT_FOUND]: 404, [JOB_NOT_FAILED]: 400 };
