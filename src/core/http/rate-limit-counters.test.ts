// The counters of requests: those in the database exact under a rush, those in memory shared; a database that is gone, and windows that end.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startWorld, type World } from '../../../test/support/world.ts';
import { createLog } from '../telemetry/log.ts';
import { countRequest, createSharedCounter, type SharedCounter } from './rate-limits.ts';

const MAX = 40;

let world: World;
before(async () => {
  world = await startWorld({ worker: false });
});
after(() => world.close());

/** A process's counter, closed with its test; `lines` is what it wrote. */
function counter(test: { after(end: () => unknown): void }, windowSeconds = 60): SharedCounter & { lines: string[] } {
  const lines: string[] = [];
  const log = createLog({ level: 'warn', name: 'test' }, { write: (line) => lines.push(line) });
  const made = createSharedCounter({ db: world.deps.db, log, limit: { max: MAX, windowSeconds } });
  test.after(() => made.close());
  return { ...made, lines };
}

const countTimes = (one: SharedCounter, key: string, times: number) =>
  Array.from({ length: times }, () => one.count(key)).filter(({ allowed }) => allowed).length;

async function toldOf(key: string): Promise<number> {
  const [row] = await world.sql<{ count: number }>('select count from request_count where key = $1', [key]);
  return row?.count ?? 0;
}

it('lets the limit through and says what is left', (test) => {
  const one = counter(test);
  assert.deepEqual(one.count('plain'), { allowed: true, remaining: MAX - 1, resetSeconds: 60 });
  assert.equal(countTimes(one, 'plain', MAX), MAX - 1);
  assert.equal(one.count('plain').remaining, 0);
  one.giveBack('plain');
  assert.equal(one.count('plain').allowed, true);
  assert.equal(one.count('plain').allowed, false);
  assert.equal(one.count('another').allowed, true);
});

it('counts each request once, however many processes count at once', async (test) => {
  const processes = [counter(test), counter(test), counter(test)];
  const keys = ['d', 'b', 'a', 'c'];
  for (const [times, all] of [
    [10, 30],
    [3, 39],
  ] as const) {
    for (const one of processes) for (const key of keys.reverse()) countTimes(one, key, times);
    for (const key of keys) await world.until(async () => (await toldOf(key)) === all, `${all} of ${key} to be told`);
  }
  for (const one of processes) assert.deepEqual(one.lines, []);
});

it('counts alone while the database does not, and adds it afterwards', async (test) => {
  const one = counter(test);
  await world.sql('alter table request_count rename to request_count_away');
  try {
    assert.equal(countTimes(one, 'alone', MAX - 1), MAX - 1);
    await world.until(async () => one.lines.some((line) => line.includes('counts of requests not shared')), 'a word of it');
    assert.deepEqual([one.count('alone').allowed, one.count('alone').allowed], [true, false]);
  } finally {
    await world.sql('alter table request_count_away rename to request_count');
  }
  await world.until(async () => {
    one.giveBack('alone');
    one.count('alone');
    return (await toldOf('alone')) === MAX;
  }, 'all of it to be told');
});

it('begins anew when the window is over', async (test) => {
  const one = counter(test, 1);
  const key = 'short';
  assert.equal(countTimes(one, key, MAX + 1), MAX);
  await world.until(async () => one.count(key).allowed, 'the window to end');
});

const limit = { max: 5, windowSeconds: 60 };

describe('countRequest', () => {
  it('lets exactly the limit through when many come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => countRequest(world.deps.db, 'rush', limit)));
    assert.equal(answers.filter(({ allowed }) => allowed).length, 5);
    const refused = answers.find((answer) => !answer.allowed);
    assert.ok(refused && !refused.allowed && refused.retryAfterSeconds > 0 && refused.retryAfterSeconds <= 60);
  });
  it('counts each key by itself', async () => {
    assert.deepEqual(await countRequest(world.deps.db, 'other', { ...limit, max: 1 }), { allowed: true, remaining: 0 });
    assert.equal((await countRequest(world.deps.db, 'other', { ...limit, max: 1 })).allowed, false);
    assert.deepEqual(await countRequest(world.deps.db, 'another', { ...limit, max: 1 }), { allowed: true, remaining: 0 });
  });
  it('begins anew when the window is over, and refusals do not prolong it', async () => {
    const count = () => countRequest(world.deps.db, 'window', { ...limit, max: 1 });
    await count();
    assert.equal((await count()).allowed, false);
    // By SQL: windows end by the machine's own clock.
    await world.sql(`update request_count set started_at_ms = started_at_ms - 60000 where key = 'window'`);
    assert.deepEqual(await count(), { allowed: true, remaining: 0 });
    assert.equal((await count()).allowed, false);
  });
});
