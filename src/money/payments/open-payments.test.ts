// A database that went back in time: payments that it has as never sent are looked up at the provider before anything is sent.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { movementsFrom, openTransfer, PAID_CENTS, paymentOf, settlingFees } from '../../../test/support/payment-actors.ts';
import { startWorld, type World } from '../../../test/support/world.ts';
import { inTransaction } from '../../core/db/transaction.ts';
import { executePayment } from './execute.ts';
import { assumeSent } from './open-payments.ts';
import { cancelUnsentPayment } from './payment.ts';

let world: World;
before(async () => {
  world = await startWorld({ worker: false });
});
after(() => world.close());

it('one that was sent after the point of the restore is found by its reference, and moves no money again', async () => {
  const { paymentId, customerId } = await openTransfer(world);
  // What a worker did after the moment that the database went back to.
  const order = { id: paymentId, purpose: 'withdrawal-fee', subjectId: paymentId, fromAccountId: customerId } as const;
  const call = { amountCents: PAID_CENTS, comment: '', providerPaymentId: null, attempts: 1, sendCount: 0, refusal: null };
  const toAccountId = world.deps.config.PLATFORM_MAIN_ACCOUNT_ID;
  const sent = await settlingFees(world).mover.send({ ...order, ...call, kind: 'transfer', toAccountId });
  assert.equal(sent.status, 'succeeded');

  assert.equal(await assumeSent(world.deps.db), 1);
  assert.equal(await executePayment(settlingFees(world), paymentId), 'succeeded');
  assert.deepEqual(await movementsFrom(world, customerId), [PAID_CENTS]);
  assert.equal((await paymentOf(world, paymentId)).sends, 1);
});

it('one that the provider does not know is sent once the margin is over, and cannot be cancelled as unsent', async () => {
  const { paymentId, customerId } = await openTransfer(world);
  assert.equal(await assumeSent(world.deps.db), 1);
  assert.equal(await assumeSent(world.deps.db), 0);
  assert.equal(await inTransaction(world.deps.db, (tx) => cancelUnsentPayment(tx, paymentId, world.deps.clock.now())), false);
  assert.equal(await executePayment(settlingFees(world), paymentId), 'unknown');
  assert.deepEqual(await movementsFrom(world, customerId), []);
  await world.until(async () => (await executePayment(settlingFees(world), paymentId)) === 'succeeded', 'the margin to be over');
  assert.deepEqual(await movementsFrom(world, customerId), [PAID_CENTS]);
});
