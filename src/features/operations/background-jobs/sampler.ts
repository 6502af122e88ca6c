// The queues as metrics: how many jobs are in which state, and how long the oldest that is due waits.

import { defineSampler } from '../../../core/telemetry/sampled-gauges.ts';
import type { AppDeps } from '../../../deps.ts';
import { countUnfinished } from './queries.ts';

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
