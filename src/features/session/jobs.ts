// Housekeeping of the session layer.

import { inTransaction } from '../../core/db/transaction.ts';
import { defineJob } from '../../core/jobs.ts';
import type { AppDeps } from '../../deps.ts';
import { deleteExpired } from './queries.ts';

/** Removes expired sessions and codes, which nothing reads any more. */
export const sessionCleanupJob = defineJob<Pick<AppDeps, 'db'>, object>({
  name: 'session-cleanup',
  cron: '20 * * * *',
  concurrency: 1,
  work: ({ db }) => inTransaction(db, (tx) => deleteExpired(tx, Temporal.Now.instant())),
});
