// Removes files that no row refers to: a put whose answer was lost, a process that died between file and row.

import { defineJob } from '../../../core/jobs/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { removeFilesWithoutRow } from './files-without-row.ts';

/** Every night. */
export const filesWithoutRowJob = defineJob<Pick<AppDeps, 'db' | 'storage'>, { dryRun?: boolean }>({
  name: 'files-without-row',
  cron: '20 2 * * *',
  onDemand: true,
  concurrency: 1,
  retryLimit: 0,
  work: (deps, { dryRun = false }) => removeFilesWithoutRow(deps, { dryRun }),
});
