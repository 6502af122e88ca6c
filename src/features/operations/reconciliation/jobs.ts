// The nightly reconciliation; an operator may start one at any time.

import { defineJob } from '../../../core/jobs/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { reconcileWithProvider } from './reconcile-with-provider.ts';

/** Not retried by itself: a run that could not read the provider reports it, and the next one reads everything again. */
export const providerReconciliationJob = defineJob<
  Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'payments' | 'log'>,
  { dryRun?: boolean }
>({
  name: 'provider-reconciliation',
  cron: '45 3 * * *',
  onDemand: true,
  retryLimit: 0,
  work: async (deps, { dryRun = false }) => reconcileWithProvider(deps, { dryRun }),
});
