// SQL of the provider's webhooks.

import { sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';
import type { EventOutcome, NotificationName } from './rules.ts';

/** Keeps a notification as it came, or counts one more delivery of it. Answers the event's id. */
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
    })
    .onConflict((conflict) => conflict.column('fingerprint').doUpdateSet({ deliveries: sql`provider_event.deliveries + 1` }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** How the handling went: the event needs nothing more (and why it had no effect, when it was not usable), or it waits for a replay. */
export async function noteOutcome(tx: Tx, id: string, outcome: EventOutcome, at: Temporal.Instant): Promise<void> {
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

/** Events that were received since `since` and had no effect yet, oldest first. */
export async function listUnprocessed(db: Database, since: Temporal.Instant, limit: number) {
  return (
    db
      .selectFrom('provider_event')
      .select(['id', 'path as name', 'payload'])
      .where('processed_at', 'is', null)
      .where('received_at', '>=', since)
      // One that an administrator replays at this moment is in good hands.
      .where(sql<boolean>`(replay_until is null or replay_until < clock_timestamp())`)
      .orderBy('received_at')
      .limit(limit)
      .execute()
  );
}

/** Whether there is an investor with this id. */
export async function customerExists(db: Database, customerId: string): Promise<boolean> {
  const row = await db.selectFrom('customer').select('id').where('id', '=', customerId).executeTakeFirst();
  return row !== undefined;
}

/** The SPV whose provider account has this id. */
export async function findSpvId(db: Database, providerExternalId: string): Promise<string | undefined> {
  const row = await db.selectFrom('spv').select('id').where('provider_external_id', '=', providerExternalId).executeTakeFirst();
  return row?.id;
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
