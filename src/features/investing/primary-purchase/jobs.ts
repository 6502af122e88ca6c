// Background job of primary purchases: the retry of refused refunds.

import { defineJob } from '../../../core/jobs/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { retryRefunds } from './refund.ts';

/** Daily: people have to remove the cause of a refusal, such as a blocked wallet. */
export const primaryPurchaseRefundsJob = defineJob<
  Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'mover' | 'log'>,
  { dryRun?: boolean }
>({
  name: 'primary-purchase-refunds',
  cron: '40 5 * * *',
  onDemand: true,
  concurrency: 1,
  work: (deps, { dryRun = false }) => retryRefunds(deps, { dryRun }),
});
