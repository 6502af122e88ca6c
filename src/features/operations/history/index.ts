// Door of the sealed history: what was written each day, as one hash that depends on all days before.

export { sealHistoryJob, stampHistoryJob, storeHistoryJob, verifyHistoryJob } from './jobs.ts';
export { readReceipt } from './receipt.ts';
export { Receipt } from './schemas.ts';
