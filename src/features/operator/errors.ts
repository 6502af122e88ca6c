// Codes of the operator's room.

export const NOT_READY = 'not-ready';
export const JOB_NOT_FOUND = 'job-not-found';
