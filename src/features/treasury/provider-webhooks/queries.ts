// SQL of stored notifications: written at each delivery and attempt, and read by the replay job.

import { sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';
import { traceparent } from '../../../core/trace.ts';
import type { EventOutcome, NotificationName } from './rules.ts';

/** Stores a notification as it came, or counts one more delivery of it. Returns the event's id. */
export async function storeEvent(
  tx: Tx,
  event: { name: NotificationName; fingerprint: string; payload: unknown; at: Temporal.Instant },
): Promise<string> {
  const { id } = await tx
    .insertInto('provider_event')
    .values({
      id: newId(),
      path: event.name,
      fingerprint: event.fingerprint,
      payload: JSON.stringify(event.payload),
      received_at: event.at,
      traceparent: traceparent() ?? null,
    })
    .onConflict((conflict) => conflict.column('fingerprint').doUpdateSet({ deliveries: sql`provider_event.deliveries + 1` }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Writes the outcome of an effect, and ends the lease of a replay. */
export async function writeOutcome(tx: Tx, id: string, outcome: EventOutcome, at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('provider_event')
    .set({
      processed_at: outcome.state === 'failed' ? null : at,
      last_error: outcome.state === 'handled' ? null : outcome.code,
      replay_until: null,
    })
    .where('id', '=', id)
    .execute();
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

/** The investor whose onboarding account (v2) has this id. */
export async function findCustomerOfOnboarding(db: Database, onboardingAccountId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('customer')
    .select('id')
    .where('provider_onboarding_account_id', '=', onboardingAccountId)
    .executeTakeFirst();
  return row?.id;
}
