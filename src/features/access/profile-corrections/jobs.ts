// The jobs of profile corrections.

import { defineJob } from '../../../core/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { followCorrections } from './follow-corrections.ts';
import { sendCorrection } from './send-correction.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'payments'>;

/** Sends a correction to the provider and applies its decision. The job row only names the correction. */
export const sendCorrectionJob = defineJob<Deps, { correctionId: string }>({
  name: 'send-profile-correction',
  pollSeconds: 2,
  work: (deps, { correctionId }) => sendCorrection(deps, correctionId),
});

/** Checks all pending corrections, in case their job failed or the provider's webhook was lost. */
export const profileCorrectionsJob = defineJob<Deps & Pick<AppDeps, 'log'>, { dryRun?: boolean }>({
  name: 'profile-corrections',
  cron: '*/10 * * * *',
  onDemand: true,
  concurrency: 1,
  work: (deps, { dryRun = false }) => followCorrections(deps, { dryRun }),
});
