// The daily job of the fundings (funding.md#daily-auto-close).

import { defineJob } from '../../../core/jobs/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { autoCloseFundings } from './auto-close.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'log'>;

/** Closes the complete fundings and reports; a dry run rolls the closings back and only returns the report. */
export const fundingAutoCloseJob = defineJob<Deps, { dryRun?: boolean }>({
  name: 'funding-auto-close',
  cron: '30 7 * * *',
  onDemand: true,
  work: async (deps, { dryRun = false }, run) => autoCloseFundings(deps, { dryRun }, run),
});
