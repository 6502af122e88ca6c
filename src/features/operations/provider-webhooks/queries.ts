// SQL of stored notifications: written, read by administrators, leased for a replay.

import { sql } from 'kysely';
import { compiledOnce } from '../../../core/db/driver/compiled.ts';
import type { Database } from '../../../core/db/pool.ts';
import { inPeriod } from '../../../core/db/sql-fragments.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { CursorKey } from '../../../core/http/pagination.ts';
import { newId } from '../../../core/ids.ts';
import type { Period } from '../../../core/period.ts';
import { traceparent } from '../../../core/telemetry/trace.ts';
import type { EventOutcome, EventState, NotificationEvent, NotificationName } from './rules.ts';

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
  db
    .updateTable('provider_event')
    .set({ processed_at: at, last_error: error, attempted_at: sql`clock_timestamp()`, replay_until: null })
    .where('id', '=', id),
);

/** Writes the outcome of an effect, and ends the lease of a replay. */
export async function writeOutcome(tx: Tx, id: string, outcome: EventOutcome, at: Temporal.Instant): Promise<void> {
  await updateOutcome(tx, {
    id,
    at: outcome.state === 'failed' ? null : at,
    error: outcome.state === 'handled' ? null : outcome.code,
  });
}

/**
 * Events received since `since` whose effect has not succeeded, without those under the lease of another replay. Those come first that
 * were not attempted for the longest, so that many which fail for ever hold up no other one.
 */
export async function listUnprocessed(db: Database, since: Temporal.Instant, limit: number) {
  return db
    .selectFrom('provider_event')
    .select(['id', 'path as name', 'payload', 'traceparent'])
    .where('processed_at', 'is', null)
    .where('received_at', '>=', since)
    .where(sql<boolean>`(replay_until is null or replay_until < clock_timestamp())`)
    .orderBy('attempted_at', (order) => order.asc().nullsFirst())
    .orderBy('received_at')
    .limit(limit)
    .execute();
}

/** A stored notification without its payload. */
export type EventRow = Awaited<ReturnType<typeof findEvents>>[number];

/** Filters, all optional. */
export type EventFilters = Period & { state?: EventState; kind?: NotificationName };

/** Written without parameters, so that the partial indexes can be used. */
const IN_STATE: Readonly<Record<EventState, ReturnType<typeof sql<boolean>>>> = {
  unhandled: sql<boolean>`processed_at is null and last_error is null`,
  failed: sql<boolean>`processed_at is null and last_error is not null`,
  handled: sql<boolean>`processed_at is not null and last_error is null`,
  ignored: sql<boolean>`processed_at is not null and last_error is not null`,
};

/** Newest first, one more than `limit` when there are more. */
export async function findEvents(db: Database, filters: EventFilters, page: { limit: number; after: CursorKey | undefined }) {
  const { state, kind } = filters;
  let query = selectEvents(db).where(inPeriod('received_at', filters));
  if (state !== undefined) query = query.where(IN_STATE[state]);
  if (kind !== undefined) query = query.where('path', '=', kind);
  if (page.after) query = query.where(sql<boolean>`(received_at, id) < (${page.after.at}, ${page.after.id})`);
  return query
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute();
}

/** The event with this id, with its payload. */
export async function findEvent(db: Database | Tx, id: string): Promise<(EventRow & { payload: unknown }) | undefined> {
  return selectEvents(db).select('payload').where('id', '=', id).executeTakeFirst();
}

/**
 * Leases an unprocessed event for one replay. Undefined when it is unknown, was processed, or is leased by another replay; the lease of
 * a replay that died ends after `leaseSeconds`.
 */
export async function claimReplay(
  tx: Tx,
  id: string,
  leaseSeconds: number,
): Promise<(NotificationEvent & { id: string; traceparent: string | null }) | undefined> {
  return tx
    .updateTable('provider_event')
    .set({ replay_until: sql`clock_timestamp() + make_interval(secs => ${leaseSeconds})` })
    .where('id', '=', id)
    .where('processed_at', 'is', null)
    .where(sql<boolean>`(replay_until is null or replay_until < clock_timestamp())`)
    .returning(['id', 'path as name', 'payload', 'traceparent'])
    .executeTakeFirst();
}

function selectEvents(db: Database | Tx) {
  return db
    .selectFrom('provider_event')
    .select([
      'id',
      'path',
      'deliveries',
      'received_at as receivedAt',
      'processed_at as processedAt',
      'last_error as lastError',
      sql<string | null>`payload ->> 'ExtId'`.as('extId'),
    ]);
}

/** Events that have had no effect as yet, with and without a failure. */
export async function countOpenEvents(db: Database): Promise<{ unhandled: number; failed: number }> {
  return db
    .selectFrom('provider_event')
    .select((select) => [
      select.fn.count<number>('id').filterWhere('last_error', 'is', null).as('unhandled'),
      select.fn.count<number>('id').filterWhere('last_error', 'is not', null).as('failed'),
    ])
    .where('processed_at', 'is', null)
    .executeTakeFirstOrThrow();
}
