// Adjusts money and debits after a change of a schedule.

import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { resizeDebits } from './jobs.ts';
import { postReassignment } from './post-reassignment.ts';
import type { Schedule } from './schedule-queries.ts';

/** In the transaction of the change: moves paid money to the purses it is for now, and enqueues changes of open debits. */
export async function followChange(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs'>,
  change: { before: Schedule; after: Schedule; at: Temporal.Instant },
): Promise<void> {
  const { spvId } = change.after;
  if (spvId !== null) await postReassignment(tx, { ...change, spvId });
  await resizeDebits(tx, deps, change);
}
