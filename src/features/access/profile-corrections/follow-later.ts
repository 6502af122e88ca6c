// The provider has told something of an investor: their open correction may be judged.

import type { Tx } from '../../../core/db/transaction.ts';
import type { Jobs } from '../../../core/jobs.ts';
import { sendCorrectionJob } from './jobs.ts';
import { findPendingIdOf } from './queries.ts';

/** Writes the job that looks; nothing when no correction is open. */
export async function followCorrectionLater(tx: Tx, deps: { jobs: Jobs }, customerId: string): Promise<void> {
  const correctionId = await findPendingIdOf(tx, customerId);
  if (correctionId !== undefined) await deps.jobs.enqueue(tx, sendCorrectionJob, { correctionId });
}
