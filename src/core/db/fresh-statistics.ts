// Statistics of tables that have just grown. A prepared statement keeps the plan that fitted an empty table until somebody analyzes it,
// and autovacuum comes after a minute, too late for the first peak of an installation.

import { sql } from 'kysely';
import type { PeriodicTask } from '../periodic-tasks.ts';
import type { Database } from './pool.ts';

/** Fewer rows need no plan. */
const MIN_CHANGES = 500;
/** Changed so many times the rows that were there at the last look: from a few thousand rows on, autovacuum is faster. */
const MIN_GROWTH = 2;

/** Analyzes what has at least tripled since it was analyzed. Twice at once is harmless. */
export const freshStatisticsTask: PeriodicTask<{ db: Database }> = {
  name: 'fresh-statistics',
  everyMs: 5_000,
  work: async ({ db }) => {
    const { rows } = await sql<{ table: string }>`
      select format('%I.%I', grown.schemaname, grown.relname) as table
      from pg_stat_user_tables as grown
      join pg_class on pg_class.oid = grown.relid
      where grown.n_mod_since_analyze >= ${MIN_CHANGES}::bigint
        and grown.n_mod_since_analyze >= ${MIN_GROWTH}::bigint * greatest(pg_class.reltuples, 0)`.execute(db);
    for (const { table } of rows) await sql`analyze ${sql.raw(table)}`.execute(db);
  },
};
