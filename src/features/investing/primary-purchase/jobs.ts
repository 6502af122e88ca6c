// Refunds that were refused are not forgotten.

import { defineJob } from '../../../core/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { retryRefunds } from './retry-refunds.ts';

/** Once a day (A-primary-purchase-11): what made the provider refuse is mended by people, such as a blocked wallet. */
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
