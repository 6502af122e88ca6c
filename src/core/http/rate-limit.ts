// Counters of requests shared by all processes, in the database: for what one process alone cannot limit (sign-in, mailed codes).

import { sql } from 'kysely';
import type { Database } from '../db/pool.ts';

/** At most `max` requests per `windowSeconds`, counted from the first one. */
export type RateLimit = { max: number; windowSeconds: number };

/**
 * Counts one request against `key` in a single statement, so many at once cannot slip through. Runs on the machine's clock:
 * limits protect the machine, and moving the business clock must not lift them.
 */
export async function countRequest(
  db: Database,
  key: string,
  limit: RateLimit,
): Promise<{ allowed: true } | { allowed: false; retryAfterSeconds: number }> {
  const nowMs = Date.now();
  const windowMs = limit.windowSeconds * 1000;
  const { rows } = await sql<{ count: number; startedMs: number }>`
    insert into auth_rate_limit (key, count, "lastRequest") values (${key}, 1, ${nowMs})
    on conflict (key) do update set
      count = case when auth_rate_limit."lastRequest" <= ${nowMs - windowMs} then 1 else auth_rate_limit.count + 1 end,
      "lastRequest" = case when auth_rate_limit."lastRequest" <= ${nowMs - windowMs} then ${nowMs} else auth_rate_limit."lastRequest" end
    returning count, "lastRequest" as "startedMs"`.execute(db);
  const [row] = rows;
  if (row === undefined || row.count <= limit.max) return { allowed: true };
  return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil((row.startedMs + windowMs - nowMs) / 1000)) };
}
