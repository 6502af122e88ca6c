// A line for work that only so many may do at once: its bounds, its order, and that nothing is lost of it.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hasCode, TEMPORARILY_UNAVAILABLE } from './errors.ts';
import { createTurns } from './turns.ts';

const LONG_MS = 60_000;
const refused = (error: unknown) => hasCode(error, TEMPORARILY_UNAVAILABLE);

describe('turns', () => {
  it('so many at once, the others one after the other in their order', async () => {
    const turns = createTurns({ atOnce: 2, waiting: 10, waitMs: LONG_MS, refusedAfterMs: 1, pause: 3 });
    const [first, second] = [await turns.take(), await turns.take()];
    const begun: number[] = [];
    const waiting = [3, 4, 5].map(async (name) => {
      const turn = await turns.take();
      begun.push(name);
      return turn;
    });
    await Promise.resolve();
    assert.deepEqual(begun, []);
    first?.give();
    first?.give();
    (await waiting[0])?.give();
    await waiting[1];
    assert.deepEqual(begun, [3, 4]);
    second?.give();
    await waiting[2];
    assert.deepEqual(begun, [3, 4, 5]);
  });
  it('fewer permits: what is given back beyond them goes to nobody; more of them: those in line begin', async () => {
    const turns = createTurns({ atOnce: 2, waiting: 10, waitMs: LONG_MS, refusedAfterMs: 1, pause: 0 });
    const first = await turns.take();
    await turns.take();
    const third = turns.take();
    turns.allow(1);
    first.give();
    await Promise.resolve();
    assert.deepEqual(turns.counts(), { running: 1, waiting: 1, limit: 1 });
    turns.allow(2);
    await third;
    assert.deepEqual(turns.counts(), { running: 2, waiting: 0, limit: 2 });
  });
  it('a full line refuses the next, and takes one again when one has gone', async () => {
    const turns = createTurns({ atOnce: 1, waiting: 1, waitMs: LONG_MS, refusedAfterMs: 1, pause: 3 });
    const first = await turns.take();
    assert.equal(turns.isFull(), false);
    const second = turns.take();
    assert.equal(turns.isFull(), true);
    await assert.rejects(turns.take(), refused);
    first.give();
    const now = await second;
    const third = turns.take();
    now.give();
    (await third).give();
    await turns.take();
  });
  it('a crowd that is refused at once hears one by one, nobody later than five times the wait', async (test) => {
    const refusedAfterMs = LONG_MS;
    const turns = createTurns({ atOnce: 1, waiting: 0, waitMs: LONG_MS, refusedAfterMs, pause: 3 });
    await turns.take();
    const afterMs: number[] = [];
    test.mock.method(globalThis, 'setTimeout', (_: () => void, ms: number) => afterMs.push(ms));
    for (let n = 0; n < 1_000; n += 1) void turns.take();
    test.mock.restoreAll();
    const [first = 0, second = 0] = afterMs;
    assert.equal(afterMs.length, 1_000);
    assert.ok(Math.round(first) >= refusedAfterMs && second - first > 500, `${first} ms, then ${second} ms`);
    assert.ok(Math.round(Math.max(...afterMs)) <= 5 * refusedAfterMs, `${Math.max(...afterMs)} ms`);
    assert.ok(new Set(afterMs.map((ms) => Math.round(ms / 600))).size > 300, 'one by one');
  });
  it('who has waited too long is refused, and does not get the next turn', async () => {
    const turns = createTurns({ atOnce: 1, waiting: 5, waitMs: 1, refusedAfterMs: LONG_MS, pause: 3 });
    const first = await turns.take();
    await assert.rejects(turns.take(), refused);
    first.give();
    await turns.take();
  });
});
