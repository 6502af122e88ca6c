// Counters of requests shared by all processes, in the database: for what one process alone cannot limit.

import { sql } from 'kysely';
import type { Database } from '../db/pool.ts';

/** At most `max` requests per `windowSeconds`, counted from the first one. */
export type RateLimit = { max: number; windowSeconds: number };

/** Requests of one key since its window began, on the machine's clock. */
export type Counted = { key: string; count: number; startedMs: number };

/** No window is longer; what is older may be deleted. */
const MAX_WINDOW_SECONDS = 3_600;

/**
 * Counts one request against `key` in a single statement, so many at once cannot slip through. Runs on the machine's clock:
 * limits protect the machine, and moving the business clock must not lift them. Fails with the database: who cannot be counted
 * is not let through.
 */
export async function countRequest(
  db: Database,
  key: string,
  limit: RateLimit,
): Promise<{ allowed: true; remaining: number } | { allowed: false; retryAfterSeconds: number }> {
  const nowMs = Date.now();
  const windowMs = limit.windowSeconds * 1000;
  const [counted] = await addCounts(db, [{ key, count: 1, startedMs: nowMs }], windowMs);
  if (counted === undefined || counted.count <= limit.max) return { allowed: true, remaining: limit.max - (counted?.count ?? 0) };
  return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil((counted.startedMs + windowMs - nowMs) / 1000)) };
}

/** Adds to the shared counters, each key once, and tells where they stand now. A window that is over begins anew with what is added. */
export async function addCounts(db: Database, added: readonly Counted[], windowMs: number): Promise<readonly Counted[]> {
  const before = Date.now() - windowMs;
  // In the order of the keys, so that two processes that tell each other the same addresses never wait crosswise.
  const { rows } = await sql<Counted>`
    insert into request_count as held (key, count, started_at_ms)
    select * from unnest(
      ${added.map(({ key }) => key)}::text[],
      ${added.map(({ count }) => count)}::integer[],
      ${added.map(({ startedMs }) => startedMs)}::bigint[]) as added (key, count, started_at_ms) order by key
    on conflict (key) do update set
      count = case when held.started_at_ms <= ${before} then excluded.count else held.count + excluded.count end,
      started_at_ms = case when held.started_at_ms <= ${before} then excluded.started_at_ms else held.started_at_ms end
    returning key, count, started_at_ms as "startedMs"`.execute(db);
  return rows;
}

/** Deletes counters whose window is long over, and says how many. */
export async function forgetRequestCounts(db: Database): Promise<{ deleted: number }> {
  const result = await db
    .deleteFrom('request_count')
    .where('started_at_ms', '<', Date.now() - MAX_WINDOW_SECONDS * 1000)
    .executeTakeFirst();
  return { deleted: Number(result.numDeletedRows) };
}
