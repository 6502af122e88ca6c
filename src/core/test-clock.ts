// The movable clock outside production, shared by all processes of one database: its offset is a row, and changes
// are notified.

import { sql } from 'kysely';
import pg from 'pg';
import type { MovableClock } from './clock.ts';
import { listen } from './db/listen.ts';
import { APPLICATION_ROLE, type Database } from './db/pool.ts';
import type { Logger } from './telemetry/log.ts';

const CHANNEL = 'mortar_test_clock';

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
  const read = async () => {
    const row = await db.selectFrom('test_clock').select('offset_ms').executeTakeFirst();
    clock.setOffset(Temporal.Duration.from({ milliseconds: row?.offset_ms ?? 0 }));
  };
  return listen({
    url,
    log,
    channel: CHANNEL,
    name: 'mortar test clock',
    onNotification: () => void read().catch((error: unknown) => log.warn({ err: error }, 'test clock not read')),
    onConnected: read,
  });
}

/** Takes from the service the right to move the clock of this database, by which rows could be dated back; as the owner of the tables. */
export async function fixClock(ownersUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownersUrl });
  await client.connect();
  try {
    await client.query(`revoke insert, update, delete on test_clock from ${APPLICATION_ROLE}`);
  } finally {
    await client.end();
  }
}
