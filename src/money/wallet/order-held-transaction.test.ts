// A payment in two steps: both amounts held at once, the second one ordered later, once.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, it } from 'node:test';
import { verifiedInvestor } from '../../../test/support/actors.ts';
import { startWorld, type World } from '../../../test/support/world.ts';
import { inTransaction } from '../../core/db/transaction.ts';
import { readWallet } from '../ledger/index.ts';
import { openPayment } from './open-payment.ts';
import { orderHeldTransaction } from './order-held-transaction.ts';
import type { NewPaymentOrder } from './payment-orders.ts';
import { releaseOutgoing } from './transactions.ts';

let world: World;

before(async () => {
  world = await startWorld({ worker: false });
});
after(() => world.close());

/** 1 000 ordered to a bank account, 120 held beside it. */
async function openInTwoSteps() {
  const { customerId } = await verifiedInvestor(world, { fundsCents: 5_000 });
  const common = { subjectId: randomUUID(), fromAccountId: customerId, comment: '', at: world.deps.clock.now() };
  const order: NewPaymentOrder = {
    ...common,
    kind: 'payOut',
    purpose: 'withdrawal',
    providerBankAccountId: 1,
    amountCents: 1_000,
  };
  const later: NewPaymentOrder = {
    ...common,
    kind: 'transfer',
    purpose: 'withdrawal-fee',
    toAccountId: 'mortar-main',
    amountCents: 120,
  };
  const owner = { customerId };
  const { orderId, transactionIds } = await inTransaction(world.deps.db, (tx) =>
    openPayment(tx, world.deps, {
      order,
      sides: [
        { type: 'WITHDRAWAL', owner, amountCents: 1_000, held: true },
        { type: 'WITHDRAWAL_FEE', owner, amountCents: 120, held: true, orderedLater: true },
      ],
    }),
  );
  const [transactionId = '', heldId = ''] = transactionIds;
  return { customerId, orderId, transactionId, heldId, later };
}

const orderOf = async (transactionId: string) =>
  (
    await world.sql<{ payment_order_id: string | null }>('select payment_order_id from wallet_transaction where id = $1', [
      transactionId,
    ])
  )[0]?.payment_order_id;
const orderLater = (transactionId: string, order: NewPaymentOrder) =>
  inTransaction(world.deps.db, (tx) => orderHeldTransaction(tx, world.deps, { transactionId, order }));

it('holds both amounts, and orders one', async () => {
  const { customerId, orderId, transactionId, heldId } = await openInTwoSteps();
  assert.deepEqual(await readWallet(world.deps.db, customerId), { availableCents: 3_880, heldCents: 1_120, balanceCents: 5_000 });
  assert.deepEqual([await orderOf(transactionId), await orderOf(heldId)], [orderId, null]);
});

it('orders the other one later, with its job', async () => {
  const { heldId, later } = await openInTwoSteps();
  const orderId = await orderLater(heldId, later);
  assert.equal(await orderOf(heldId), orderId);
  const jobs = await world.sql(`select from pgboss.job where name = 'execute-payment-order' and data ->> 'orderId' = $1`, [
    orderId,
  ]);
  assert.equal(jobs.length, 1);
});

it('orders it once: a second time throws and leaves no order behind', async () => {
  const { heldId, later } = await openInTwoSteps();
  const tries = await Promise.allSettled([orderLater(heldId, later), orderLater(heldId, later)]);
  assert.deepEqual(tries.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  const orders = await world.sql('select from payment_order where subject_id = $1 and purpose = $2', [
    later.subjectId,
    later.purpose,
  ]);
  assert.equal(orders.length, 1);
});

it('orders nothing that was released meanwhile', async () => {
  const { heldId, later } = await openInTwoSteps();
  await inTransaction(world.deps.db, (tx) => releaseOutgoing(tx, heldId, { to: 'CANCELED', at: world.deps.clock.now() }));
  await assert.rejects(orderLater(heldId, later), /waits for no order/);
  assert.equal(await orderOf(heldId), null);
});
