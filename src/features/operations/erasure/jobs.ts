// Job of closed accounts: erases what the law no longer asks to keep.

import { defineJob } from '../../../core/jobs/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { completeErasures } from './complete.ts';

export const completeErasuresJob = defineJob<Pick<AppDeps, 'db' | 'clock' | 'storage'>, { dryRun?: boolean }>({
  name: 'complete-erasures',
  cron: '50 2 * * *',
  onDemand: true,
  concurrency: 1,
  retryLimit: 0,
  work: (deps, { dryRun = false }) => completeErasures(deps, { dryRun }),
});
