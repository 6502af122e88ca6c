// Handles a stored notification and notes how it went: done, not usable, or to be replayed.

import { inTransaction } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { attemptEvent } from './attempt-event.ts';
import { noteOutcome } from './queries.ts';
import type { StoredEvent } from './rules.ts';

/** Errors: those of handling the notification, after they were noted with the event. */
export async function processEvent(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'payments' | 'log'>,
  event: StoredEvent,
): Promise<void> {
  const outcome = await attemptEvent(deps, event);
  await inTransaction(deps.db, (tx) => noteOutcome(tx, event.id, outcome, deps.clock.now()));
  if (outcome.state !== 'handled') throw outcome.error;
}
