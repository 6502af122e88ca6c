// One run at a time for a key, and one more for all later callers.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { singleFlight } from './single-flight.ts';

/** Work that counts its runs; each ends when the test says so. */
function counted() {
  const runs: { end: () => void; fail: (error: Error) => void }[] = [];
  const work = () =>
    new Promise<void>((end, fail) => {
      runs.push({ end, fail });
    });
  return { runs, work };
}
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

it('callers meanwhile share the run after the current one', async () => {
  const { runs, work } = counted();
  const owner = {};
  const first = singleFlight(owner, 'a', work);
  const later = [singleFlight(owner, 'a', work), singleFlight(owner, 'a', work)];
  assert.equal(runs.length, 1);
  runs[0]?.end();
  await first;
  await turn();
  assert.equal(runs.length, 2);
  const latest = singleFlight(owner, 'a', work);
  runs[1]?.end();
  await Promise.all(later);
  await turn();
  runs[2]?.end();
  await latest;
  assert.equal(runs.length, 3);
  await turn();
  void singleFlight(owner, 'a', work);
  assert.equal(runs.length, 4, 'begins at once when nothing runs');
});

it('keys and owners do not wait for each other', () => {
  const { runs, work } = counted();
  for (const [owner, key] of [
    [{}, 'a'],
    [{}, 'a'],
    [runs, 'a'],
    [runs, 'b'],
  ] as const)
    void singleFlight(owner, key, work);
  assert.equal(runs.length, 4);
});

it('a run that fails fails for its own callers only', async () => {
  const { runs, work } = counted();
  const owner = {};
  const first = singleFlight(owner, 'a', work);
  const second = singleFlight(owner, 'a', work);
  runs[0]?.fail(new Error('first'));
  await assert.rejects(first, /first/);
  await turn();
  runs[1]?.end();
  await second;
});
