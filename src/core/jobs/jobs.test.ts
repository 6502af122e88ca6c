// How the queue behaves as a whole: a backlog is worked off without pauses, an effect and its job end together.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { startWorld, type World } from '../../../test/support/world.ts';
import { executePaymentJob } from '../../money/payments/index.ts';
import { postChatMessageJob } from '../../providers/chat/index.ts';
import { sendEmailJob } from '../../providers/email/index.ts';
import { centsOf } from '../cents.ts';
import { inTransaction } from '../db/transaction.ts';
import { createLog } from '../telemetry/log.ts';
import { createBoss, createJobs, defineJob, type Job, type JobRun, startJobs, stopJobs, stopTaking } from './jobs.ts';
import { migrateJobs } from './migrate.ts';

const BACKLOG = 40;

test('a backlog is worked off without waiting for the next poll', async (t) => {
  const world = await startWorld({ worker: false });
  t.after(() => world.close());
  const messages = Array.from({ length: BACKLOG }, (_, n) => ({ channel: 'internal-alerts' as const, text: `message ${n}` }));
  await inTransaction(world.deps.db, (tx) => world.deps.jobs.enqueueMany(tx, postChatMessageJob, messages));

  await world.another({ api: false, worker: true });

  const posted = await world.until(async () => {
    const received = await world.control<unknown[]>('GET', '/chat');
    return received.length >= BACKLOG && received.length;
  }, 'all messages of the backlog');
  assert.equal(posted, BACKLOG);
});

test('an error of the queue is logged with its code and its queue, whatever it is reported as', async (t) => {
  const world = await startWorld({ worker: false });
  const url = world.environment.DATABASE_URL ?? '';
  const job = defineJob<object, object>({ name: 'test-errors', pollSeconds: 0.5, concurrency: 1, work: async () => {} });
  await migrateJobs(url, [job]);
  const lines: string[] = [];
  const log = createLog({ level: 'warn', name: 'test' }, { write: (line) => lines.push(line) });
  const boss = await createBoss({ url, log, runsJobs: true });
  t.after(async () => {
    await stopTaking(boss, [job]);
    await stopJobs(boss);
    await world.close();
  });
  // By SQL: the server refuses what the queue asks for.
  await world.sql('revoke usage on schema pgboss from mortar_app');
  await startJobs(boss, {}, [job], log);
  const line = await world.until(
    async () => lines.find((text) => text.includes('job queue error') && text.includes('"queue":"test-errors"')),
    'an error of the queue',
  );
  await world.sql('grant usage on schema pgboss to mortar_app');
  const { err } = JSON.parse(line) as { err: { code: string; message: string; stack: string } };
  assert.equal(err.code, '42501', line);
  assert.match(err.message, /permission denied/);
  assert.match(err.stack, /permission denied/);
});

/** A queue of this test, four jobs at a time; the outcome of each job, by its number. */
async function endsOf(t: TestContext, work: (world: World, n: number, run: JobRun) => Promise<unknown>) {
  const world = await startWorld({ worker: false });
  const url = world.environment.DATABASE_URL ?? '';
  const log = createLog({ level: 'silent', name: 'test' });
  const job = defineJob<object, { n: number }>({
    name: 'test-effect',
    concurrency: 1,
    batch: 4,
    work: async (_, { n }, run) => work(world, n, run),
  });
  await migrateJobs(url, [job]);
  const boss = await createBoss({ url, log, runsJobs: true });
  // The queue ends before its database: a connection that it opened later would be refused.
  t.after(async () => {
    await stopTaking(boss, [job]);
    await stopJobs(boss);
    await world.close();
  });
  await inTransaction(world.deps.db, (tx) => createJobs(boss).enqueueMany(tx, job, [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }]));
  await startJobs(boss, {}, [job], log);
  return world.until(async () => {
    const ends = await world.sql<{ n: number; state: string; retries: number }>(
      `select (data ->> 'n')::integer as n, state, retry_count as retries from pgboss.job where name = 'test-effect' order by n`,
    );
    return ends.every(({ state }) => state !== 'created' && state !== 'active') && ends;
  }, 'four ends');
}

test('a job that was completed with its effect does not run again, though its process failed after the commit', async (t) => {
  const ends = await endsOf(t, async ({ deps }, n, run) => {
    await inTransaction(deps.db, (tx) => run.complete(tx));
    if (n < 4) throw new Error('dies before it can say so');
  });
  assert.deepEqual(
    ends,
    [1, 2, 3, 4].map((n) => ({ n, state: 'completed', retries: 0 })),
  );
});

test('of jobs taken together each has its own end', async (t) => {
  const ends = await endsOf(t, async (_, n) => {
    if (n === 2) throw new Error('fails');
  });
  assert.deepEqual(
    ends.map(({ n, state }) => `${n} ${state}`),
    ['1 completed', '2 retry', '3 completed', '4 completed'],
  );
});

/** Writes a job in both ways. */
async function assertSameRow<Data extends object>(world: World, job: Job<never, Data>, data: Data): Promise<void> {
  await inTransaction(world.deps.db, async (tx) => {
    await world.deps.jobs.enqueue(tx, job, data);
    await sql`select pgboss.mortar_enqueue(${job.name}, array[${JSON.stringify(data)}::jsonb])`.execute(tx);
  });
  const [sent, written, ...more] = await world.sql<Record<string, unknown>>('select * from pgboss.job where name = $1', [
    job.name,
  ]);
  assert.equal(more.length, 0);
  assert.deepEqual({ ...written, id: 'any' }, { ...sent, id: 'any' });
}

test('a job written by a function of the database is the row that the queue would have written', async (t) => {
  const world = await startWorld({ worker: false });
  t.after(() => world.close());
  await assertSameRow(world, executePaymentJob, { paymentId: 'x' });
  const data = {
    amountCents: centsOf(1),
    feeCents: centsOf(0),
    ibanEnd: '0189',
    requestedAt: '2026-11-24T10:00:00Z',
    reference: 'é',
  };
  await assertSameRow(world, sendEmailJob, { to: 'a@example.test', template: 'withdrawal-initiated', data });
});
