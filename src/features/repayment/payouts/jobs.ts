// Background work of the payouts. The runs are not retried by themselves: the next morning goes on where a run stopped.

import { defineJob } from '../../../core/jobs.ts';
import { finishRepaidProject } from './finish-repaid-project.ts';
import { type PayoutDeps, runPayouts } from './run-payouts.ts';

export const couponPayoutJob = defineJob<PayoutDeps, { dryRun?: boolean }>({
  name: 'coupon-payout',
  cron: '0 6 * * *',
  onDemand: true,
  concurrency: 1,
  retryLimit: 0,
  work: async (deps, { dryRun = false }) => runPayouts(deps, 'coupon', { dryRun }),
});

export const capitalPayoutJob = defineJob<PayoutDeps, { dryRun?: boolean }>({
  name: 'capital-payout',
  cron: '0 6 * * *',
  onDemand: true,
  concurrency: 1,
  retryLimit: 0,
  work: async (deps, { dryRun = false }) => runPayouts(deps, 'capital', { dryRun }),
});

/** Asked as soon as the last payout of a run is settled: was it the last thing that the project owed? */
export const finishRepaidProjectJob = defineJob<PayoutDeps, { propertyId: string }>({
  name: 'finish-repaid-project',
  work: async (deps, { propertyId }) => ({ isFinished: await finishRepaidProject(deps, propertyId) }),
});
