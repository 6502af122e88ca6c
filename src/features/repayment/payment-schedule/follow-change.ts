// What follows a change of a schedule that money or debits stand on already.

import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { resizeDebits } from './jobs.ts';
import { postReassignment } from './post-reassignment.ts';
import type { Schedule } from './schedule-queries.ts';

/** In its transaction: what was paid goes to the purses that it is for now, and debits under way ask for what is lacking now. */
export async function followChange(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs'>,
  change: { before: Schedule; after: Schedule; at: Temporal.Instant },
): Promise<void> {
  const { spvId } = change.after;
  if (spvId !== null) await postReassignment(tx, { ...change, spvId });
  await resizeDebits(tx, deps, change);
}
