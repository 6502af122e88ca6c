// A semaphore for each key: work of one key waits for its permit, that of others does not.

import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, it } from 'node:test';
import { admit, createAdmission } from './admission.ts';
import { createKeyedSemaphore } from './keyed-semaphore.ts';

const LONG_MS = 60_000;

const settled = async (promise: Promise<unknown>) =>
  Promise.race([promise.then(() => true), new Promise<boolean>((no) => setImmediate(no, false))]);

describe('a keyed semaphore', () => {
  it('keys do not wait for each other', async () => {
    const queue = createKeyedSemaphore({ atOnce: 1, waiting: 10, waitMs: LONG_MS });
    const held = Promise.withResolvers<string>();
    const first = queue('a', () => held.promise);
    const second = queue('a', async () => 'second');
    assert.equal(await queue('b', async () => 'other'), 'other');
    assert.equal(await settled(second), false);
    held.resolve('first');
    assert.deepEqual(await Promise.all([first, second]), ['first', 'second']);
  });
  it('work that fails releases its permit', async () => {
    const queue = createKeyedSemaphore({ atOnce: 1, waiting: 10, waitMs: LONG_MS });
    await assert.rejects(
      queue('a', () => Promise.reject(new Error('no'))),
      /no/,
    );
    assert.equal(await queue('a', async () => 1), 1);
  });
  it('a request that waits for a key has no permit of the process meanwhile', async () => {
    const admission = createAdmission({ atOnce: 1, waiting: 10, waitMs: LONG_MS });
    const queue = createKeyedSemaphore({ atOnce: 1, waiting: 10, waitMs: LONG_MS });
    const held = Promise.withResolvers<void>();
    void queue('a', () => held.promise);
    const [one, other] = [new EventEmitter(), new EventEmitter()];
    const first = new Promise<void>((done) => admit(admission, one, () => void queue('a', async () => done())));
    await new Promise<void>((done) => admit(admission, other, () => done()));
    other.emit('close');
    held.resolve();
    await first;
  });
});
