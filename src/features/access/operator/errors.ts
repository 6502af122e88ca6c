// Codes of the operator's room.

/**
 * The process should get no requests now.
 * @cause It is stopping, or no worker runs, or the worker ends again and again; `detail` says which.
 * @remedy Send requests to another instance; look at the log of the worker if no instance is ready.
 */
export const NOT_READY = 'not-ready';

/**
 * There is no scheduled job of this name.
 * @cause The name in the path is misspelled, or of a job that cannot be started on demand.
 * @remedy Take one of the names that `npm run job` lists when it is given none.
 */
export const JOB_NOT_FOUND = 'job-not-found';
