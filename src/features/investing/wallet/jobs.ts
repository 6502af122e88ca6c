// Background job of the wallet: incoming wires.

import { defineJob } from '../../../core/jobs/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { scanIncomingWires } from './incoming-wires.ts';

/** Books the wires that arrived since the last run. Without retries: the run of the next minute reads the same period again. */
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
