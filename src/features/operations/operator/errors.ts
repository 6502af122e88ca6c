// Codes of the operator's room.

/**
 * The process should get no requests now.
 * @cause It is stopping, no worker runs, or the worker crashes repeatedly; `detail` says which.
 * @remedy Send requests to another instance; look at the log of the worker if no instance is ready.
 */
export const NOT_READY = 'not-ready';

/**
 * There is no scheduled job of this name.
 * @cause The name in the path is misspelled, or that of a job that cannot be started on demand.
 * @remedy Take one of the names that `npm run job` without a name lists.
 */
export const JOB_NOT_FOUND = 'job-not-found';
