// Money that is held for a second payment: ordered once after the first, or given back. The fee of a withdrawal is the only such money.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { walletOf } from '../../../test/support/readers.ts';
import { orderedWithdrawal, withdraw, withdrawer } from '../../../test/support/withdrawal-actors.ts';
import { expectStatus, startWorld, type World } from '../../../test/support/world.ts';
import { centsOf } from '../../core/cents.ts';
import { inTransaction } from '../../core/db/transaction.ts';
import { orderHeldTransaction } from './create.ts';
import { cancelHeldTransaction } from './settle-payment.ts';

let world: World;

before(async () => {
  world = await startWorld({ settings: { WITHDRAW_FREE_PER_YEAR: '0' } });
});
after(() => world.close());

/** 1 000 on their way to the bank, and a fee of 120 held beside them. */
async function withdrawalWithFee() {
  const person = await withdrawer(world, 5_000);
  expectStatus(await withdraw(world, person, { amount: 1_000 }), 201);
  const { id: withdrawalId } = await orderedWithdrawal(world, person);
  const [fee] = await world.sql<{ id: string }>('select fee_transaction_id as id from withdrawal where id = $1', [withdrawalId]);
  assert.ok(fee);
  const order = {
    kind: 'transfer',
    purpose: 'withdrawal-fee',
    subjectId: withdrawalId,
    fromAccountId: person.customerId,
    toAccountId: 'mortar-main',
    amountCents: centsOf(120),
    comment: '',
    at: world.deps.clock.now(),
  } as const;
  const orderFee = () =>
    inTransaction(world.deps.db, (tx) => orderHeldTransaction(tx, world.deps, { transactionId: fee.id, order }));
  return { person, withdrawalId, feeId: fee.id, orderFee };
}

const paymentOf = async (transactionId: string) =>
  (
    await world.sql<{ payment_order_id: string | null }>('select payment_order_id from wallet_transaction where id = $1', [
      transactionId,
    ])
  )[0]?.payment_order_id;

it('is held beside what is paid, and belongs to no payment yet', async () => {
  const { person, feeId } = await withdrawalWithFee();
  assert.deepEqual(await walletOf(person), { availableCents: 3_880, heldCents: 1_120, balanceCents: 5_000 });
  assert.equal(await paymentOf(feeId), null);
});

it('is ordered once, with its job: a second time throws and leaves no payment behind', async () => {
  const { feeId, withdrawalId, orderFee } = await withdrawalWithFee();
  const tries = await Promise.allSettled([orderFee(), orderFee()]);
  assert.deepEqual(tries.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  const payments = await world.sql<{ id: string; jobs: number }>(
    `select id, (select count(*)::int from pgboss.job where name = 'execute-payment-order' and data ->> 'orderId' = payment_order.id::text) as jobs
     from payment_order where subject_id = $1 and purpose = 'withdrawal-fee'`,
    [withdrawalId],
  );
  assert.deepEqual(payments, [{ id: await paymentOf(feeId), jobs: 1 }]);
});

it('is given back for a payment that will not come, once, and ordered no more', async () => {
  const { person, feeId, orderFee } = await withdrawalWithFee();
  const cancel = () => inTransaction(world.deps.db, (tx) => cancelHeldTransaction(tx, feeId, world.deps.clock.now()));
  const left = { availableCents: 4_000, heldCents: 1_000, balanceCents: 5_000 };
  await cancel();
  assert.deepEqual(await walletOf(person), left);
  await assert.rejects(cancel, /is not WAITING/);
  await assert.rejects(orderFee, /waits for no payment/);
  assert.equal(await paymentOf(feeId), null);
  assert.deepEqual(await walletOf(person), left);
});
