// Background jobs: a job row is written in the transaction of its cause (rule 6) and executed by pg-boss from the same database.

import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { type JobResult, PgBoss, type Job as TakenJob } from 'pg-boss';
import { listen } from '../db/listen.ts';
import type { Database } from '../db/pool.ts';
import { countsOf, type PoolCounts } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { Logger } from '../telemetry/log.ts';
import { describeError } from '../telemetry/redact.ts';
import { inSpan, isTracing, traceparent } from '../telemetry/trace.ts';
import { createAnnouncer } from './announcer.ts';

export const SCHEMA = 'pgboss';
/** Queue of jobs that have failed for good. A dead letter refers to its job and is kept longer than it. */
export const DEAD_LETTERS = 'dead-letter';

/** After this long without a heartbeat a worker counts as dead, and its jobs are given to another one. */
export const HEARTBEAT_SECONDS = 10;

/**
 * One run of a job. `complete` marks the job as completed in the transaction of its effect, so that the effect happens exactly once even
 * when the process dies right after the commit. It does nothing for runs that an operator started.
 */
export type JobRun = { jobId: string; signal: AbortSignal; complete: (tx: Tx) => Promise<void> };

/** A run that an operator started: it has no row in the queue. */
export function operatorRun(jobId: string, signal = new AbortController().signal): JobRun {
  return { jobId, signal, complete: async () => {} };
}

/**
 * One kind of background work. `work` must be idempotent, as it runs again when a worker dies after the effect; what it returns is the
 * report shown by `job NAME` and `/dev/jobs`. Failures are retried with backoff; after the last retry the job becomes a dead letter.
 */
export type Job<Deps, Data extends object> = {
  readonly name: string;
  /** Cron expression of five fields in UTC; the run reads the clock to find what is due. */
  readonly cron?: string;
  /** May be started by an operator: `npm run job NAME`, `POST /dev/jobs/NAME`. */
  readonly onDemand?: true;
  /** Concurrent pollers of this queue in one process; 2 by default. */
  readonly concurrency?: number;
  /** Jobs that a poller fetches at once and runs concurrently, for many small jobs; 1 by default. */
  readonly batch?: number;
  /** Retries after the first attempt, 1 s apart at first; 12 by default, 0 where the next cron run does the same. */
  readonly retryLimit?: number;
  /** How far apart the retries become; 300 s by default. */
  readonly retryDelayMaxSeconds?: number;
  /** Polling interval, which delays retries; new jobs are announced and start at once. */
  readonly pollSeconds?: number;
  readonly work: (deps: Deps, data: Data, run: JobRun) => Promise<unknown>;
};

/** For mails that are still worth something a day later: tried often in the first hour, then every half hour. */
export const TRIED_FOR_A_DAY = { retryLimit: 58, retryDelayMaxSeconds: 1_800 } as const;

/** Declares a job; an identity function for type inference. */
export function defineJob<Deps, Data extends object>(job: Job<Deps, Data>): Job<Deps, Data> {
  return job;
}

/** A job as the room knows it that causes it, without its work: the room that does it imports that room, not the reverse. */
export type DeclaredJob<Data extends object> = Omit<Job<never, never>, 'work'> & {
  /** Never set; carries the type of the data to `enqueue`. */
  readonly data?: Data;
};

/** Declares a job whose work another room adds by {@link workOn}. */
export function declareJob<Data extends object>(job: DeclaredJob<Data>): DeclaredJob<Data> {
  return job;
}

/** The declared job with its work, for the worker's list. */
export function workOn<Deps, Data extends object>(job: DeclaredJob<Data>, work: Job<Deps, Data>['work']): Job<Deps, Data> {
  return { ...job, work };
}

/** A job in the worker's list: `enqueue` has checked the type of its data. */
export type ListedJob<Deps> = Job<Deps, never>;

/** The writing side of the queue, for use cases that cause later work. */
export type Jobs = {
  /** Wakes the workers of a job after the commit; for rows that a function of the database has written. */
  announce(db: Database | Tx, job: { readonly name: string }): void;
  /** Writes the job row in `tx`. */
  enqueue<Data extends object>(
    tx: Tx,
    job: Job<never, Data> | DeclaredJob<Data>,
    data: Data,
    options?: { startAfterSeconds?: number },
  ): Promise<void>;
  /** Writes many jobs of one kind in one statement. */
  enqueueMany<Data extends object>(tx: Tx, job: Job<never, Data> | DeclaredJob<Data>, data: readonly Data[]): Promise<void>;
  /** Runs a failed job again at once and cancels its dead letters. The caller has locked its row. */
  retry(tx: Tx, failed: { queue: string; jobId: string; letterIds: readonly string[] }): Promise<void>;
  /** Enqueues the job of a dead letter again, as the original is not kept any more, and cancels the letter. Returns the new job's id. */
  resend(tx: Tx, letter: { letterId: string; queue: string; data: object }): Promise<string>;
};

/** Options of {@link createBoss}. */
export type BossOptions = { url: string; log: Logger; runsJobs: boolean; onPool?: (counts: () => PoolCounts) => void };

/** Connects pg-boss. With `runsJobs` it also supervises, schedules and listens; otherwise it only writes jobs. */
export async function createBoss(options: BossOptions): Promise<PgBoss> {
  const connection = new URL(options.url);
  connection.searchParams.set('options', '-c role=mortar_app');
  const boss = new PgBoss({
    connectionString: connection.href,
    application_name: 'mortar jobs',
    schema: SCHEMA,
    migrate: false,
    createSchema: false,
    max: options.runsJobs ? 6 : 1,
    supervise: options.runsJobs,
    schedule: options.runsJobs,
    // Only workers listen, as each notification wakes every listener.
    useListenNotify: options.runsJobs,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
  });
  boss.on('error', (error) => options.log.warn(reported(error), 'job queue error'));
  // Its own listener takes its error handlers off before a connection has reported all its errors, which would end the process.
  boss.getDb().listen = (channel, onNotification, onReconnect) =>
    listen({
      url: connection.href,
      name: 'mortar notifications',
      log: options.log,
      channel,
      onNotification,
      onConnected: onReconnect,
    });
  // Border: its own pool, which the type does not show. Its transactions take connections without an error handler.
  const own = boss.getDb() as unknown as { pool: pg.Pool; open(): Promise<void> };
  await own.open();
  own.pool.on('connect', (client) => client.on('error', () => {}));
  options.onPool?.(() => countsOf(own.pool));
  await boss.start();
  return boss;
}

/**
 * An error of the queue for the log. Some it reports as plain objects, with the queue: a field `code` of such a one would be taken for a
 * mailed code and redacted.
 */
function reported(error: Error & { queue?: unknown }): Record<string, unknown> {
  const err = error instanceof Error ? error : Object.assign(new Error(), error);
  return { err, ...(typeof error.queue === 'string' ? { queue: error.queue } : {}) };
}

/** Options that make pg-boss execute its statement in `tx`. */
function through(tx: Tx) {
  return {
    db: {
      executeSql: async (text: string, values: unknown[] = []) => {
        const result = await tx.executeQuery(CompiledQuery.raw(text, values));
        return { rows: [...result.rows] };
      },
    },
  };
}

/** The writing side over a connected pg-boss. */
export function createJobs(boss: PgBoss): Jobs {
  const announce = createAnnouncer(boss, SCHEMA);
  return {
    announce: (at, job) => announce(at, job.name),
    enqueue: async (tx, job, data, { startAfterSeconds } = {}) => {
      await boss.send(
        job.name,
        { ...data, ...continuedTrace() },
        {
          ...through(tx),
          ...(startAfterSeconds === undefined ? {} : { startAfter: startAfterSeconds }),
        },
      );
      if (startAfterSeconds === undefined) announce(tx, job.name);
    },
    enqueueMany: async (tx, job, data) => {
      if (data.length === 0) return;
      await boss.insert(
        job.name,
        data.map((item) => ({ data: { ...item, ...linkedTrace() } })),
        through(tx),
      );
      announce(tx, job.name);
    },
    retry: async (tx, { queue, jobId, letterIds }) => {
      await boss.retry(queue, jobId, through(tx));
      await boss.update(queue, undefined, { id: jobId, startAfter: 0, ...through(tx) });
      if (letterIds.length > 0) await boss.cancel(DEAD_LETTERS, [...letterIds], through(tx));
      announce(tx, queue);
    },
    resend: async (tx, { letterId, queue, data }) => {
      const jobId = await boss.send(queue, data, through(tx));
      if (jobId === null) throw new Error(`queue ${queue} does not accept the job of dead letter ${letterId}`);
      await boss.cancel(DEAD_LETTERS, letterId, through(tx));
      announce(tx, queue);
      return jobId;
    },
  };
}

/** What a job's row holds beside the data of the job, while traces are recorded. */
export type Traced = { traceparent?: string; tracelink?: string };

/** What the data of a job holds beside its own, so that it continues the trace of its cause. */
export function continuedTrace(): Traced {
  const cause = traceparent();
  return cause === undefined ? {} : { traceparent: cause };
}

/** The same for many jobs: each has its own trace, linked to the cause, as nothing shows thousands in one. */
export function linkedTrace(): Traced {
  const cause = traceparent();
  return cause === undefined ? {} : { tracelink: cause };
}

/** Starts the pollers of every listed job and registers the cron schedules; resolves once all pollers run. */
export async function startJobs<Deps>(boss: PgBoss, deps: Deps, jobs: readonly ListedJob<Deps>[], log: Logger): Promise<void> {
  for (const job of jobs) {
    for (let poller = 0; poller < (job.concurrency ?? 2); poller += 1) await startPoller(boss, deps, job, log);
    if (job.cron) await boss.schedule(job.name, job.cron, {}, { tz: 'UTC' });
  }
}

/** Stops fetching jobs; resolves when the running ones have ended. */
export async function stopTaking(boss: PgBoss, jobs: readonly ListedJob<never>[]): Promise<void> {
  await Promise.all(jobs.map((job) => boss.offWork(job.name, { wait: true })));
}

/** Closes the queue. Jobs that still run are returned to it at once, for another process. */
export async function stopJobs(boss: PgBoss): Promise<void> {
  await boss.stop({ graceful: false });
}

/** Starts one poller of a queue. While it finds jobs it fetches the next batch at once; then it waits for a notification. */
async function startPoller<Deps>(boss: PgBoss, deps: Deps, job: ListedJob<Deps>, log: Logger): Promise<void> {
  const id = await boss.work(
    job.name,
    {
      pollingIntervalSeconds: job.pollSeconds ?? 10,
      batchSize: job.batch ?? 1,
      perJobResults: true,
      // The number of the attempt, for its span.
      includeMetadata: isTracing(),
    },
    async (taken) => {
      if (taken.length > 0) boss.notifyWorker(id);
      return Promise.all(taken.map((one) => runOne(boss, deps, job, one, log)));
    },
  );
}

function runOne<Deps>(boss: PgBoss, deps: Deps, job: ListedJob<Deps>, taken: TakenJob<unknown>, log: Logger): Promise<JobResult> {
  // Border: the signature of enqueue() checks the type of the data before it is stored.
  const { traceparent: cause = null, tracelink, ...data } = (taken.data ?? {}) as Traced;
  const attempt = 'retryCount' in taken ? Number(taken.retryCount) + 1 : undefined;
  const values = { 'mortar.job.name': job.name, 'mortar.job.id': taken.id, 'mortar.job.attempt': attempt };
  return inSpan({ name: `job ${job.name}`, kind: 'consumer', values, cause, links: [tracelink] }, async (span) => {
    const result = await attemptOne(boss, deps, job, { ...taken, data }, log);
    span.add({ 'mortar.job.outcome': result.status });
    return result;
  });
}

async function attemptOne<Deps>(
  boss: PgBoss,
  deps: Deps,
  job: ListedJob<Deps>,
  { id, data, signal }: TakenJob<unknown>,
  log: Logger,
): Promise<JobResult> {
  const started = performance.now();
  const complete = async (tx: Tx) => void (await boss.complete(job.name, id, undefined, through(tx)));
  try {
    // Border: see runOne.
    const output = await job.work(deps, data as never, { jobId: id, signal, complete });
    log.info({ job: job.name, jobId: id, durationMs: Math.round(performance.now() - started) }, 'job done');
    return { id, status: 'completed', output };
  } catch (error) {
    log.error({ err: error, job: job.name, jobId: id }, 'job failed');
    return { id, status: 'failed', output: describeError(error) };
  }
}
