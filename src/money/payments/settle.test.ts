// A payment ends: once, with everything in the transaction of its outcome, or not at all.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { signInAdministrator } from '../../../test/support/actors.ts';
import { endLeases, failTransaction } from '../../../test/support/money-states.ts';
import {
  FUNDS_CENTS,
  movementsFrom,
  openProjectPayment,
  openTransfer,
  PAID_CENTS,
  paymentOf,
  pursesOf,
  settlingFees,
  walletCentsOf,
} from '../../../test/support/payment-actors.ts';
import { startWorld, type World } from '../../../test/support/world.ts';
import { centsOf } from '../../core/cents.ts';
import type { PropertyId } from '../../core/db/tables.ts';
import { inTransaction } from '../../core/db/transaction.ts';
import { EXTERNAL, move, purseOf } from '../ledger/index.ts';
import { executePayment } from './execute.ts';
import { endPayment, leasePayment, type PaymentAudit, type PaymentOutcome, type Settlement } from './payment.ts';
import { auditPayment, settle } from './settle.ts';

let world: World;

before(async () => {
  world = await startWorld({ worker: false });
});
after(() => world.close());
afterEach(() => world.control('DELETE', '/faults'));

const refuse = () => world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'error-in-200', times: 1 });
const execute = (paymentId: string) => executePayment(settlingFees(world), paymentId);
const transactionOf = async (id: string) =>
  (await world.sql<{ status: string }>('select status from wallet_transaction where id = $1', [id]))[0]?.status;

describe('the holds', () => {
  /** The provider has no such bank account: its answer is not the subject here, what follows it is. */
  async function end(paymentId: string, outcome: 'succeeded' | 'failed', settlement: Settlement): Promise<void> {
    await leasePayment(world.deps.db, paymentId, 60);
    const at = world.deps.clock.now();
    const told: PaymentOutcome =
      outcome === 'succeeded' ? { status: outcome, at } : { status: outcome, at, reason: 'refused', isFinal: false };
    await inTransaction(world.deps.db, async (tx) => {
      const ended = await endPayment(tx, paymentId, told, null);
      assert.ok(ended);
      await settlement(tx, ended);
    });
  }
  const settlesOf =
    (propertyId: PropertyId): Settlement =>
    (tx, payment) =>
      settle(tx, payment, {
        succeeded: async () => move(payment.amountCents, purseOf(propertyId, 'HELD'), EXTERNAL),
        failed: async () => move(centsOf(100), purseOf(propertyId, 'MAIN'), purseOf(propertyId, 'FEES')),
      });

  it('of several purses leave in one posting', async () => {
    const { paymentId, transactionId, propertyId } = await openProjectPayment(world);
    await end(paymentId, 'succeeded', settlesOf(propertyId));
    assert.deepEqual(await pursesOf(world, propertyId, ['MAIN', 'FEES', 'HELD']), [500, 150, 0]);
    assert.equal(await transactionOf(transactionId), 'CONFIRMED');
    const [posting, ...more] = await world.sql<{ step: string; type: string }>(
      'select step, type from ledger_posting where reference = $1',
      [paymentId],
    );
    assert.deepEqual([posting, more], [{ step: 'confirm', type: 'OWNER_SETTLEMENT' }, []]);
  });

  it('go back to each purse before what the room then makes of the refusal', async () => {
    const { paymentId, transactionId, propertyId } = await openProjectPayment(world, { MAIN: 1_500, FEES: 400 });
    // MAIN is empty until then.
    await end(paymentId, 'failed', settlesOf(propertyId));
    assert.deepEqual(await pursesOf(world, propertyId, ['MAIN', 'FEES', 'HELD']), [1_400, 500, 0]);
    assert.equal(await transactionOf(transactionId), 'FAILED');
  });
});

describe('a settlement', () => {
  it('that finds nothing waiting throws, and the payment keeps its state', async () => {
    const { paymentId, transactionId, customerId } = await openTransfer(world);
    await failTransaction(world, transactionId);
    await assert.rejects(execute(paymentId), /has no WAITING transaction/);
    assert.equal((await paymentOf(world, paymentId)).status, 'sent');
    assert.deepEqual(await walletCentsOf(world, customerId), [FUNDS_CENTS - PAID_CENTS, PAID_CENTS]);
  });

  it('that dies leaves nothing half done; the movement is settled by the next turn', async () => {
    const { paymentId, customerId } = await openTransfer(world);
    const deps = settlingFees(world);
    const dying = async () => Promise.reject(new Error('died'));
    await assert.rejects(executePayment(deps, paymentId, dying), /died/);
    assert.deepEqual(await walletCentsOf(world, customerId), [FUNDS_CENTS - PAID_CENTS, PAID_CENTS]);
    await endLeases(world, paymentId);
    assert.equal(await execute(paymentId), 'succeeded');
    assert.deepEqual(await movementsFrom(world, customerId), [PAID_CENTS]);
    assert.deepEqual(await walletCentsOf(world, customerId), [FUNDS_CENTS - PAID_CENTS, 0]);
  });
});

describe('the audit row', () => {
  /** Somebody who asked for a payment that is about another target. */
  async function audited(): Promise<PaymentAudit & { target: { type: string; id: string } }> {
    const { userId, email } = await signInAdministrator(world);
    const administrator = { administratorId: userId, email };
    return {
      kind: 'TEST_PAYMENT',
      administrator,
      target: { type: 'test', id: randomUUID() },
      payload: { amountCents: PAID_CENTS },
    };
  }
  const rowsOf = (id: string) =>
    world.sql<{ email: string; payload: unknown }>(
      'select administrator_email as email, payload from admin_action where target_id = $1',
      [id],
    );

  const ofPayment = (id: string) =>
    world.sql<{ email: string; payment: string | null }>(
      'select administrator_email as email, payment_id as payment from admin_action where target_id = $1',
      [id],
    );

  it('is written with the order, before the provider can have it, names the payment, and stays one', async () => {
    const audit = await audited();
    const { paymentId } = await openTransfer(world, { audit });
    const row = [{ email: audit.administrator.email, payload: { amountCents: PAID_CENTS } }];
    assert.deepEqual(await rowsOf(audit.target.id), row);
    assert.deepEqual(await ofPayment(audit.target.id), [{ email: audit.administrator.email, payment: paymentId }]);
    assert.equal(await execute(paymentId), 'succeeded');
    assert.deepEqual(await rowsOf(audit.target.id), row);
  });

  it('stays of a refused payment, whose state says that nothing moved', async () => {
    const audit = await audited();
    const { paymentId } = await openTransfer(world, { audit });
    await refuse();
    assert.equal(await execute(paymentId), 'failed');
    assert.deepEqual([(await rowsOf(audit.target.id)).length, (await paymentOf(world, paymentId)).status], [1, 'failed']);
  });

  it('is given once to an open payment that nobody was named for, to the first who asks again; not to an ended one', async () => {
    const [first, second] = [await audited(), await audited()];
    const { paymentId } = await openTransfer(world);
    const give = (audit: PaymentAudit) =>
      inTransaction(world.deps.db, (tx) => auditPayment(tx, paymentId, audit, world.deps.clock.now()));
    assert.deepEqual([await give(first), await give(second)], [true, true]);
    assert.equal(await execute(paymentId), 'succeeded');
    assert.equal(await give(second), false);
    assert.deepEqual(
      [await ofPayment(first.target.id), await ofPayment(second.target.id)],
      [[{ email: first.administrator.email, payment: paymentId }], []],
    );
  });
});
