// SQL of the health of the platform: each statement is bounded, as pages ask again and again.

import { sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import { DEAD_LETTERS } from '../../../core/jobs/jobs.ts';
import type { FailingOperation } from './rules.ts';

/** More are not counted. */
const COUNT_CAP = sql.lit(1000);

/** Operations of external services that have failed since their last success. */
export async function findFailingOperations(db: Database): Promise<FailingOperation[]> {
  const { rows } = await sql<FailingOperation>`
    select operation, failing_since as "failingSince", failed_at as "failedAt"
    from outside_operation
    where failing_since is not null
      and failed_at is not null
    order by operation`.execute(db);
  return rows;
}

type Waiting = { count: number; oldestAt: Temporal.Instant | null };

/** Jobs that are due, of one kind or of all. Each kind is read from its oldest on, by the index that workers take jobs by. */
export async function countDueJobs(db: Database, queue: string | null): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select least(count(*), ${COUNT_CAP}) as count, min(due.start_after) as "oldestAt"
    from pgboss.queue
    cross join lateral (
      select start_after
      from pgboss.job
      where name = queue.name
        and state in ('created', 'retry')
        and not blocked
        and start_after <= now()
      order by start_after
      limit ${COUNT_CAP}
    ) due
    where queue.name <> ${DEAD_LETTERS}
      and (${queue}::text is null or queue.name = ${queue}::text)`.execute(db);
  return rows[0] ?? { count: 0, oldestAt: null };
}

/** Mails that were given up since a moment. */
export async function countFailedMails(db: Database, since: Temporal.Instant): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
    from (
      select
      from sent_mail
      where outcome = 'failed'
        and created_at >= ${since}::timestamptz
      limit ${COUNT_CAP}
    ) failed`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Payments whose outcome is open. */
export async function countOpenPayments(db: Database): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select count(*) as count, min(created_at) as "oldestAt"
    from (
      select created_at
      from payment
      where status in ('created', 'sent')
      order by created_at
      limit ${COUNT_CAP}
    ) open`.execute(db);
  return rows[0] ?? { count: 0, oldestAt: null };
}

type LastRun = { job: string; cron: string; endedAt: Temporal.Instant | null; isFailed: boolean };

/** The last run of each scheduled job that has ended, as long as the queue keeps it. */
export async function listLastRuns(db: Database): Promise<LastRun[]> {
  const { rows } = await sql<LastRun>`
    select
      schedule.name as job,
      schedule.cron,
      run.completed_on as "endedAt",
      coalesce(run.state = 'failed', false) as "isFailed"
    from pgboss.schedule schedule
    left join lateral (
      select job.completed_on, job.state
      from pgboss.job job
      where job.name = schedule.name
        and job.completed_on is not null
      order by job.created_on desc, job.id desc
      limit 1
    ) run on true
    order by schedule.name`.execute(db);
  return rows;
}
