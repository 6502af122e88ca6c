// A semaphore for work that only so many may do at once: its bounds, its order, and that no permit is lost.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hasCode, TEMPORARILY_UNAVAILABLE } from '../errors.ts';
import { createSemaphore } from './semaphore.ts';

const LONG_MS = 60_000;
const refused = (error: unknown) => hasCode(error, TEMPORARILY_UNAVAILABLE);

describe('a semaphore', () => {
  it('so many at once, the others one after the other in their order', async () => {
    const semaphore = createSemaphore({ atOnce: 2, waiting: 10, waitMs: LONG_MS, refusedAfterMs: 1, pause: 3 });
    const [first, second] = [await semaphore.acquire(), await semaphore.acquire()];
    const begun: number[] = [];
    const waiting = [3, 4, 5].map(async (name) => {
      const permit = await semaphore.acquire();
      begun.push(name);
      return permit;
    });
    await Promise.resolve();
    assert.deepEqual(begun, []);
    first?.release();
    first?.release();
    (await waiting[0])?.release();
    await waiting[1];
    assert.deepEqual(begun, [3, 4]);
    second?.release();
    await waiting[2];
    assert.deepEqual(begun, [3, 4, 5]);
  });
  it('fewer permits: what is given back beyond them goes to nobody; more of them: those in the queue begin', async () => {
    const semaphore = createSemaphore({ atOnce: 2, waiting: 10, waitMs: LONG_MS, refusedAfterMs: 1, pause: 0 });
    const first = await semaphore.acquire();
    await semaphore.acquire();
    const third = semaphore.acquire();
    semaphore.resize(1);
    first.release();
    await Promise.resolve();
    assert.deepEqual(semaphore.counts(), { running: 1, waiting: 1, limit: 1 });
    semaphore.resize(2);
    await third;
    assert.deepEqual(semaphore.counts(), { running: 2, waiting: 0, limit: 2 });
  });
  it('a full queue refuses the next, and takes one again when one has gone', async () => {
    const semaphore = createSemaphore({ atOnce: 1, waiting: 1, waitMs: LONG_MS, refusedAfterMs: 1, pause: 3 });
    const first = await semaphore.acquire();
    assert.equal(semaphore.isFull(), false);
    const second = semaphore.acquire();
    assert.equal(semaphore.isFull(), true);
    await assert.rejects(semaphore.acquire(), refused);
    first.release();
    const now = await second;
    const third = semaphore.acquire();
    now.release();
    (await third).release();
    await semaphore.acquire();
  });
  it('a crowd that is refused at once hears one by one, nobody later than five times the wait', async (test) => {
    const refusedAfterMs = LONG_MS;
    const semaphore = createSemaphore({ atOnce: 1, waiting: 0, waitMs: LONG_MS, refusedAfterMs, pause: 3 });
    await semaphore.acquire();
    const afterMs: number[] = [];
    test.mock.method(globalThis, 'setTimeout', (_: () => void, ms: number) => afterMs.push(ms));
    for (let n = 0; n < 1_000; n += 1) void semaphore.acquire();
    test.mock.restoreAll();
    const [first = 0, second = 0] = afterMs;
    assert.equal(afterMs.length, 1_000);
    assert.ok(Math.round(first) >= refusedAfterMs && second - first > 500, `${first} ms, then ${second} ms`);
    assert.ok(Math.round(Math.max(...afterMs)) <= 5 * refusedAfterMs, `${Math.max(...afterMs)} ms`);
    assert.ok(new Set(afterMs.map((ms) => Math.round(ms / 600))).size > 300, 'one by one');
  });
  it('a caller that has waited too long is refused, and does not get the next permit', async () => {
    const semaphore = createSemaphore({ atOnce: 1, waiting: 5, waitMs: 1, refusedAfterMs: LONG_MS, pause: 3 });
    const first = await semaphore.acquire();
    await assert.rejects(semaphore.acquire(), refused);
    first.release();
    await semaphore.acquire();
  });
});
