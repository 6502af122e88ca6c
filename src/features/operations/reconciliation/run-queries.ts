// SQL of the last reconciliation, and of how many differences are open.

import { sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import type { Tx } from '../../../core/db/transaction.ts';

/** How a reconciliation went. `unreadAccounts`: those that could not be read alone. */
export type LastRun = {
  at: Temporal.Instant;
  durationMs: number;
  isComplete: boolean;
  wallets: number;
  unreadAccounts: number;
};

/** Replaces the last run. */
export async function writeLastRun(tx: Tx, run: LastRun): Promise<void> {
  const values = {
    ran_at: run.at,
    duration_ms: Math.round(run.durationMs),
    is_complete: run.isComplete,
    wallets: run.wallets,
    unread_accounts: run.unreadAccounts,
  };
  await tx
    .insertInto('reconciliation_run')
    .values(values)
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(values))
    .execute();
}

/** The last run; undefined before the first. */
export async function readLastRun(db: Database): Promise<LastRun | undefined> {
  return db
    .selectFrom('reconciliation_run')
    .select([
      'ran_at as at',
      'duration_ms as durationMs',
      'is_complete as isComplete',
      'wallets',
      'unread_accounts as unreadAccounts',
    ])
    .executeTakeFirst();
}

/** Open differences of each kind, also of one that has none. */
export async function countOpenDifferences(db: Database) {
  const { rows } = await sql<{ kind: string; count: number }>`
    select kind.kind, count(open.id) as count
    from unnest(array['missing', 'surplus']) as kind (kind)
    left join reconciliation_difference open
      on open.kind = kind.kind
      and open.closed_at is null
    group by kind.kind`.execute(db);
  return rows;
}
