// All SQL of the administrators' view of background jobs: it reads the tables of pg-boss, which only pg-boss writes.

import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { CursorKey } from '../../../core/http/pagination.ts';
import { DEAD_LETTERS } from '../../../core/jobs/jobs.ts';
import type { BackgroundJobView } from './schemas.ts';

export type JobState = BackgroundJobView['state'];

/** A row of the queue. `output` is the report of a completed job, and the last error of any other. */
export type JobRow = {
  id: string;
  queue: string;
  state: JobState;
  retryCount: number;
  retryLimit: number;
  data: unknown;
  output: unknown;
  createdAt: Temporal.Instant;
  startAfter: Temporal.Instant;
  startedAt: Temporal.Instant | null;
  completedAt: Temporal.Instant | null;
  sourceQueue: string | null;
  sourceId: string | null;
};

const COLUMNS = sql`
  job.id,
  job.name as queue,
  job.state::text as state,
  job.retry_count as "retryCount",
  job.retry_limit as "retryLimit",
  job.data,
  job.output,
  job.created_on as "createdAt",
  job.start_after as "startAfter",
  job.started_on as "startedAt",
  job.completed_on as "completedAt",
  job.source_name as "sourceQueue",
  job.source_id as "sourceId"`;

/** Newest first, one more than `limit` when there are more. */
export async function findJobs(
  db: Database,
  { queue, state }: { queue?: string; state?: JobState },
  { limit, after }: { limit: number; after: CursorKey | undefined },
): Promise<JobRow[]> {
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  if (queue !== undefined) conditions.push(sql`job.name = ${queue}`);
  if (state !== undefined) conditions.push(sql`job.state = ${state}::pgboss.job_state`);
  // The condition of a partial index, as a literal: with a parameter a prepared statement could not use the index.
  if (state !== undefined && state !== 'completed') conditions.push(sql`job.state <> 'completed'`);
  if (after) conditions.push(sql`(job.created_on, job.id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  const { rows } = await sql<JobRow>`
    select ${COLUMNS}
    from pgboss.job job
    where ${sql.join(conditions, sql` and `)}
    order by job.created_on desc, job.id desc
    limit ${limit + 1}`.execute(db);
  return rows;
}

/** The job with this id. The primary key begins with the queue's name, so the look-up joins every queue. */
export async function findJob(db: Database | Tx, id: string): Promise<JobRow | undefined> {
  const { rows } = await sql<JobRow>`
    select ${COLUMNS}
    from pgboss.queue queue
    join pgboss.job job on job.name = queue.name and job.id = ${id}::uuid`.execute(db);
  return rows[0];
}

/** Locks the job against workers and other administrators until the end of `tx`; returns its state under the lock. */
export async function lockJob(tx: Tx, { queue, id }: { queue: string; id: string }): Promise<JobState | undefined> {
  const { rows } = await sql<{ state: JobState }>`
    select state::text as state
    from pgboss.job
    where name = ${queue}
      and id = ${id}::uuid
    for update`.execute(tx);
  return rows[0]?.state;
}

/** Dead letters of this job that nobody has processed. */
export async function listDeadLetterIds(tx: Tx, jobId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id
    from pgboss.job
    where name = ${DEAD_LETTERS}
      and source_id = ${jobId}::uuid
      and state = 'created'`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Failed jobs of a queue and dead letters of it whose job is gone, the oldest first. */
export async function listRetryable(db: Database, queue: string, limit: number): Promise<{ ids: string[]; left: number }> {
  const { rows } = await sql<{ id: string; total: number }>`
    select id, count(*) over () as total
    from (
      select id, created_on
      from pgboss.job
      where name = ${queue}
        and state = 'failed'
        and state <> 'completed'
      union all
      select letter.id, letter.created_on
      from pgboss.job letter
      where letter.name = ${DEAD_LETTERS}
        and letter.source_name = ${queue}
        and letter.state = 'created'
        and not exists (
          select
          from pgboss.job
          where name = ${queue}
            and id = letter.source_id
        )
    ) retryable
    order by created_on, id
    limit ${limit}`.execute(db);
  return { ids: rows.map(({ id }) => id), left: Math.max((rows[0]?.total ?? 0) - rows.length, 0) };
}

/** A kind of job that fails: failed attempts of the last hour, jobs that failed for good, and those that are tried again. */
export type FailingQueue = { queue: string; attempts: number; failed: number; retrying: number };

/** Kinds with at least so many failed attempts in the last hour, of jobs that have not succeeded since. */
export async function listFailing(db: Database, attempts: number): Promise<FailingQueue[]> {
  const { rows } = await sql<FailingQueue>`
    select
      name as queue,
      sum(retry_count + (state = 'failed')::integer)::integer as attempts,
      (count(*) filter (where state = 'failed'))::integer as failed,
      (count(*) filter (where state = 'retry'))::integer as retrying
    from (
      select name, state, retry_count
      from pgboss.job
      where state in ('failed', 'retry')
        and state <> 'completed'
        and name <> ${DEAD_LETTERS}
        and coalesce(completed_on, started_on) > now() - interval '1 hour'
      limit ${COUNTED}
    ) failing
    group by name
    having sum(retry_count + (state = 'failed')::integer) >= ${attempts}
    order by name`.execute(db);
  return rows;
}

/** True once an hour for each kind. */
export async function claimAlert(tx: Tx, queue: string): Promise<boolean> {
  const row = await tx
    .insertInto('job_alert')
    .values({ queue, notified_at: sql`now()` })
    .onConflict((conflict) =>
      conflict
        .column('queue')
        .doUpdateSet({ notified_at: sql`now()` })
        .where(sql<boolean>`job_alert.notified_at <= now() - interval '1 hour'`),
    )
    .returning('queue')
    .executeTakeFirst();
  return row !== undefined;
}

/** Beyond so many unfinished jobs counts and ages are too low, as the statement stays cheap; any of them are read, as an order would sort all. */
const COUNTED = 50_000;

/** Unfinished jobs by queue and state, and how long the oldest of each has been due. */
export async function countUnfinished(db: Database) {
  const { rows } = await sql<{ queue: string; state: string; count: number; oldestSeconds: number }>`
    select
      name as queue,
      case
        when state in ('active', 'failed') then state::text
        when state = 'retry' then 'retrying'
        when start_after > now() then 'scheduled'
        else 'waiting'
      end as state,
      count(*) as count,
      greatest(extract(epoch from now() - min(start_after)), 0) as "oldestSeconds"
    from (
      select name, state, start_after
      from pgboss.job
      where state <> 'completed'
        and state <> 'cancelled'
        and name <> ${DEAD_LETTERS}
      limit ${COUNTED}
    ) unfinished
    group by 1, 2`.execute(db);
  return rows;
}
