// Commissions that were refused are not forgotten.

import { defineJob } from '../../../core/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { retryCommissions } from './retry-commissions.ts';

/** Once a day (A-marketplace-6): what made the provider refuse is mended by people, such as a blocked wallet. */
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
