// The lease of a payment: a living call keeps it however long it takes, a dead one loses it, and then sends nothing.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { endLeases } from '../../../test/support/money-states.ts';
import { movementsFrom, openTransfer, PAID_CENTS, paymentOf, settlingFees } from '../../../test/support/payment-actors.ts';
import { startWorld, type World } from '../../../test/support/world.ts';
import { executePayment } from './execute.ts';
import { orphanedPaymentsTask } from './jobs.ts';
import { leasePayment, listOrphanedPayments, markSending, renewLease } from './payment.ts';

let world: World;
before(async () => {
  world = await startWorld({ worker: false, settings: { PROVIDER_TIMEOUT_MS: '15000', PROVIDER_RESEND_AFTER_SECONDS: '60' } });
});
after(() => world.close());

const beat = () => orphanedPaymentsTask.work(settlingFees(world));
/** As if the process had died during its attempt: the lease expires without being renewed. */
const die = (paymentId: string) => endLeases(world, paymentId);

it('what a dead process left in a call is looked up and settled by the periodic task, without a second call', async () => {
  const { paymentId, customerId } = await openTransfer(world);
  const turn = await leasePayment(world.deps.db, paymentId, 60);
  assert.ok(turn);
  await markSending(world.deps.db, turn, 60);
  const sent = await settlingFees(world).mover.send(turn);
  assert.equal(sent.status, 'succeeded');
  await beat();
  assert.equal((await paymentOf(world, paymentId)).status, 'sent', 'its lease holds');
  await die(paymentId);
  await beat();
  assert.equal((await paymentOf(world, paymentId)).status, 'succeeded');
  assert.deepEqual(await movementsFrom(world, customerId), [PAID_CENTS]);
});

it('one that the provider does not know is given back, and not sent again before the margin is over', async () => {
  const { paymentId, customerId } = await openTransfer(world);
  const turn = await leasePayment(world.deps.db, paymentId, 60);
  assert.ok(turn);
  await markSending(world.deps.db, turn, 60);
  await die(paymentId);
  await beat();
  assert.deepEqual(await listOrphanedPayments(world.deps.db, 10), []);
  assert.equal((await paymentOf(world, paymentId)).status, 'sent');
  assert.deepEqual(await movementsFrom(world, customerId), []);
});

it('a call that takes longer than a lease keeps it: nobody else has a turn before it ends', async () => {
  const { paymentId, customerId } = await openTransfer(world);
  await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'latency', times: 1, latencyMs: 7_500 });
  const call = executePayment(settlingFees(world), paymentId);
  let isOver = false;
  const ended = call.finally(() => {
    isOver = true;
  });
  const seen = new Set<string>();
  await world.until(async () => {
    await beat();
    if (!isOver) seen.add(await executePayment(settlingFees(world), paymentId));
    return isOver;
  }, 'the call to end');
  assert.equal(await ended, 'succeeded');
  seen.delete('closed');
  assert.deepEqual([...seen], ['busy']);
  assert.deepEqual(await movementsFrom(world, customerId), [PAID_CENTS]);
  assert.equal((await paymentOf(world, paymentId)).attempts, 1);
});

it('a process that stood still past its lease sends nothing once another has had its turn', async () => {
  const { paymentId, customerId } = await openTransfer(world);
  const asleep = await leasePayment(world.deps.db, paymentId, 60);
  assert.ok(asleep);
  await die(paymentId);
  const next = await leasePayment(world.deps.db, paymentId, 60);
  assert.equal(next?.attempts, asleep.attempts + 1);
  assert.equal(await markSending(world.deps.db, asleep, 60), false);
  await renewLease(world.deps.db, asleep, 0);
  assert.deepEqual(await listOrphanedPayments(world.deps.db, 10), [], 'nor does it touch the lease of the other');
  assert.deepEqual(await movementsFrom(world, customerId), []);
});
