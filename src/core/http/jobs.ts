// Cleanup jobs for data of the HTTP layer.

import type { Clock } from '../clock.ts';
import type { Database } from '../db/pool.ts';
import { defineJob } from '../jobs/jobs.ts';
import { forgetIdempotencyKeys } from './idempotency.ts';
import { forgetRequestCounts } from './rate-limits.ts';

/** Deletes idempotency keys older than a day, every hour. */
export const idempotencyKeyCleanupJob = defineJob<{ db: Database; clock: Clock }, { dryRun?: boolean }>({
  name: 'idempotency-key-cleanup',
  cron: '50 * * * *',
  onDemand: true,
  concurrency: 1,
  work: (deps, { dryRun = false }) => forgetIdempotencyKeys(deps, { dryRun }),
});

/** Deletes request counters whose window is long over, every hour. */
export const requestCountCleanupJob = defineJob<{ db: Database }, object>({
  name: 'request-count-cleanup',
  cron: '40 * * * *',
  concurrency: 1,
  work: ({ db }) => forgetRequestCounts(db),
});
