// Background jobs: one that failed for good runs once more, and the queues as metrics.

import { recordAdminAction } from '../../../core/audit.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { DEAD_LETTERS } from '../../../core/jobs/jobs.ts';
import { defineSampler } from '../../../core/telemetry/metrics.ts';
import type { AppDeps } from '../../../deps.ts';
import { JOB_NOT_FAILED } from './errors.ts';
import { countUnfinished, findJob, type JobRow, listDeadLetterIds, lockJob } from './queries.ts';
import { toBackgroundJobView } from './rules.ts';
import type { BackgroundJobView } from './schemas.ts';

/**
 * Queues the job again and returns it: the same job, or a new one for a dead letter whose job was deleted.
 * Jobs are idempotent, so a retry repeats nothing that the first run has done. Errors: `not-found`, `job-not-failed`.
 */
export async function retryJob(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs'>,
  { jobId, audit }: { jobId: string; audit: RouteAudit },
): Promise<BackgroundJobView> {
  const known = await findJob(deps.db, jobId);
  if (!known) throw new AppError(NOT_FOUND);
  return inTransaction(deps.db, async (tx) => {
    const state = await lockJob(tx, known);
    if (state === undefined) throw new AppError(NOT_FOUND);
    const retriedId =
      known.queue === DEAD_LETTERS ? await resend(tx, deps, { ...known, state }) : await retry(tx, deps, { ...known, state });
    const job = await findJob(tx, retriedId);
    if (!job) throw new AppError(NOT_FOUND);
    const payload = { queue: job.queue, ...(retriedId === jobId ? {} : { retriedAs: retriedId }) };
    await recordAdminAction(tx, { ...audit, target: { type: 'job', id: jobId }, payload, at: deps.clock.now() });
    return toBackgroundJobView(job);
  });
}

async function retry(tx: Tx, { jobs }: Pick<AppDeps, 'jobs'>, { id, queue, state }: JobRow): Promise<string> {
  if (state !== 'failed') throw new AppError(JOB_NOT_FAILED, { detail: `The job is ${state}.` });
  await jobs.retry(tx, { queue, jobId: id, letterIds: await listDeadLetterIds(tx, id) });
  return id;
}

async function resend(tx: Tx, { jobs }: Pick<AppDeps, 'jobs'>, letter: JobRow): Promise<string> {
  const { id, state, sourceQueue, sourceId, data } = letter;
  if (state !== 'created' || sourceQueue === null || sourceId === null)
    throw new AppError(JOB_NOT_FAILED, { detail: 'The dead letter was processed already.' });
  if (await findJob(tx, sourceId)) throw new AppError(JOB_NOT_FAILED, { detail: `Retry the job itself: ${sourceId}.` });
  // Border: a dead letter holds the data of its job, and jobs are enqueued with an object.
  return jobs.resend(tx, { letterId: id, queue: sourceQueue, data: (data ?? {}) as object });
}

export const jobQueueSampler = defineSampler({
  name: 'queues',
  gauges: {
    mortar_jobs: {
      help: 'Jobs that have not completed, by queue and state: waiting (due), scheduled (for later), retrying, active, failed (for good).',
      labels: ['queue', 'state'],
    },
    mortar_job_oldest_waiting_seconds: { help: 'How long the oldest job that is due has waited, by queue.', labels: ['queue'] },
    mortar_jobs_failed: { help: 'Jobs that failed for good and were not retried since.' },
  },
  read: async ({ db }: Pick<AppDeps, 'db'>) => {
    const rows = await countUnfinished(db);
    return {
      mortar_jobs: rows.map(({ queue, state, count }) => ({ labels: { queue, state }, value: count })),
      mortar_job_oldest_waiting_seconds: rows
        .filter(({ state }) => state === 'waiting')
        .map(({ queue, oldestSeconds }) => ({ labels: { queue }, value: oldestSeconds })),
      mortar_jobs_failed: [{ value: rows.filter(({ state }) => state === 'failed').reduce((sum, { count }) => sum + count, 0) }],
    };
  },
});
