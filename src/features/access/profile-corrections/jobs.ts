// What of profile corrections happens later.

import { defineJob } from '../../../core/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { followCorrections } from './follow-corrections.ts';
import { sendCorrection } from './send-correction.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'payments'>;

/** Sends one to the provider, and follows its answer; the job row names it only. */
export const sendCorrectionJob = defineJob<Deps, { correctionId: string }>({
  name: 'send-profile-correction',
  pollSeconds: 2,
  work: (deps, { correctionId }) => sendCorrection(deps, correctionId),
});

/** Looks at those that wait, whatever became of their job and of the provider's notification. */
export const profileCorrectionsJob = defineJob<Deps & Pick<AppDeps, 'log'>, { dryRun?: boolean }>({
  name: 'profile-corrections',
  cron: '*/10 * * * *',
  onDemand: true,
  concurrency: 1,
  work: (deps, { dryRun = false }) => followCorrections(deps, { dryRun }),
});
