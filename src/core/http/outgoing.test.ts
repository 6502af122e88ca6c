// Deadlines: what takes too long is aborted, and nothing of a call that has ended stays.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { passed } from '../stop.ts';
import { withDeadline, withinDeadline } from './outgoing.ts';

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

it('aborts what takes too long, and says so', async () => {
  const reason = await withDeadline(1, async (deadline) => {
    await passed(deadline);
    return deadline.reason;
  });
  assert.equal(reason.name, 'TimeoutError');
});

it('a call that has ended leaves no timer behind, whether it was answered or failed', async () => {
  const before = timers();
  const during = await withDeadline(60_000, async () => timers());
  assert.equal(during, before + 1);
  await assert.rejects(
    withDeadline(60_000, async () => {
      throw new Error('refused');
    }),
    /refused/,
  );
  assert.equal(timers(), before);
});

it('a caller waits for shared work until its own deadline, and the work goes on', async () => {
  const { promise, resolve } = Promise.withResolvers<{ value: number }>();
  assert.equal(await withDeadline(1, (deadline) => withinDeadline(promise, deadline)), null);
  resolve({ value: 1 });
  assert.deepEqual(await withDeadline(60_000, (deadline) => withinDeadline(promise, deadline)), { value: 1 });
});
