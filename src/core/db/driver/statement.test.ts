// A transaction is opened with its first statement, in the same message, and nothing runs outside of it. The columns of a prepared statement
// are asked for once.

import assert from 'node:assert/strict';
import type { EventEmitter } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { type SilentProxy, startSilentProxy } from '../../../../test/support/silent-proxy.ts';
import { startWorld, type World } from '../../../../test/support/world.ts';
import { createDatabase, createPool, type Database } from '../pool.ts';
import { inTransaction, type Tx } from '../transaction.ts';

/** A statement that is never answered fails soon. */
const WAITS = { connectionMs: 5_000, lockMs: 1_000, statementMs: 1_000 };

let world: World;
let proxy: SilentProxy;
let db: Database;
before(async () => {
  world = await startWorld({ worker: false });
  proxy = await startSilentProxy(world.environment.DATABASE_URL ?? '');
  db = await oneConnection();
});
after(async () => {
  await db.destroy();
  await proxy.close();
  await world.close();
});

/** Each test uses the connection of the one before, on which both openings are prepared. */
async function oneConnection(): Promise<Database> {
  const pool = createPool({ url: proxy.url, size: 1, name: 'statement test', log: world.deps.log, waits: WAITS });
  const opened = createDatabase(pool);
  await inTransaction(opened, isolationOf);
  await inTransaction(opened, isolationOf, 'serializable');
  return opened;
}

async function isolationOf(tx: Tx): Promise<string | undefined> {
  const { rows } = await sql<{ level: string }>`select current_setting('transaction_isolation') as level`.execute(tx);
  return rows[0]?.level;
}

/** Takes a lock that lasts as long as its transaction. */
async function lock(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(20261124)`.execute(tx);
}

async function isLocked(): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select exists (select from pg_locks where locktype = 'advisory' and objid = 20261124) as "isLocked"`.execute(world.deps.db);
  return rows[0]?.isLocked ?? false;
}

describe('the opening of a transaction', () => {
  it('holds for the first statement and for the next ones', async () => {
    await inTransaction(db, async (tx) => {
      await lock(tx);
      assert.equal(await isLocked(), true);
      assert.equal(await isolationOf(tx), 'read committed');
    });
    assert.equal(await isLocked(), false);
  });
  it('has the isolation level of its transaction', async () => {
    assert.equal(await inTransaction(db, isolationOf, 'serializable'), 'serializable');
    assert.equal(await inTransaction(db, isolationOf), 'read committed');
  });
  it('holds for statements that are sent at once', async () => {
    await inTransaction(db, async (tx) => {
      const [, level] = await Promise.all([lock(tx), isolationOf(tx)]);
      assert.equal(level, 'read committed');
      assert.equal(await isLocked(), true);
    });
  });
  it('is undone with a first statement that fails, and the connection goes on', async () => {
    await assert.rejects(
      inTransaction(db, (tx) => sql`select 1 / 0`.execute(tx)),
      { code: '22012' },
    );
    assert.equal(await inTransaction(db, isolationOf), 'read committed');
  });
  it('holds for a first statement that is never prepared', async () => {
    await inTransaction(db, async (tx) => {
      await sql`set local lock_timeout = 4321`.execute(tx);
      const { rows } = await sql`select current_setting('lock_timeout') as wait`.execute(tx);
      assert.deepEqual(rows, [{ wait: '4321ms' }]);
    });
  });
  it('is not sent without a statement: the database is silent, and nothing waits for it', async () => {
    proxy.hush();
    assert.equal(await inTransaction(db, async () => 'nothing done'), 'nothing done');
    await assert.rejects(
      inTransaction(db, async () => {
        throw new Error('before the first statement');
      }),
      /before the first statement/,
    );
    proxy.speak();
    await db.destroy();
    db = await oneConnection();
  });
});

it('a value that cannot be sent fails before anything is sent, and the transaction goes on', async () => {
  await inTransaction(db, async (tx) => {
    await assert.rejects(sql`select ${{ amount: 1n }}::jsonb`.execute(tx), TypeError);
    await lock(tx);
    assert.equal(await isLocked(), true);
  });
  assert.equal(await isLocked(), false);
});

it('an opening without a transaction ends with the use of its connection', async () => {
  await db.connection().execute((held) => sql`start transaction isolation level serializable`.execute(held));
  const { rows } = await sql`select current_setting('transaction_isolation') as level`.execute(db);
  assert.deepEqual(rows, [{ level: 'read committed' }]);
});

describe('an opening that fails', () => {
  it('takes its statement along: nothing is done outside of a transaction', async () => {
    // The server forgets what was prepared on this connection: the opening. The next statement is new to it either way.
    await sql`deallocate all`.execute(db);
    await assert.rejects(
      // A lock that would outlast its transaction.
      inTransaction(db, (tx) => sql`select pg_advisory_lock(20261124)`.execute(tx)),
      { code: '26000' },
    );
    assert.equal(await isLocked(), false);
    // One that is never prepared is not left without an answer.
    await assert.rejects(
      inTransaction(db, (tx) => sql`set local lock_timeout = 4321`.execute(tx)),
      { code: '26000' },
    );
  });
});

describe('the columns of a prepared statement', () => {
  const read = (on: Database | Tx) =>
    sql<{ id: number; at: Temporal.Instant | null }>`select id, at from statement_test order by id`.execute(on);

  /** On its own connection, which sees the table. */
  async function withTable(work: (held: Database, described: () => number) => Promise<void>): Promise<void> {
    const pool = createPool({ url: proxy.url, size: 1, name: 'statement test', log: world.deps.log, waits: WAITS });
    let described = 0;
    // Border: the driver does not show the connection of a client.
    pool.on('connect', (client) =>
      (client as unknown as { connection: EventEmitter }).connection.on('rowDescription', () => {
        described += 1;
      }),
    );
    const held = createDatabase(pool);
    await sql`create temporary table statement_test as
      select 1 as id, null::timestamptz as at union all select 2, '2027-01-31T22:30:00Z'`.execute(held);
    await work(held, () => described);
    await pool.end();
  }

  it('are described once, and its rows are read as before', async () => {
    await withTable(async (held, described) => {
      const rows = [
        { id: 1, at: null },
        { id: 2, at: Temporal.Instant.from('2027-01-31T22:30:00Z') },
      ];
      for (let time = 0; time < 3; time += 1) assert.deepEqual((await read(held)).rows, rows);
      await inTransaction(held, async (tx) => assert.deepEqual((await read(tx)).rows, rows));
      await inTransaction(held, async (tx) => assert.deepEqual((await read(tx)).rows, rows));
      assert.equal(described(), 1);
    });
  });
  it('that are other ones by now: the statement fails, and no value is taken for another', async () => {
    await withTable(async (held) => {
      await read(held);
      await sql`alter table statement_test alter id type text using 'n' || id`.execute(held);
      await assert.rejects(read(held), { code: '0A000' });
    });
  });
});
