// Jobs whose effect and completion are one transaction, beside pg-boss used as one would at first: take one, do it, complete it.

import { sql } from 'kysely';
import type { PgBoss } from 'pg-boss';
import { createDatabase, createPool, type Database } from '../../src/core/db/pool.ts';
import { inTransaction, type Tx } from '../../src/core/db/transaction.ts';
import { createBoss, createJobs, defineJob, startJobs } from '../../src/core/jobs/jobs.ts';
import { migrateJobs } from '../../src/core/jobs/migrate.ts';
import { createLog, type Logger } from '../../src/core/telemetry/log.ts';
import type { Figure } from '../report.ts';
import { sideBySide } from '../side-by-side.ts';
import type { Stage } from '../stage.ts';
import type { MeasuredSystem } from '../system.ts';

const COUNT = 3_000;
/** Takers on either side, as the payment orders have them. */
const HANDS = 4;
const BATCH = 4;
const BAR = { atLeast: 1, stretch: 3 };

type Effect = { n: number };

/** Jobs a second, each with a row as its effect. */
export async function jobsRow({ system, progress }: Stage): Promise<Figure[]> {
  const log = createLog({ level: 'error', name: 'bench' });
  const pool = createPool({ url: system.databaseUrl, size: 10, name: 'bench jobs', log });
  const db = createDatabase(pool);
  await system.sql('create table if not exists bench_effect (n integer primary key)');
  await system.sql('grant select, insert, delete on bench_effect to mortar_app');
  await migrateJobs(system.databaseUrl, [jobOf(db, () => {})]);
  const boss = await createBoss({ url: system.databaseUrl, log, runsJobs: true });
  const timed = async (work: () => Promise<void>) => {
    await fill(system, db, boss);
    const began = performance.now();
    await work();
    const perSecond = (COUNT * 1000) / (performance.now() - began);
    await assertDone(system);
    return perSecond;
  };
  try {
    const { ours, theirs, ratio, spread } = await sideBySide(
      () => timed(() => inOurs(db, boss, log)),
      () => timed(() => oneByOne(db, boss)),
      progress,
    );
    const beside = `${theirs.toFixed(0)}/s pg-boss one by one`;
    return [{ row: 'jobs, effect and completion', ours: `${ours.toFixed(0)}/s`, beside, value: ratio, spread, bar: BAR }];
  } finally {
    await boss.stop({ graceful: false });
    await db.destroy();
  }
}

function jobOf(db: Database, onDone: () => void) {
  return defineJob<object, Effect>({
    name: 'bench-effect',
    concurrency: HANDS,
    batch: BATCH,
    work: async (_, { n }, run) => {
      await inTransaction(db, async (tx) => {
        await write(tx, n);
        await run.complete(tx);
      });
      onDone();
    },
  });
}

async function fill(system: MeasuredSystem, db: Database, boss: PgBoss): Promise<void> {
  await system.sql('truncate bench_effect');
  await system.sql(`delete from pgboss.job where name = 'bench-effect'`);
  const data = Array.from({ length: COUNT }, (_, n) => ({ n }));
  await inTransaction(db, (tx) =>
    createJobs(boss).enqueueMany(
      tx,
      jobOf(db, () => {}),
      data,
    ),
  );
}

/** As the worker does it. */
async function inOurs(db: Database, boss: PgBoss, log: Logger): Promise<void> {
  const all = Promise.withResolvers<void>();
  let done = 0;
  const job = jobOf(db, () => {
    done += 1;
    if (done === COUNT) all.resolve();
  });
  await startJobs(boss, {}, [job], log);
  await all.promise;
  await boss.offWork(job.name, { wait: true });
}

/** A commit each for taking the job, its effect, and its completion. */
async function oneByOne(db: Database, boss: PgBoss): Promise<void> {
  const take = async () => (await boss.fetch<Effect>('bench-effect'))[0];
  const hand = async () => {
    for (let taken = await take(); taken; taken = await take()) {
      const { n } = taken.data;
      await inTransaction(db, (tx) => write(tx, n));
      await boss.complete('bench-effect', taken.id);
    }
  };
  await Promise.all(Array.from({ length: HANDS }, hand));
}

async function write(tx: Tx, n: number): Promise<void> {
  await sql`insert into bench_effect (n) values (${n})`.execute(tx);
}

async function assertDone(system: MeasuredSystem): Promise<void> {
  const [row] = await system.sql<{ effects: number; completed: number }>(
    `select (select count(*)::integer from bench_effect) as effects,
       (select count(*)::integer from pgboss.job where name = 'bench-effect' and state = 'completed') as completed`,
  );
  if (row?.effects !== COUNT || row.completed !== COUNT) throw new Error(`done: ${JSON.stringify(row)}`);
}
