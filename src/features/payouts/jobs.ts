// Background work of the payouts. Neither is retried by itself: the next morning goes on where a run stopped.

import { defineJob } from '../../core/jobs.ts';
import type { PayoutDeps } from './payouts-report.ts';
import { runCapitalPayout } from './run-capital-payout.ts';
import { runCouponPayout } from './run-coupon-payout.ts';

export const couponPayoutJob = defineJob<PayoutDeps, { dryRun?: boolean }>({
  name: 'coupon-payout',
  cron: '0 6 * * *',
  onDemand: true,
  concurrency: 1,
  retryLimit: 0,
  work: async (deps, { dryRun = false }) => runCouponPayout(deps, { dryRun }),
});

export const capitalPayoutJob = defineJob<PayoutDeps, { dryRun?: boolean }>({
  name: 'capital-payout',
  cron: '0 6 * * *',
  onDemand: true,
  concurrency: 1,
  retryLimit: 0,
  work: async (deps, { dryRun = false }) => runCapitalPayout(deps, { dryRun }),
});
