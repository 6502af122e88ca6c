// Pictures of a process are worked on one after the other, and only so many wait.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createPictureWork, withPicture } from './pictures.ts';

it('one at a time, in their order, on one thread', async () => {
  let running = 0;
  const order: number[] = [];
  const work = (n: number) =>
    withPicture(async (sharp) => {
      running += 1;
      assert.deepEqual([running, sharp.concurrency()], [1, 1]);
      await sharp({ create: { width: 400, height: 300, channels: 3, background: 'red' } })
        .png()
        .toBuffer();
      order.push(n);
      running -= 1;
    });
  await Promise.all([1, 2, 3, 4].map(work));
  assert.deepEqual(order, [1, 2, 3, 4]);
});

it('what comes when the queue is full is refused, and what fails makes room', async () => {
  const inTurn = createPictureWork({ atOnce: 1, waiting: 2, refusedAfterMs: 1 });
  const { promise: held, reject: fail } = Promise.withResolvers<string>();
  const first = inTurn(() => held);
  const others = [inTurn(async () => 'second'), inTurn(async () => 'third')];
  await assert.rejects(
    inTurn(async () => 'fourth'),
    { code: 'temporarily-unavailable' },
  );
  fail(new Error('no picture'));
  await assert.rejects(first, /no picture/);
  assert.deepEqual(await Promise.all(others), ['second', 'third']);
});
