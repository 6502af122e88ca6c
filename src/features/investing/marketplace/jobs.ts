// Background job of the marketplace: the retry of refused commissions.

import { defineJob } from '../../../core/jobs/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { retryCommissions } from './commission.ts';

/** Daily: people have to remove the cause of a refusal, such as a blocked wallet. */
export const marketDealCommissionsJob = defineJob<
  Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'mover' | 'log'>,
  { dryRun?: boolean }
>({
  name: 'market-deal-commissions',
  cron: '45 5 * * *',
  onDemand: true,
  concurrency: 1,
  work: (deps, { dryRun = false }) => retryCommissions(deps, { dryRun }),
});
