// A payment begins: several amounts held at once, and the job that carries it out.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openProjectPayment, openTransfer, pursesOf } from '../../../test/support/payment-actors.ts';
import { startWorld, type World } from '../../../test/support/world.ts';
import { centsOf } from '../../core/cents.ts';
import type { CustomerId, PropertyId } from '../../core/db/tables.ts';
import { violatedConstraint } from '../../core/db/transaction.ts';
import { newId } from '../../core/ids.ts';
import { heldByInvestor, heldByProject } from './create.ts';

let world: World;

before(async () => {
  world = await startWorld({ worker: false });
});
after(() => world.close());

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
