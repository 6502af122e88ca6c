// Background work of the direct debits.

import { defineJob } from '../../../core/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { updateDebits } from './update-debits.ts';

/** Keeps scheduled direct debits like the provider has them. Not retried by itself: the next hour asks again. */
export const bankDebitStatusUpdateJob = defineJob<
  Pick<AppDeps, 'db' | 'clock' | 'config' | 'payments' | 'jobs' | 'log'>,
  { dryRun?: boolean }
>({
  name: 'echeancier-bank-debit-status-update',
  cron: '0 * * * *',
  onDemand: true,
  retryLimit: 0,
  work: async (deps, { dryRun = false }) => updateDebits(deps, { dryRun }),
});
