// A notification arrives: kept as it came, then handled while the provider waits for the answer.

import { inTransaction } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { attemptEvent } from './attempt-event.ts';
import { noteOutcome, storeEvent } from './queries.ts';
import { fingerprintOf, type NotificationName, storable } from './rules.ts';

/**
 * Stored first, so that nothing is lost when handling fails: the provider tries again, and so does job `replay-webhook`.
 * A second delivery is counted and handled again, which changes nothing unless the provider's state did. Errors: those of the
 * handling, after they were noted with the event.
 */
export async function receiveNotification(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'payments' | 'log'>,
  name: NotificationName,
  body: unknown,
): Promise<void> {
  const payload = storable(body);
  const fingerprint = fingerprintOf(name, payload);
  const id = await inTransaction(deps.db, (tx) => storeEvent(tx, { name, fingerprint, payload, at: deps.clock.now() }));
  const outcome = await attemptEvent(deps, { name, payload });
  await inTransaction(deps.db, (tx) => noteOutcome(tx, id, outcome, deps.clock.now()));
  if (outcome.state !== 'handled') throw outcome.error;
}
