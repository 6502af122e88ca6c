// Charge-backs that could not be followed to their end when they came are tried again, each read anew at the provider. Apart from the
// other job, which leads to the handler that writes this one.

import { defineJob } from '../../../core/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { listOpenChargeBacks } from './charge-back-queries.ts';
import { settleChargeBack } from './settle-charge-back.ts';

const MAX_AT_ONCE = 200;

/**
 * Freezes and books what a charge-back left open; written with each charge-back, so that its failure is retried soon. `settled` were
 * followed as far as their wallet allows; one failure does not hold up the others.
 */
export const chargeBacksJob = defineJob<Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'payments' | 'log'>, { dryRun?: boolean }>({
  name: 'charge-backs',
  cron: '*/10 * * * *',
  onDemand: true,
  concurrency: 1,
  work: async (deps, { dryRun = false }) => {
    const keys = await listOpenChargeBacks(deps.db, MAX_AT_ONCE);
    const report = { open: keys.length, settled: 0, failed: 0, dryRun };
    if (dryRun) return report;
    for (const { customerId, ...key } of keys) {
      try {
        const read = await deps.payments.getPayOut({ payoutId: key.payoutId });
        if (!read.ok || !read.value) throw new Error('the provider does not tell of the charge-back');
        await settleChargeBack(deps, { key, customerId: customerId ?? undefined, payout: read.value });
        report.settled += 1;
      } catch (error) {
        deps.log.warn({ err: error, payoutId: key.payoutId }, 'charge-back not followed to its end again');
        report.failed += 1;
      }
    }
    if (report.failed > 0) throw new Error(`${report.failed} charge-backs wait for another try`);
    return report;
  },
});
