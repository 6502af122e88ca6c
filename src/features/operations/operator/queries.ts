// All SQL of the operator's room: whether the database answers, counts of jobs, heartbeats of workers, failing external services.

import { sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { FORGOTTEN_AFTER_SECONDS, type WorkerLife } from './rules.ts';

/** Number of jobs in the queue (finished ones are kept for seven days), by name and state. */
export async function countJobs(db: Database) {
  const { rows } = await sql<{ name: string; state: string; count: number }>`
    select name, state::text as state, count(*) as count
    from pgboss.job
    group by 1, 2
    order by 1, 2`.execute(db);
  return { total: rows.reduce((sum, row) => sum + row.count, 0), jobs: rows };
}

/** Resolves when the database answers. */
export async function askDatabase(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}

/**
 * Resolves when the database takes a write. The row goes into a new file: one that is changed in place would still be written on a full
 * disk, where no other table can grow.
 */
export async function probeWrite(tx: Tx): Promise<void> {
  await sql`truncate write_probe`.execute(tx);
  await sql`insert into write_probe (written_at) values (clock_timestamp())`.execute(tx);
}

/** Writes a heartbeat of this worker, and deletes workers whose last one is old. */
export async function noteWorker(tx: Tx, workerId: string): Promise<void> {
  await sql`
    with forgotten as (
      delete from worker_life
      where seen_at < clock_timestamp() - make_interval(secs => ${FORGOTTEN_AFTER_SECONDS})
    )
    insert into worker_life (worker_id, started_at, seen_at)
    values (${workerId}, clock_timestamp(), clock_timestamp())
    on conflict (worker_id) do update set seen_at = clock_timestamp()`.execute(tx);
}

/** Deletes a worker that has shut down properly. */
export async function deleteWorker(tx: Tx, workerId: string): Promise<void> {
  await tx.deleteFrom('worker_life').where('worker_id', '=', workerId).execute();
}

/** Workers that run or have crashed: those that did not shut down properly. */
export async function listWorkers(db: Database): Promise<WorkerLife[]> {
  const { rows } = await sql<WorkerLife>`
    select
      extract(epoch from clock_timestamp() - seen_at) as "silentSeconds",
      extract(epoch from seen_at - started_at) as "livedSeconds"
    from worker_life`.execute(db);
  return rows;
}

/** The operation failed now: since now, unless it failed before. */
export async function markFailing(tx: Tx, operation: string, at: Temporal.Instant): Promise<void> {
  await tx
    .insertInto('outside_operation')
    .values({ operation, failing_since: at, failed_at: at })
    .onConflict((conflict) =>
      conflict
        .column('operation')
        .doUpdateSet({ failing_since: sql`coalesce(outside_operation.failing_since, ${at})`, failed_at: at }),
    )
    .execute();
}

/** The operation works; true when the team was notified that it did not. */
export async function markWorking(tx: Tx, operation: string): Promise<boolean> {
  const row = await tx
    .updateTable('outside_operation')
    .set({ failing_since: null, failed_at: null, alerted_at: null })
    .where('operation', '=', operation)
    .where('failing_since', 'is not', null)
    .returning(
      sql<boolean>`(
        select old.alerted_at is not null
        from outside_operation old
        where old.operation = outside_operation.operation
      )`.as('wasAlerted'),
    )
    .executeTakeFirst();
  return row?.wasAlerted === true;
}

/** The service does not offer the operation any more; true the first time. */
export async function markRetired(tx: Tx, operation: string, at: Temporal.Instant): Promise<boolean> {
  const row = await tx
    .insertInto('outside_operation')
    .values({ operation, retired_at: at })
    .onConflict((conflict) =>
      conflict.column('operation').doUpdateSet({ retired_at: at }).where('outside_operation.retired_at', 'is', null),
    )
    .returning('operation')
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks the operations that have failed since before `since` as reported, each once, and returns them. */
export async function takeDueAlerts(tx: Tx, since: Temporal.Instant, at: Temporal.Instant) {
  return tx
    .updateTable('outside_operation')
    .set({ alerted_at: at })
    .where('failing_since', '<=', since)
    .where('alerted_at', 'is', null)
    .returning(['operation', 'failing_since as failingSince'])
    .execute();
}
