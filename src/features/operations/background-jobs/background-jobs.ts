// Background jobs: one that failed for good runs once more, and the queues as metrics.

import { recordAdminAction } from '../../../core/audit.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError, hasCode, NOT_FOUND } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { DEAD_LETTERS } from '../../../core/jobs/jobs.ts';
import { defineSampler } from '../../../core/telemetry/metrics.ts';
import type { AppDeps } from '../../../deps.ts';
import { JOB_NOT_FAILED } from './errors.ts';
import { countUnfinished, findJob, type JobRow, listDeadLetterIds, listRetryable, lockJob } from './queries.ts';
import { toBackgroundJobView } from './rules.ts';
import type { BackgroundJobView, JobsRetried } from './schemas.ts';

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

/** Jobs in one request: each takes some statements, and the transaction locks them all. */
const MAX_AT_ONCE = 200;

/**
 * Queues every job of the kind again that failed for good, and every dead letter of it whose job is gone, the oldest first and at most 200
 * at once; those that somebody else retries at the same time are left out. One audit row names how many.
 */
export async function retryAllJobs(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs'>,
  { queue, audit }: { queue: string; audit: RouteAudit },
): Promise<JobsRetried> {
  const { ids, left } = await listRetryable(deps.db, queue, MAX_AT_ONCE);
  return inTransaction(deps.db, async (tx) => {
    let retried = 0;
    for (const jobId of ids) if (await retryIfFailed(tx, deps, jobId)) retried += 1;
    const payload = { queue, retried, left };
    if (retried > 0) await recordAdminAction(tx, { ...audit, payload, at: deps.clock.now() });
    return { retried, left };
  });
}

async function retryIfFailed(tx: Tx, deps: Pick<AppDeps, 'jobs'>, jobId: string): Promise<boolean> {
  const job = await findJob(tx, jobId);
  if (!job) return false;
  const state = await lockJob(tx, job);
  if (state === undefined) return false;
  try {
    if (job.queue === DEAD_LETTERS) await resend(tx, deps, { ...job, state });
    else await retry(tx, deps, { ...job, state });
    return true;
  } catch (error) {
    if (hasCode(error, JOB_NOT_FAILED)) return false;
    throw error;
  }
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
