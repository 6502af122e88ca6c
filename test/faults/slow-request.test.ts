// A request that runs longer than a dead one keeps its key: it renews it, and a repetition is answered to wait.

import { after, before, it } from 'node:test';
import { holdLock } from '../support/held-lock.ts';
import { expectCode, expectStatus, startWorld, type World } from '../support/world.ts';
import { assertPaidOnce, newKey, purchasePayment } from './payments.ts';

let world: World;
before(async () => {
  world = await startWorld();
});
after(() => world.close());

it('waits for a lock past the time after which a key is given up: 409 for the same request, one payment', async () => {
  const payment = await purchasePayment(world);
  const { client } = payment.payer;
  const key = newKey();
  const lock = await holdLock(world, 'select from property for update');
  const first = payment.ask(key, client);
  await lock.waiting(1);
  try {
    await world.moveClock({ advance: 'PT30S' });
    const now = world.deps.clock.now().toString();
    const prolonged = () =>
      world.sql("select from idempotency_key where locked_at >= $1::timestamptz - interval '1 second'", [now]);
    await world.until(async () => (await prolonged()).length === 1, 'the request to say that it runs');
    expectCode(await payment.ask(key, client), 409, 'idempotency-key-in-progress');
  } finally {
    await lock.release();
  }
  expectStatus(await first, 201);
  await world.until(async () => (await payment.status()) === payment.paid, 'the payment');
  await assertPaidOnce(world, payment);
});
