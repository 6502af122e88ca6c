// Background work of the wallet's room.

import { defineJob } from '../../../core/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { scanIncomingWires } from './scan-incoming-wires.ts';

/** Books what arrived at the provider since the last run. Not retried by itself: the next minute reads the same period again. */
export const incomingWiresJob = defineJob<
  Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'payments' | 'log'>,
  { dryRun?: boolean }
>({
  name: 'incoming-wires',
  cron: '* * * * *',
  onDemand: true,
  retryLimit: 0,
  work: async (deps, { dryRun = false }) => scanIncomingWires(deps, { dryRun }),
});
