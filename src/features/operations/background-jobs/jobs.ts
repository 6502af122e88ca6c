// The team is notified of kinds of jobs that fail.

import { inTransaction } from '../../../core/db/transaction.ts';
import { defineJob } from '../../../core/jobs/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { claimAlert, type FailingQueue, listFailing } from './queries.ts';

/** So many failed attempts within the last hour are no passing disturbance. */
const FAILED_ATTEMPTS = 5;

/** Once an hour and kind, however many of its jobs fail. */
export const jobAlertsJob = defineJob<Pick<AppDeps, 'db' | 'jobs'>, { dryRun?: boolean }>({
  name: 'job-alerts',
  cron: '*/5 * * * *',
  onDemand: true,
  concurrency: 1,
  retryLimit: 0,
  work: async (deps, { dryRun = false }) => {
    const failing = await listFailing(deps.db, FAILED_ATTEMPTS);
    const report = { failing, reported: 0, dryRun };
    if (dryRun) return report;
    for (const one of failing)
      await inTransaction(deps.db, async (tx) => {
        if (!(await claimAlert(tx, one.queue))) return;
        await enqueueChatMessage(tx, deps, { channel: 'internal-alerts', text: describeFailing(one) });
        report.reported += 1;
      });
    return report;
  },
});

function describeFailing({ queue, attempts, failed, retrying }: FailingQueue): string {
  const ended = failed === 0 ? '' : `, ${failed} abandonnée${failed > 1 ? 's' : ''}`;
  const waiting = retrying === 0 ? '' : `, ${retrying} à réessayer`;
  return `Les tâches « ${queue} » échouent : ${attempts} échecs en une heure${ended}${waiting}. Voir Exploitation, Tâches.`;
}
