// Deletes idempotency keys that are older than a day.

import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/pool.ts';
import { KEPT_HOURS } from './idempotency.ts';

/** Rows deleted per statement, which keeps locks short. */
const MAX_AT_ONCE = 5_000;

/** Deletes keys whose answer is no longer replayed, and those of requests that died long ago; a dry run only counts them. */
export async function forgetIdempotencyKeys(
  { db, clock }: { db: Database; clock: Clock },
  { dryRun }: { dryRun: boolean },
): Promise<{ old: number; deleted: number; dryRun: boolean }> {
  const before = clock.now().subtract({ hours: KEPT_HOURS });
  if (dryRun) return { old: await countOld(db, before), deleted: 0, dryRun };
  let deleted = 0;
  for (;;) {
    const some = await deleteSome(db, before);
    deleted += some;
    if (some < MAX_AT_ONCE) return { old: deleted, deleted, dryRun };
  }
}

/** Uses the index on locked_at, as an answer is never older than its lock. */
function isOld(before: Temporal.Instant): RawBuilder<boolean> {
  return sql<boolean>`locked_at <= ${before} and coalesce(answered_at, locked_at) <= ${before}`;
}

async function countOld(db: Database, before: Temporal.Instant): Promise<number> {
  const row = await db
    .selectFrom('idempotency_key')
    .select((key) => key.fn.countAll<number>().as('count'))
    .where(isOld(before))
    .executeTakeFirstOrThrow();
  return row.count;
}

async function deleteSome(db: Database, before: Temporal.Instant): Promise<number> {
  const result = await sql`
    delete from idempotency_key
    where ctid = any (
      array(
        select ctid
        from idempotency_key
        where ${isOld(before)}
        order by locked_at
        limit ${MAX_AT_ONCE}
        for update skip locked
      )
    )`.execute(db);
  return Number(result.numAffectedRows ?? 0);
}
