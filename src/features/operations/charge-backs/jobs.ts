// Charge-backs whose freeze or booking failed are retried, each read again at the provider.

import { defineJob } from '../../../core/jobs/jobs.ts';
import { listOpenChargeBacks } from './queries.ts';
import { type ChargeBackDeps, settleChargeBack } from './settle-charge-back.ts';

const MAX_AT_ONCE = 200;

/**
 * Freezes and books what a charge-back left open; enqueued with each charge-back, so that a failure is retried soon. `settled` counts
 * calls without error, also those whose booking must wait for a higher balance; one failure does not stop the others.
 */
export const chargeBacksJob = defineJob<ChargeBackDeps, { dryRun?: boolean }>({
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
        if (!read.ok || !read.value) throw new Error('the provider does not return the pay-out of the charge-back');
        await settleChargeBack(deps, { key, customerId: customerId ?? undefined, payout: read.value });
        report.settled += 1;
      } catch (error) {
        deps.log.warn({ err: error, payoutId: key.payoutId }, 'charge-back not settled again');
        report.failed += 1;
      }
    }
    if (report.failed > 0) throw new Error(`${report.failed} charge-backs wait for another try`);
    return report;
  },
});
