// Background work of the payouts. The runs are not retried by themselves: the run of the next day continues where one stopped.

import type { PropertyId } from '../../../core/db/tables.ts';
import { defineJob } from '../../../core/jobs/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { listRepaidProjects } from './queries.ts';
import { finishRepaidProject, type PayoutDeps, type PayoutsReport, retryFailedLines, runPayouts } from './run-payouts.ts';
import { moveWithheldTaxes } from './tax-remittance.ts';

/** A retry asks the provider about earlier payments. */
type RetryingDeps = PayoutDeps & Pick<AppDeps, 'mover'>;

/** Afterwards the withheld tax of paid coupons is moved. */
export const couponPayoutJob = defineJob<RetryingDeps, { dryRun?: boolean }>({
  name: 'coupon-payout',
  cron: '0 6 * * *',
  onDemand: true,
  concurrency: 1,
  retryLimit: 0,
  work: async (deps, { dryRun = false }) => {
    const report = await runPayouts(deps, 'coupon', { dryRun });
    if (dryRun) return report;
    const retried = await retryFailedLines(deps, 'coupon');
    return finishRun(deps, { ...report, retried, taxTransfers: await moveWithheldTaxes(deps) });
  },
});

export const capitalPayoutJob = defineJob<RetryingDeps, { dryRun?: boolean }>({
  name: 'capital-payout',
  cron: '0 6 * * *',
  onDemand: true,
  concurrency: 1,
  retryLimit: 0,
  work: async (deps, { dryRun = false }) => {
    const report = await runPayouts(deps, 'capital', { dryRun });
    if (dryRun) return report;
    return finishRun(deps, { ...report, retried: await retryFailedLines(deps, 'capital') });
  },
});

/** Enqueued when the last payout of a run is settled, which may have been the last one of the project. */
export const finishRepaidProjectJob = defineJob<PayoutDeps, { propertyId: PropertyId }>({
  name: 'finish-repaid-project',
  work: async (deps, { propertyId }) => ({ isFinished: await finishRepaidProject(deps, propertyId) }),
});

/** Adds the ids of the projects whose repayment was finished now. */
async function finishRun(deps: PayoutDeps, report: PayoutsReport): Promise<PayoutsReport> {
  const finishedProjects: string[] = [];
  for (const propertyId of await listRepaidProjects(deps.db, deps.config.OWNER_DEBT_STATUSES))
    if (await finishRepaidProject(deps, propertyId)) finishedProjects.push(propertyId);
  return { ...report, finishedProjects };
}
