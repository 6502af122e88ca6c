// What a charge-back leaves open is tried again; apart from the other job, which leads to the handler that writes this one.

import { defineJob } from '../../../core/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { settleOpenChargeBacks } from './settle-open-charge-backs.ts';

/** Freezes and books what a charge-back left open; written with each charge-back, so that its failure is retried soon. */
export const chargeBacksJob = defineJob<Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'payments' | 'log'>, { dryRun?: boolean }>({
  name: 'charge-backs',
  cron: '*/10 * * * *',
  onDemand: true,
  concurrency: 1,
  work: async (deps, { dryRun = false }) => {
    const report = await settleOpenChargeBacks(deps, { dryRun });
    if (report.failed > 0) throw new Error(`${report.failed} charge-backs wait for another try`);
    return report;
  },
});
