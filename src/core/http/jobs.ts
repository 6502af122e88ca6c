// Housekeeping of what HTTP leaves behind.

import type { Clock } from '../clock.ts';
import type { Database } from '../db/pool.ts';
import { defineJob } from '../jobs.ts';
import { forgetIdempotencyKeys } from './forget-idempotency-keys.ts';
import { forgetRequestCounts } from './rate-limit.ts';

/** Every hour: idempotency keys older than a day. */
export const idempotencyKeyCleanupJob = defineJob<{ db: Database; clock: Clock }, { dryRun?: boolean }>({
  name: 'idempotency-key-cleanup',
  cron: '50 * * * *',
  onDemand: true,
  concurrency: 1,
  work: (deps, { dryRun = false }) => forgetIdempotencyKeys(deps, { dryRun }),
});

/** Every hour: counters of requests whose minute is long over. */
export const requestCountCleanupJob = defineJob<{ db: Database }, object>({
  name: 'request-count-cleanup',
  cron: '40 * * * *',
  concurrency: 1,
  work: ({ db }) => forgetRequestCounts(db),
});
