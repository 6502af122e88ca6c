// The states of a payment as they are stored: what may work on it, what may stop it, and the sweep that forgets none.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { cancelOpenPayments, strayPayment } from '../../../test/support/money-states.ts';
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
import { inTransaction } from '../../core/db/transaction.ts';
import { executePayment } from './execute.ts';
import { sumPromisedFrom, sumSentFrom } from './open-payments.ts';
import { leasePayment, listIdlePayments, releaseLease } from './payment.ts';
import { cancelPayment } from './settle.ts';

let world: World;

before(async () => {
  world = await startWorld({ worker: false });
});
after(() => world.close());

const LONG_SECONDS = 60;
const cancel = (paymentId: string) => inTransaction(world.deps.db, (tx) => cancelPayment(tx, paymentId, world.deps.clock.now()));
const statusOf = async (transactionId: string) =>
  (await world.sql<{ status: string }>('select status from wallet_transaction where id = $1', [transactionId]))[0]?.status;

describe('the lease', () => {
  it('is one worker at a time, until it ends or is given back', async () => {
    const { paymentId } = await openTransfer(world);
    const tries = await Promise.all([1, 2, 3, 4].map(() => leasePayment(world.deps.db, paymentId, LONG_SECONDS)));
    assert.equal(tries.filter(Boolean).length, 1);
    assert.equal((await paymentOf(world, paymentId)).status, 'sent');
    assert.equal(await leasePayment(world.deps.db, paymentId, LONG_SECONDS), undefined);
    await releaseLease(world.deps.db, { id: paymentId, attempts: 1 });
    assert.equal((await leasePayment(world.deps.db, paymentId, 0))?.attempts, 2);
    assert.equal((await leasePayment(world.deps.db, paymentId, LONG_SECONDS))?.attempts, 3);
  });

  it('is not given for a payment that has ended', async () => {
    const { paymentId } = await openTransfer(world);
    await cancel(paymentId);
    assert.equal(await leasePayment(world.deps.db, paymentId, LONG_SECONDS), undefined);
  });
});

describe('cancelPayment', () => {
  it('stops what nobody has taken: canceled with its transaction, the money free, no movement ever', async () => {
    const { paymentId, transactionId, customerId } = await openTransfer(world);
    assert.deepEqual(await walletCentsOf(world, customerId), [FUNDS_CENTS - PAID_CENTS, PAID_CENTS]);
    assert.equal(await cancel(paymentId), true);
    assert.deepEqual(await walletCentsOf(world, customerId), [FUNDS_CENTS, 0]);
    assert.deepEqual([(await paymentOf(world, paymentId)).status, await statusOf(transactionId)], ['canceled', 'CANCELED']);
    assert.equal(await executePayment(settlingFees(world), paymentId), 'closed');
    assert.deepEqual(await movementsFrom(world, customerId), []);
    assert.equal(await cancel(paymentId), false);
    assert.deepEqual(await walletCentsOf(world, customerId), [FUNDS_CENTS, 0]);
  });

  it('gives a project back what came out of several purses, each its own', async () => {
    const { paymentId, propertyId } = await openProjectPayment(world);
    assert.deepEqual(await pursesOf(world, propertyId, ['MAIN', 'FEES', 'HELD']), [500, 150, 1_250]);
    assert.equal(await cancel(paymentId), true);
    assert.deepEqual(await pursesOf(world, propertyId, ['MAIN', 'FEES', 'HELD']), [1_500, 400, 0]);
  });

  it('does not take what a worker has taken', async () => {
    const { paymentId, transactionId, customerId } = await openTransfer(world);
    await leasePayment(world.deps.db, paymentId, LONG_SECONDS);
    assert.equal(await cancel(paymentId), false);
    assert.deepEqual([(await paymentOf(world, paymentId)).status, await statusOf(transactionId)], ['sent', 'WAITING']);
    assert.deepEqual(await walletCentsOf(world, customerId), [FUNDS_CENTS - PAID_CENTS, PAID_CENTS]);
  });

  it('and the worker at once: one of them has it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { paymentId, customerId } = await openTransfer(world);
      const [stopped, executed] = await Promise.all([cancel(paymentId), executePayment(settlingFees(world), paymentId)]);
      assert.deepEqual([stopped, executed], stopped ? [true, 'closed'] : [false, 'succeeded']);
      assert.equal((await movementsFrom(world, customerId)).length, stopped ? 0 : 1);
    }
  });
});

describe('open payments', () => {
  it('count in what an account has promised, and in what may have left it, until they end', async () => {
    const sumsOf = async (accountId: string) => [
      await inTransaction(world.deps.db, (tx) => sumPromisedFrom(tx, accountId)),
      await sumSentFrom(world.deps.db, accountId),
    ];
    const { paymentId, customerId } = await openTransfer(world);
    assert.deepEqual(await sumsOf(customerId), [PAID_CENTS, 0]);
    await leasePayment(world.deps.db, paymentId, 0);
    assert.deepEqual(await sumsOf(customerId), [PAID_CENTS, PAID_CENTS]);
    assert.equal(await executePayment(settlingFees(world), paymentId), 'succeeded');
    assert.deepEqual(await sumsOf(customerId), [0, 0]);
  });
});

describe('the sweep', () => {
  it('takes those first that were looked at least, then the oldest, and goes on behind one that cannot be settled', async () => {
    await cancelOpenPayments(world);
    const waiting = await strayPayment(world, { attempts: 900, at: '2026-11-01T10:00:00Z' });
    const newer = await strayPayment(world, { attempts: 1, at: '2026-11-20T11:00:00Z' });
    const older = await strayPayment(world, { attempts: 1, at: '2026-11-20T10:00:00Z' });
    assert.deepEqual(await listIdlePayments(world.deps.db, 2), [older, newer]);
    assert.deepEqual(await listIdlePayments(world.deps.db, 3), [older, newer, waiting]);
    // The provider refuses a repeated payment of nobody; once the margin is over that is its end, and no withdrawal has this fee.
    const report = await world.until(async () => {
      const seen = await world.runJob<{ open: number; broken: number }>('wallet-transactions');
      return seen.broken === 3 && seen;
    }, 'the refusals to be final');
    assert.equal(report.open, 3);
  });
});
