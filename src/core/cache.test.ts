// The cache: one load for many readers, never an older version, nothing left of a failure, no more memory than its limits.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createTestDatabase } from '../../test/support/database.ts';
import { createCache, invalidate } from './cache.ts';
import { createDatabase, createPool, type Database } from './db/pool.ts';
import { inTransaction } from './db/transaction.ts';
import { createLog } from './telemetry/log.ts';

let db: Database;
let close: () => Promise<void>;

before(async () => {
  const database = await createTestDatabase();
  const pool = createPool({ url: database.url, size: 4, name: 'cache', log: createLog({ level: 'silent', name: 'cache' }) });
  db = createDatabase(pool);
  close = async () => {
    await pool.end();
    await database.drop();
  };
});
after(() => close());

/** A load that waits until it is let go, and counts. */
function gate<T>(value: T) {
  const gates: (() => void)[] = [];
  const load = () => new Promise<T>((resolve) => void gates.push(() => resolve(value)));
  return { load, count: () => gates.length, open: () => gates.forEach((go) => void go()) };
}
/** Every promise that could settle without us has. */
const settled = () => new Promise((resolve) => setImmediate(resolve));
const never = async (): Promise<string | number | null | undefined> => assert.fail('was cached');

describe('getRecent', () => {
  it('loads once for all readers meanwhile, and for later ones', async () => {
    const cache = createCache();
    const { load, count, open } = gate('value');
    const asked = [cache.getRecent('key', 60, load), cache.getRecent('key', 60, load), cache.getRecent('key', 60, load)];
    await settled();
    assert.equal(count(), 1);
    open();
    assert.deepEqual(await Promise.all(asked), ['value', 'value', 'value']);
    assert.equal(await cache.getRecent('key', 60, never), 'value');
  });
  it('keys do not wait for each other', async () => {
    const cache = createCache();
    const slow = gate('slow');
    const waiting = cache.getRecent('slow', 60, slow.load);
    assert.equal(await cache.getRecent('quick', 60, async () => 'quick'), 'quick');
    slow.open();
    assert.equal(await waiting, 'slow');
  });
  it('null and undefined are answers', async () => {
    const cache = createCache();
    for (const value of [null, undefined]) {
      assert.equal(await cache.getRecent(String(value), 60, async () => value), value);
      assert.equal(await cache.getRecent(String(value), 60, never), value);
    }
  });
  it('a load that throws throws its error for all who asked, and leaves nothing behind', async () => {
    const failure = new RangeError('the registry is down');
    const throwing = {
      later: async () => {
        await settled();
        throw failure;
      },
      atOnce: () => {
        throw failure;
      },
    };
    for (const [key, load] of Object.entries(throwing)) {
      const cache = createCache();
      const asked = await Promise.allSettled([cache.getRecent(key, 60, load), cache.getRecent(key, 60, load)]);
      for (const answer of asked) assert.equal(answer.status === 'rejected' && answer.reason, failure);
      assert.equal(await cache.getRecent(key, 60, async () => 'again'), 'again');
    }
  });
  it('what all share nobody can change', async () => {
    const cache = createCache();
    const value = await cache.getRecent('key', 60, async () => ({ list: [{ name: 'a' }] }));
    assert.throws(() => value.list.push({ name: 'b' }), TypeError);
    assert.throws(() => Object.assign(value.list[0] ?? {}, { name: 'b' }), TypeError);
  });
});

describe('limits', () => {
  it('of entries: what was not asked for the longest goes first', async () => {
    const cache = createCache({ entries: 2, bytes: 1_000 });
    for (const key of ['a', 'b', 'a', 'c']) await cache.getRecent(key, 60, async () => key);
    assert.equal(await cache.getRecent('a', 60, never), 'a');
    assert.equal(await cache.getRecent('b', 60, async () => 'new'), 'new');
  });
  it('of bytes, all entries together; a value larger than all of them is answered and not kept', async () => {
    const cache = createCache({ entries: 100, bytes: 1_000 });
    const text = (length: number) => async () => 'x'.repeat(length);
    for (const key of ['a', 'b', 'c']) await cache.getRecent(key, 60, text(400));
    assert.equal((await cache.getRecent('a', 60, text(1))).length, 1);
    assert.equal(await cache.getRecent('c', 60, never), 'x'.repeat(400));
    assert.equal((await cache.getRecent('huge', 60, text(2_000))).length, 2_000);
    assert.equal((await cache.getRecent('huge', 60, text(1))).length, 1);
  });
});

describe('get', () => {
  const change = (key: string) => inTransaction(db, (tx) => invalidate(tx, [key]));

  it('keeps a value until a commit changes its version', async () => {
    const cache = createCache();
    assert.equal(await cache.get(db, 'kept', async () => 1), 1);
    assert.equal(await cache.get(db, 'kept', never), 1);
    await change('kept');
    assert.equal(await cache.get(db, 'kept', async () => 2), 2);
    assert.equal(await cache.get(db, 'kept', never), 2);
  });
  it('a read after a change neither gets nor waits for a load begun before it', async () => {
    const cache = createCache();
    const old = gate('old');
    const early = cache.get(db, 'raced', old.load);
    while (old.count() === 0) await settled();
    await change('raced');
    assert.equal(await cache.get(db, 'raced', async () => 'new'), 'new');
    old.open();
    assert.equal(await early, 'old');
    assert.equal(await cache.get(db, 'raced', never), 'new');
  });
});
