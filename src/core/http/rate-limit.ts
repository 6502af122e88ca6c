// Request counters in the database, shared by all processes.

import { sql } from 'kysely';
import type { Database } from '../db/pool.ts';

/** At most `max` requests per window; a window begins with its first request. */
export type RateLimit = { max: number; windowSeconds: number };

/** Requests of one key in its window; times are those of the machine's clock. */
export type Counted = { key: string; count: number; startedMs: number };

/** Longest possible window; older counters may be deleted. */
const MAX_WINDOW_SECONDS = 3_600;

/**
 * Counts one request of `key`, in a single atomic statement. Uses the machine's clock, as moving the business clock must not lift the
 * limits. Fails when the database is unavailable: a request that cannot be counted is refused.
 */
export async function countRequest(
  db: Database,
  key: string,
  limit: RateLimit,
): Promise<{ allowed: true; remaining: number } | { allowed: false; retryAfterSeconds: number }> {
  const nowMs = Date.now();
  const windowMs = limit.windowSeconds * 1000;
  const [counted] = await addCounts(db, [{ key, count: 1, startedMs: nowMs }], windowMs);
  if (counted === undefined) throw new Error(`no counter was written for ${key}`);
  if (counted.count <= limit.max) return { allowed: true, remaining: limit.max - counted.count };
  return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil((counted.startedMs + windowMs - nowMs) / 1000)) };
}

/** Adds to the shared counters, each key once, and returns their new values. A window that is over is replaced by a new one. */
export async function addCounts(db: Database, added: readonly Counted[], windowMs: number): Promise<readonly Counted[]> {
  const before = Date.now() - windowMs;
  // Rows are locked in the order of the keys, so that two processes with the same keys cannot deadlock.
  const { rows } = await sql<Counted>`
    insert into request_count as held (key, count, started_at_ms)
    select *
    from unnest(
      ${added.map(({ key }) => key)}::text[],
      ${added.map(({ count }) => count)}::integer[],
      ${added.map(({ startedMs }) => startedMs)}::bigint[]
    ) as added (key, count, started_at_ms)
    order by key
    on conflict (key) do update
    set
      count = case when held.started_at_ms <= ${before} then excluded.count else held.count + excluded.count end,
      started_at_ms = case when held.started_at_ms <= ${before} then excluded.started_at_ms else held.started_at_ms end
    returning key, count, started_at_ms as "startedMs"`.execute(db);
  return rows;
}

/** Deletes counters whose window is long over; returns how many. */
export async function forgetRequestCounts(db: Database): Promise<{ deleted: number }> {
  const result = await db
    .deleteFrom('request_count')
    .where('started_at_ms', '<', Date.now() - MAX_WINDOW_SECONDS * 1000)
    .executeTakeFirst();
  return { deleted: Number(result.numDeletedRows) };
}
