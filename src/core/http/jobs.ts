// Housekeeping of what HTTP leaves behind.

import type { Clock } from '../clock.ts';
import type { Database } from '../db/pool.ts';
import { defineJob } from '../jobs.ts';
import { forgetIdempotencyKeys } from './forget-idempotency-keys.ts';

/** Every hour: idempotency keys older than a day. */
export const idempotencyKeyCleanupJob = defineJob<{ db: Database; clock: Clock }, { dryRun?: boolean }>({
  name: 'idempotency-key-cleanup',
  cron: '50 * * * *',
  onDemand: true,
  concurrency: 1,
  work: (deps, { dryRun = false }) => forgetIdempotencyKeys(deps, { dryRun }),
});
