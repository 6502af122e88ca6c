// Creates the tables, queues, indexes and functions of the job queue; part of `migrate`.

import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { DEAD_LETTERS, HEARTBEAT_SECONDS, type ListedJob, SCHEMA } from './jobs.ts';

/** Creates or updates the job tables and queues as their owner; part of `migrate`. */
export async function migrateJobs(url: string, jobs: readonly ListedJob<never>[]): Promise<void> {
  const boss = new PgBoss({ connectionString: url, schema: SCHEMA, supervise: false, schedule: false, max: 2 });
  boss.on('error', () => {});
  await boss.start();
  try {
    await ensureQueue(boss, DEAD_LETTERS, { retentionSeconds: 90 * 86_400 });
    for (const job of jobs) await ensureQueue(boss, job.name, queueOptions(job));
  } finally {
    await boss.stop({ graceful: false });
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`grant usage on schema ${SCHEMA} to mortar_app;
      grant select, insert, update, delete, maintain on all tables in schema ${SCHEMA} to mortar_app;
      grant usage on all sequences in schema ${SCHEMA} to mortar_app;
      ${INDEXES}
      ${ENQUEUE}
      grant execute on all functions in schema ${SCHEMA} to mortar_app;`);
  } finally {
    await client.end();
  }
}

/** Indexes for the lists of the administrators, beside those of pg-boss. */
const INDEXES = `
  create index if not exists mortar_job_newest
    on ${SCHEMA}.job (created_on desc, id desc);
  create index if not exists mortar_job_queue
    on ${SCHEMA}.job (name, created_on desc, id desc);
  create index if not exists mortar_job_unfinished
    on ${SCHEMA}.job (state, created_on desc, id desc)
    where state <> 'completed';
  create index if not exists mortar_job_letter
    on ${SCHEMA}.job (source_id)
    where source_id is not null;`;

/** What `send` and `insert` write, for functions of the database that do everything of a use case at once; a test compares the rows. */
const ENQUEUE = `
  create or replace function ${SCHEMA}.mortar_enqueue(p_queue text, p_jobs jsonb[], p_start_after_seconds integer default null)
  returns void language sql as $$
    insert into ${SCHEMA}.job (id, name, data, start_after, expire_seconds, deletion_seconds, keep_until, retry_limit, retry_delay,
      retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds)
    select gen_random_uuid(), name, job.data, now() + coalesce(p_start_after_seconds, 0) * interval '1s', expire_seconds, deletion_seconds,
      now() + (coalesce(p_start_after_seconds, 0) + retention_seconds) * interval '1s',
      retry_limit, retry_delay, coalesce(retry_backoff, false), retry_delay_max, policy, dead_letter, heartbeat_seconds
    from ${SCHEMA}.queue
    cross join unnest(p_jobs) as job (data)
    where name = p_queue
  $$;`;

function queueOptions(job: ListedJob<never>) {
  return {
    retryLimit: job.retryLimit ?? 12,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: job.retryDelayMaxSeconds ?? 300,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: 900,
    deadLetter: DEAD_LETTERS,
    // We announce jobs ourselves, after the commit: see createAnnouncer.
    notify: false,
  };
}

async function ensureQueue(boss: PgBoss, name: string, options: object): Promise<void> {
  if (await boss.getQueue(name)) await boss.updateQueue(name, options);
  else await boss.createQueue(name, options);
}
