// A payment begins: its sides by name, several amounts held at once, and a second step that is ordered later, once.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { verifiedInvestor } from '../../../test/support/actors.ts';
import { openProjectPayment, openTransfer, pursesOf, walletCentsOf } from '../../../test/support/payment-actors.ts';
import { startWorld, type World } from '../../../test/support/world.ts';
import { centsOf } from '../../core/cents.ts';
import type { CustomerId, PropertyId } from '../../core/db/tables.ts';
import { inTransaction, violatedConstraint } from '../../core/db/transaction.ts';
import { newId } from '../../core/ids.ts';
import { heldByInvestor, heldByProject, type NewPayment, openPayment, orderHeldTransaction } from './open-payment.ts';
import { cancelHeldTransaction } from './settle-payment.ts';

let world: World;

before(async () => {
  world = await startWorld({ worker: false });
});
after(() => world.close());

const paymentOf = async (transactionId: string) =>
  (
    await world.sql<{ payment_order_id: string | null }>('select payment_order_id from wallet_transaction where id = $1', [
      transactionId,
    ])
  )[0]?.payment_order_id;
const jobsOf = (paymentId: string) =>
  world.sql<{ seconds: number }>(
    `select extract(epoch from start_after - created_on)::float as seconds from pgboss.job where name = 'execute-payment-order' and data ->> 'orderId' = $1`,
    [paymentId],
  );

describe('holds', () => {
  it('are taken out of every purse named, for what it gives; a part of zero is no line', async () => {
    const { transactionId, propertyId } = await openProjectPayment(world, { MAIN: 1_000, FEES: 0 });
    assert.deepEqual(await pursesOf(world, propertyId, ['MAIN', 'FEES', 'HELD']), [500, 400, 1_000]);
    const lines = await world.sql(
      `select from ledger_line line join ledger_posting posting on posting.id = line.posting_id where posting.reference = $1`,
      [transactionId],
    );
    assert.equal(lines.length, 2);
  });

  it('name the purses and their HELD', () => {
    const [customerId, propertyId] = [newId<CustomerId>(), newId<PropertyId>()];
    assert.deepEqual(heldByProject(propertyId, { COUPON: 1, MAIN: 2 }), {
      from: [
        { account: `PRO:${propertyId}:COUPON`, amountCents: 1 },
        { account: `PRO:${propertyId}:MAIN`, amountCents: 2 },
      ],
      to: `PRO:${propertyId}:HELD`,
    });
    assert.deepEqual(heldByInvestor(customerId, centsOf(3)), {
      from: [{ account: `INV:${customerId}:AVAILABLE`, amountCents: 3 }],
      to: `INV:${customerId}:HELD`,
    });
  });

  it('that a purse cannot bear are refused by the database, and nothing is written', async () => {
    await assert.rejects(
      openProjectPayment(world, { MAIN: 1_500, FEES: 401 }),
      (error: unknown) => violatedConstraint(error) === 'ledger_balance_not_negative',
    );
    assert.deepEqual(await world.sql('select from payment_order where amount_cents = 1901'), []);
    assert.deepEqual(await world.sql('select from wallet_transaction where amount_cents = 1901'), []);
  });
});

describe('the job', () => {
  it('comes at once; of a payment that its request carries out, once the request has had its turn', async () => {
    const waits = async (options: { byRequest?: true }) => {
      const [job, ...more] = await jobsOf((await openTransfer(world, options)).paymentId);
      assert.ok(job && more.length === 0);
      return Math.round(job.seconds);
    };
    assert.deepEqual([await waits({}), await waits({ byRequest: true })], [0, 5]);
  });
});

describe('a payment in two steps', () => {
  /** 1 000 to a bank account, 120 held beside it. */
  async function openInTwoSteps() {
    const { customerId } = await verifiedInvestor(world, { fundsCents: 5_000 });
    const common = { subjectId: randomUUID(), fromAccountId: customerId, comment: '', at: world.deps.clock.now() };
    const order: NewPayment = {
      ...common,
      kind: 'payOut',
      purpose: 'withdrawal',
      providerBankAccountId: 1,
      amountCents: centsOf(1_000),
    };
    const later: NewPayment = {
      ...common,
      kind: 'transfer',
      purpose: 'withdrawal-fee',
      toAccountId: 'mortar-main',
      amountCents: centsOf(120),
    };
    const owner = { customerId };
    const opened = await inTransaction(world.deps.db, (tx) =>
      openPayment(tx, world.deps, {
        order,
        sides: {
          withdrawal: {
            type: 'WITHDRAWAL',
            owner,
            amountCents: centsOf(1_000),
            hold: heldByInvestor(customerId, centsOf(1_000)),
          },
          fee: {
            type: 'WITHDRAWAL_FEE',
            owner,
            amountCents: centsOf(120),
            hold: heldByInvestor(customerId, centsOf(120)),
            orderedLater: true,
          },
        },
      }),
    );
    const { withdrawal: transactionId, fee: feeId } = opened.transactionIds;
    return { customerId, paymentId: opened.orderId, transactionId, feeId, later };
  }
  const orderLater = (transactionId: string, order: NewPayment) =>
    inTransaction(world.deps.db, (tx) => orderHeldTransaction(tx, world.deps, { transactionId, order }));

  it('holds both amounts, and orders one', async () => {
    const { customerId, paymentId, transactionId, feeId } = await openInTwoSteps();
    assert.deepEqual(await walletCentsOf(world, customerId), [3_880, 1_120]);
    assert.deepEqual([await paymentOf(transactionId), await paymentOf(feeId)], [paymentId, null]);
  });

  it('orders the other one later, with its job', async () => {
    const { feeId, later } = await openInTwoSteps();
    const paymentId = await orderLater(feeId, later);
    assert.equal(await paymentOf(feeId), paymentId);
    assert.equal((await jobsOf(paymentId)).length, 1);
  });

  it('orders it once: a second time throws and leaves no payment behind', async () => {
    const { feeId, later } = await openInTwoSteps();
    const tries = await Promise.allSettled([orderLater(feeId, later), orderLater(feeId, later)]);
    assert.deepEqual(tries.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    const payments = await world.sql('select from payment_order where subject_id = $1 and purpose = $2', [
      later.subjectId,
      later.purpose,
    ]);
    assert.equal(payments.length, 1);
  });

  it('gives back what was held for a step that will not come, once, and orders it no more', async () => {
    const { customerId, feeId, later } = await openInTwoSteps();
    const cancel = () => inTransaction(world.deps.db, (tx) => cancelHeldTransaction(tx, feeId, world.deps.clock.now()));
    await cancel();
    assert.deepEqual(await walletCentsOf(world, customerId), [4_000, 1_000]);
    await assert.rejects(cancel, /is not WAITING/);
    await assert.rejects(orderLater(feeId, later), /waits for no payment/);
    assert.equal(await paymentOf(feeId), null);
    assert.deepEqual(await walletCentsOf(world, customerId), [4_000, 1_000]);
  });
});
