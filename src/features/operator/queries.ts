// What the operator's room reads: whether the database answers, and its job table.

import { sql } from 'kysely';
import type { Database } from '../../core/db/pool.ts';

/** Jobs kept in the queue's table (finished ones for seven days), by name and state. */
export async function countJobs(db: Database) {
  const { rows } = await sql<{ name: string; state: string; count: number }>`
    select name, state::text as state, count(*) as count from pgboss.job group by 1, 2 order by 1, 2`.execute(db);
  return { total: rows.reduce((sum, row) => sum + row.count, 0), jobs: rows };
}

/** Resolves when the database answers. */
export async function askDatabase(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}
