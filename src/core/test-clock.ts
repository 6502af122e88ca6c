// The movable clock outside production, shared by all processes of one database: its offset is a row, and changes are notified.

import { sql } from 'kysely';
import pg from 'pg';
import type { MovableClock } from './clock.ts';
import type { Database } from './db/pool.ts';
import type { Logger } from './log.ts';

const CHANNEL = 'mortar_test_clock';
const RECONNECT_MS = 1_000;

/** Stores the new offset and notifies the other processes. */
export async function moveTestClock(db: Database, clock: MovableClock, now: Temporal.Instant): Promise<void> {
  const offsetMs = now.epochMilliseconds - Temporal.Now.instant().epochMilliseconds;
  await db
    .insertInto('test_clock')
    .values({ offset_ms: offsetMs })
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ offset_ms: offsetMs }))
    .execute();
  await sql`select pg_notify(${CHANNEL}, '')`.execute(db);
  clock.setOffset(Temporal.Duration.from({ milliseconds: offsetMs }));
}

/** Keeps `clock` at the stored offset; reconnects after a restart of the database. */
export async function followTestClock(options: {
  url: string;
  db: Database;
  clock: MovableClock;
  log: Logger;
}): Promise<{ close(): Promise<void> }> {
  const { url, db, clock, log } = options;
  let closed = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  const read = async () => {
    const row = await db.selectFrom('test_clock').select('offset_ms').executeTakeFirst();
    clock.setOffset(Temporal.Duration.from({ milliseconds: row?.offset_ms ?? 0 }));
  };
  const connect = async () => {
    const fresh = new pg.Client({ connectionString: url, application_name: 'mortar test clock' });
    fresh.on('error', () => {});
    fresh.once('end', () => {
      if (!closed)
        timer = setTimeout(
          () => void connect().catch((error: unknown) => log.warn({ err: error }, 'test clock not followed')),
          RECONNECT_MS,
        );
    });
    fresh.on('notification', () => void read().catch((error: unknown) => log.warn({ err: error }, 'test clock not read')));
    await fresh.connect();
    client = fresh;
    await fresh.query(`listen ${CHANNEL}`);
    await read();
  };
  await connect();
  return {
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await client?.end();
    },
  };
}
