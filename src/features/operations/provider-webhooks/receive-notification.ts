// Stores a notification of the provider, runs its effect while the provider waits for the answer, and writes the outcome.

import { inTransaction } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { storeEvent, writeOutcome } from './queries.ts';
import { fingerprintOf, HANDLED, type NotificationEvent, outcomeOfError, storable } from './rules.ts';

/** What an effect may use. */
export type EffectDeps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'payments' | 'log'>;

/**
 * What a notification changes. It is only a hint: each effect reads the provider again, so it may run twice, late, and in any
 * order.
 */
export type Effect = (deps: EffectDeps, event: NotificationEvent) => Promise<void>;

/**
 * Stored before its effect, so that nothing is lost when that fails: the provider delivers again, and so does the job
 * `replay-webhook`. A second delivery is counted and has its effect again, which changes nothing unless the provider's state
 * changed. Errors: those of the effect, after they were written to the stored event.
 */
export async function receiveNotification(
  deps: EffectDeps,
  { name, body, effect }: { name: NotificationEvent['name']; body: unknown; effect: Effect },
): Promise<void> {
  const event = { name, payload: storable(body) };
  const fingerprint = fingerprintOf(name, event.payload);
  const id = await inTransaction(deps.db, (tx) => storeEvent(tx, { ...event, fingerprint, at: deps.clock.now() }));
  const outcome = await effect(deps, event).then(() => HANDLED, outcomeOfError);
  await inTransaction(deps.db, (tx) => writeOutcome(tx, id, outcome, deps.clock.now()));
  if (outcome.state !== 'handled') throw outcome.error;
}
