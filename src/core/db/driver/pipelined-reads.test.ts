// Pipelined reads share one connection and are otherwise independent of each other.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { type SilentProxy, startSilentProxy } from '../../../../test/support/silent-proxy.ts';
import { startWorld, type World } from '../../../../test/support/world.ts';
import { invalidate } from '../../cache.ts';
import { createDatabase, createPool, type Database, type Pool } from '../pool.ts';
import { inTransaction } from '../transaction.ts';
import { DatabaseUnavailable, isDatabaseUnavailable } from '../unavailable.ts';
import { pipelinedRead } from './compiled.ts';

/** A statement that is never answered fails soon. */
const WAITS = { connectionMs: 5_000, lockMs: 1_000, statementMs: 1_000 };
/** For a statement that waits until the test lets it go. */
const PATIENT = { connectionMs: 20_000, lockMs: 20_000, statementMs: 20_000 };
const MANY = 20;

let world: World;
let proxy: SilentProxy;
let pool: Pool;
let db: Database;
before(async () => {
  world = await startWorld({ worker: false });
  proxy = await startSilentProxy(world.environment.DATABASE_URL ?? '');
  ({ pool, db } = open());
});
after(async () => {
  await pool.end();
  await proxy.close();
  await world.close();
});

function open({ isPooled = false, prepares = true, waits = WAITS, through = proxy } = {}) {
  // As a pooler would, for the connection that is none.
  const url = isPooled ? `${through.url}?options=-c%20role%3Dmortar_app` : through.url;
  const opened = createPool({ url, isPooled, size: 4, name: 'pipelined reads test', log: world.deps.log, waits });
  return { pool: opened, db: createDatabase(opened, { prepares }) };
}

/** Of which server process the answer is, and the text that was sent. */
const say = pipelinedRead((at, { text }: { text: string }) =>
  at.selectNoFrom([sql<number>`pg_backend_pid()`.as('pid'), sql<string>`${text}::text`.as('text')]),
);
const divide = pipelinedRead((at, { by }: { by: number }) => at.selectNoFrom(sql<number>`60 / ${by}::integer`.as('result')));
/** Waits while {@link holding} holds. */
const wait = pipelinedRead((at) =>
  at.selectNoFrom([sql`pg_advisory_xact_lock_shared(20261125)`.as('waited'), sql<number>`pg_backend_pid()`.as('pid')]),
);

async function holding<T>(work: () => Promise<T>): Promise<T> {
  return inTransaction(world.deps.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(20261125)`.execute(tx);
    return work();
  });
}

async function sayAll(on: Database): Promise<{ pid: number; text: string }[]> {
  const texts = Array.from({ length: MANY }, (_, n) => `text ${n}`);
  const rows = (await Promise.all(texts.map((text) => say(on, { text })))).flat();
  assert.deepEqual(
    rows.map(({ text }) => text),
    texts,
  );
  return rows;
}

const processes = (rows: { pid: number }[]) => new Set(rows.map(({ pid }) => pid)).size;

describe('pipelined reads', () => {
  it('at once: one connection, each its own answer', async () => {
    assert.equal(processes(await sayAll(db)), 1);
    assert.deepEqual([pool.totalCount, pool.pipelinedReads?.counts()], [0, { total: 1, idle: 1, waiting: 0, limit: 1 }]);
  });
  it('need no connection of the pool, which may all be held', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const held = [1, 2, 3, 4].map(() => inTransaction(db, (tx) => say(tx, { text: 'held' }).then(() => promise)));
    await world.until(async () => pool.totalCount === 4 && pool.idleCount === 0, 'the pool to be held');
    assert.equal(processes(await sayAll(db)), 1);
    resolve();
    await Promise.all(held);
  });
  it('one that fails takes none of its message along', async () => {
    const results = await Promise.allSettled([divide(db, { by: 2 }), divide(db, { by: 0 }), divide(db, { by: 3 })]);
    assert.deepEqual(
      results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.code)),
      [[{ result: 30 }], '22012', [{ result: 20 }]],
    );
  });
  it('in a transaction: on its connection, and within it', async () => {
    const [outside] = await say(db, { text: 'outside' });
    await inTransaction(db, async (tx) => {
      const [inside] = await say(tx, { text: 'inside' });
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      assert.equal(inside?.pid, rows[0]?.pid);
      assert.notEqual(inside?.pid, outside?.pid);
    });
  });
  it('see what was committed before they were asked for', async () => {
    const latest = pipelinedRead((at, { key }: { key: string }) =>
      at.selectFrom('cache_version').select('version').where('key', '=', key),
    );
    for (let version = 1; version <= MANY; version += 1) {
      await inTransaction(world.deps.db, (tx) => invalidate(tx, ['pipelined reads']));
      assert.deepEqual(await latest(db, { key: 'pipelined reads' }), [{ version }]);
    }
  });
  it('with a pooler in between, or without prepared statements: over the connections of the pool', async () => {
    for (const options of [{ isPooled: true }, { prepares: false }]) {
      const other = open(options);
      assert.ok(processes(await sayAll(other.db)) > 1);
      await other.pool.end();
    }
  });
});

describe('a pipelined read that waits', () => {
  it('is given up on the shared connection and asked over another one, with the limits of the pool; others are answered', async () => {
    const other = open({ waits: PATIENT });
    const [shared] = await say(other.db, { text: 'shared' });
    const { waiting } = await holding(async () => {
      const waiting = wait(other.db, {});
      const blocked = () => world.sql<{ pid: number }>('select pid from pg_locks where objid = 20261125 and not granted');
      await world.until(async () => (await blocked()).some(({ pid }) => pid !== shared?.pid), 'it to wait elsewhere');
      assert.deepEqual(await say(other.db, { text: 'meanwhile' }), [{ pid: shared?.pid, text: 'meanwhile' }]);
      return { waiting };
    });
    const [row] = await waiting;
    assert.notEqual(row?.pid, shared?.pid);
    await other.pool.end();
  });
  it('holds up its own statement, one connection for all of them, until that is fast again', async () => {
    const other = open({ waits: PATIENT });
    const [shared] = await say(other.db, { text: 'shared' });
    const { waiting } = await holding(async () => {
      const waiting = Array.from({ length: MANY }, () => wait(other.db, {}));
      await world.until(async () => other.pool.totalCount > 0, 'the first to be asked alone');
      await sayAll(other.db);
      return { waiting };
    });
    await Promise.all(waiting);
    assert.equal(other.pool.totalCount, 1);
    const [again] = await wait(other.db, {});
    assert.equal(again?.pid, shared?.pid);
    await other.pool.end();
  });
  it('longer than its limit there fails with that of the pool', async () => {
    await holding(async () => {
      const results = await Promise.allSettled([wait(db, {}), wait(db, {}), say(db, { text: 'beside' })]);
      assert.deepEqual(
        results.map((result) => result.status),
        ['rejected', 'rejected', 'fulfilled'],
      );
      for (const result of results) if (result.status === 'rejected') assert.ok(isDatabaseUnavailable(result.reason));
    });
  });
});

describe('the connection of pipelined reads', () => {
  it('that is lost takes along what was sent on it; the next read has another one', async () => {
    const through = await startSilentProxy(world.environment.DATABASE_URL ?? '');
    const other = open({ waits: PATIENT, through });
    const [before] = await say(other.db, { text: 'before' });
    through.hush();
    const settled = Promise.allSettled([say(other.db, { text: 'first' }), say(other.db, { text: 'behind' })]);
    await world.until(async () => other.pool.pipelinedReads?.counts().idle === 0, 'the reads to be sent');
    await world.sql('select pg_terminate_backend($1)', [before?.pid]);
    for (const result of await settled) assert.ok(result.status === 'rejected');
    through.speak();
    const [next] = await say(other.db, { text: 'after' });
    assert.notEqual(next?.pid, before?.pid);
    await other.pool.end();
    await through.close();
  });
  it('that was lost does not take the next one along when it ends at last', async () => {
    await say(db, { text: 'known' });
    proxy.hush();
    const lost = say(db, { text: 'lost' });
    const rejected = assert.rejects(lost, DatabaseUnavailable);
    await world.until(async () => pool.pipelinedReads?.counts().idle === 0, 'the read to be sent');
    // The connection stays dead, a new one gets through.
    proxy.speak();
    await rejected;
    const rows = [];
    for (let time = 0; time < MANY; time += 1) rows.push(...(await say(db, { text: 'next' })));
    assert.equal(processes(rows), 1);
  });
  it('that is silent is given up for another one', async () => {
    await say(db, { text: 'known' });
    proxy.hush();
    const results = await Promise.allSettled([say(db, { text: 'one' }), say(db, { text: 'two' })]);
    for (const result of results) assert.ok(result.status === 'rejected' && result.reason instanceof DatabaseUnavailable);
    await assert.rejects(say(db, { text: 'no connection' }), DatabaseUnavailable);
    proxy.speak();
    assert.equal(processes(await sayAll(db)), 1);
  });
  it('is closed with the pool, after what was sent is answered', async () => {
    const other = open({ waits: PATIENT });
    await say(other.db, { text: 'connected' });
    const sent = say(other.db, { text: 'sent' });
    // Reads are sent at the end of a turn of the event loop, and answers are heard in the next one.
    await endOfTurn();
    assert.deepEqual(other.pool.pipelinedReads?.counts(), { total: 1, idle: 0, waiting: 0, limit: 1 });
    const ended = other.pool.end();
    assert.equal((await sent)[0]?.text, 'sent');
    await ended;
    await assert.rejects(say(other.db, { text: 'closed' }), DatabaseUnavailable);
  });
});
