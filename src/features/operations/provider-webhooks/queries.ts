// SQL of stored notifications: written at each delivery and attempt, and read by the replay job.

import { sql } from 'kysely';
import { compiledOnce } from '../../../core/db/compiled.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';
import { traceparent } from '../../../core/trace.ts';
import type { EventOutcome, NotificationName } from './rules.ts';

type NewEvent = {
  id: string;
  name: NotificationName;
  fingerprint: string;
  payload: string;
  at: Temporal.Instant;
  traceparent: string | null;
};

const insertEvent = compiledOnce((db, { id, name, fingerprint, payload, at, traceparent: origin }: NewEvent) =>
  db
    .insertInto('provider_event')
    .values({ id, path: name, fingerprint, payload, received_at: at, traceparent: origin })
    .onConflict((conflict) => conflict.column('fingerprint').doUpdateSet({ deliveries: sql`provider_event.deliveries + 1` }))
    .returning('id'),
);

/** Stores a notification as it came, or counts one more delivery of it. Returns the event's id. */
export async function storeEvent(
  tx: Tx,
  event: { name: NotificationName; fingerprint: string; payload: unknown; at: Temporal.Instant },
): Promise<string> {
  const stored = { ...event, id: newId(), payload: JSON.stringify(event.payload), traceparent: traceparent() ?? null };
  const [row] = await insertEvent(tx, stored);
  if (!row) throw new Error('a notification was not stored');
  return row.id;
}

const updateOutcome = compiledOnce((db, { id, at, error }: { id: string; at: Temporal.Instant | null; error: string | null }) =>
  db.updateTable('provider_event').set({ processed_at: at, last_error: error, replay_until: null }).where('id', '=', id),
);

/** Writes the outcome of an effect, and ends the lease of a replay. */
export async function writeOutcome(tx: Tx, id: string, outcome: EventOutcome, at: Temporal.Instant): Promise<void> {
  await updateOutcome(tx, {
    id,
    at: outcome.state === 'failed' ? null : at,
    error: outcome.state === 'handled' ? null : outcome.code,
  });
}

/** Events received since `since` whose effect has not succeeded, oldest first; without those under the lease of another replay. */
export async function listUnprocessed(db: Database, since: Temporal.Instant, limit: number) {
  return db
    .selectFrom('provider_event')
    .select(['id', 'path as name', 'payload', 'traceparent'])
    .where('processed_at', 'is', null)
    .where('received_at', '>=', since)
    .where(sql<boolean>`(replay_until is null or replay_until < clock_timestamp())`)
    .orderBy('received_at')
    .limit(limit)
    .execute();
}
