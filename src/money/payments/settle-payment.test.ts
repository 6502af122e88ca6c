// A payment ends: once, with everything in the transaction of its outcome, or not at all.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { signInAdministrator } from '../../../test/support/actors.ts';
import { dropLease, failTransaction } from '../../../test/support/money-states.ts';
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
import { executePayment } from './execute-payment.ts';
import { endPayment, leasePayment, type PaymentAudit, type PaymentOutcome, type Settlement } from './payment.ts';
import { auditPayment, renamePaymentAudit, settle, writePaymentAudit } from './settle-payment.ts';

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
    await dropLease(world, paymentId);
    assert.equal(await execute(paymentId), 'succeeded');
    assert.deepEqual(await movementsFrom(world, customerId), [PAID_CENTS]);
    assert.deepEqual(await walletCentsOf(world, customerId), [FUNDS_CENTS - PAID_CENTS, 0]);
  });
});

describe('the audit row', () => {
  /** Somebody who asked for a payment that is about a target of its own. */
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

  it('is written when the money has moved, once', async () => {
    const audit = await audited();
    const { paymentId } = await openTransfer(world, { audit });
    assert.deepEqual(await rowsOf(audit.target.id), []);
    assert.equal(await execute(paymentId), 'succeeded');
    await inTransaction(world.deps.db, (tx) => writePaymentAudit(tx, paymentId, world.deps.clock.now()));
    assert.deepEqual(await rowsOf(audit.target.id), [{ email: audit.administrator.email, payload: { amountCents: PAID_CENTS } }]);
  });

  it('is not written of a refused payment, and forgotten with it', async () => {
    const audit = await audited();
    const { paymentId } = await openTransfer(world, { audit });
    await refuse();
    assert.equal(await execute(paymentId), 'failed');
    assert.deepEqual([await rowsOf(audit.target.id), (await paymentOf(world, paymentId)).audit], [[], null]);
  });

  it('may be written before the end, by a request that answers earlier; the settlement adds none', async () => {
    const audit = await audited();
    const { paymentId } = await openTransfer(world, { audit });
    const write = () => inTransaction(world.deps.db, (tx) => writePaymentAudit(tx, paymentId, world.deps.clock.now()));
    await Promise.all([write(), write(), write()]);
    assert.equal(await execute(paymentId), 'succeeded');
    assert.equal((await rowsOf(audit.target.id)).length, 1);
  });

  it('names the last one who asked for the open payment, and nobody once it was written', async () => {
    const [first, second, third] = [await audited(), await audited(), await audited()];
    const { paymentId } = await openTransfer(world, { audit: first });
    const rename = ({ administrator }: PaymentAudit) =>
      inTransaction(world.deps.db, (tx) => renamePaymentAudit(tx, paymentId, { ...first, administrator }));
    await rename(second);
    assert.equal(await execute(paymentId), 'succeeded');
    await rename(third);
    assert.deepEqual(
      [await rowsOf(first.target.id), (await paymentOf(world, paymentId)).audit],
      [[{ email: second.administrator.email, payload: { amountCents: PAID_CENTS } }], null],
    );
  });

  it('may be given to an open payment that nobody was named for; to an ended one no more', async () => {
    const audit = await audited();
    const { paymentId } = await openTransfer(world);
    const give = () => inTransaction(world.deps.db, (tx) => auditPayment(tx, paymentId, audit));
    assert.equal(await give(), true);
    assert.equal(await execute(paymentId), 'succeeded');
    assert.equal(await give(), false);
    assert.deepEqual([(await rowsOf(audit.target.id)).length, (await paymentOf(world, paymentId)).audit], [1, null]);
  });
});
