// After a webhook of the provider about an investor: their pending correction may be decided.

import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { Jobs } from '../../../core/jobs.ts';
import { sendCorrectionJob } from './jobs.ts';
import { findPendingIdOf } from './queries.ts';

/** Enqueues the job that checks the pending correction; does nothing without one. */
export async function followCorrectionLater(tx: Tx, deps: { jobs: Jobs }, customerId: CustomerId): Promise<void> {
  const correctionId = await findPendingIdOf(tx, customerId);
  if (correctionId !== undefined) await deps.jobs.enqueue(tx, sendCorrectionJob, { correctionId });
}
