// The jobs of profile corrections.

import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { defineJob, type Jobs } from '../../../core/jobs/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { findPendingIdOf } from './queries.ts';
import { followCorrections, sendCorrection } from './send.ts';

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

// After a webhook of the provider about an investor: their pending correction may be decided.

/** Enqueues the job that checks the pending correction; does nothing without one. */
export async function followCorrectionLater(tx: Tx, deps: { jobs: Jobs }, customerId: CustomerId): Promise<void> {
  const correctionId = await findPendingIdOf(tx, customerId);
  if (correctionId !== undefined) await deps.jobs.enqueue(tx, sendCorrectionJob, { correctionId });
}
