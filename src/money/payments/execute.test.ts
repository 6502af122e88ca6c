// One payment at the provider, which answers, refuses, lets wait, stays silent or moves the money late: one movement, one end.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import {
  FUNDS_CENTS,
  movementsFrom,
  openTransfer,
  PAID_CENTS,
  paymentOf,
  settlingFees,
  walletCentsOf,
} from '../../../test/support/payment-actors.ts';
import { startWorld, type World } from '../../../test/support/world.ts';
import type { CustomerId } from '../../core/db/tables.ts';
import { inTransaction } from '../../core/db/transaction.ts';
import { carryOutPayment, executePayment } from './execute.ts';
import { isResendDelayOver } from './payment.ts';
import { cancelPayment } from './settle.ts';

const MARGIN_SECONDS = 1;
const PENDING_WAIT_MS = 600;

let world: World;

before(async () => {
  const settings = {
    PROVIDER_RESEND_AFTER_SECONDS: String(MARGIN_SECONDS),
    PROVIDER_TIMEOUT_MS: '700',
    PROVIDER_PENDING_WAIT_MS: String(PENDING_WAIT_MS),
  };
  world = await startWorld({ worker: false, settings });
});
after(() => world.close());
afterEach(() => world.control('DELETE', '/faults'));

const fault = (
  mode: string,
  options: { route?: string; times?: number; latencyMs?: number; afterSeconds?: number; code?: number } = {},
) => world.control('POST', '/faults', { route: 'POST /v2/p2p', times: 1, mode, ...options });
const execute = (paymentId: string) => executePayment(settlingFees(world), paymentId);
const carryOut = (paymentId: string, options?: Parameters<typeof carryOutPayment>[2]) =>
  carryOutPayment(settlingFees(world), paymentId, options);
const marginOver = (paymentId: string) =>
  world.until(() => isResendDelayOver(world.deps.db, paymentId, MARGIN_SECONDS), 'the margin after the last call');
const endPending = async (paymentId: string, end: 'complete' | 'fail') => {
  const [row] = await world.sql<{ id: string }>('select provider_payment_id as id from payment where id = $1', [paymentId]);
  await world.control('POST', `/p2p/${row?.id}/${end}`);
};

async function assertPaid({ paymentId, customerId }: { paymentId: string; customerId: CustomerId }): Promise<void> {
  assert.equal((await paymentOf(world, paymentId)).status, 'succeeded');
  assert.deepEqual(await movementsFrom(world, customerId), [PAID_CENTS]);
  assert.deepEqual(await walletCentsOf(world, customerId), [FUNDS_CENTS - PAID_CENTS, 0]);
  const postings = await world.sql('select from ledger_posting where reference = $1', [paymentId]);
  assert.equal(postings.length, 1);
}

async function assertNotPaid({ paymentId, customerId }: { paymentId: string; customerId: CustomerId }, reason: RegExp) {
  const { status, failure } = await paymentOf(world, paymentId);
  assert.equal(status, 'failed');
  assert.match(failure ?? '', reason);
  assert.deepEqual(await walletCentsOf(world, customerId), [FUNDS_CENTS, 0]);
}

describe('a first call', () => {
  it('that is answered settles it, once', async () => {
    const payment = await openTransfer(world);
    assert.equal(await execute(payment.paymentId), 'succeeded');
    assert.equal(await execute(payment.paymentId), 'closed');
    await assertPaid(payment);
  });

  it('that is refused ends it at once', async () => {
    const payment = await openTransfer(world);
    await fault('error-in-200');
    assert.equal(await execute(payment.paymentId), 'failed');
    await assertNotPaid(payment, /./);
    assert.deepEqual(await movementsFrom(world, payment.customerId), []);
    assert.equal(await execute(payment.paymentId), 'closed');
  });

  it('out of a blocked wallet says so', async () => {
    const payment = await openTransfer(world);
    await world.control('PUT', `/accounts/${payment.customerId}/blocked`, { blocked: true });
    assert.equal(await execute(payment.paymentId), 'failed');
    await assertNotPaid(payment, /^account-blocked: /);
  });

  it('has the payment for itself', async () => {
    const payment = await openTransfer(world);
    await fault('latency', { latencyMs: 300 });
    const both = await Promise.all([execute(payment.paymentId), execute(payment.paymentId)]);
    assert.deepEqual(both.toSorted(), ['busy', 'succeeded']);
    await assertPaid(payment);
  });
});

describe('silence', () => {
  it('after the effect: the movement is found by its reference, and nothing is sent again', async () => {
    const payment = await openTransfer(world);
    await fault('timeout-after');
    assert.equal(await execute(payment.paymentId), 'unknown');
    assert.equal(await execute(payment.paymentId), 'succeeded');
    await assertPaid(payment);
    assert.equal((await paymentOf(world, payment.paymentId)).sends, 1);
  });

  it('without effect: looked up until the margin is over, then sent again, and watched from then on', async () => {
    const payment = await openTransfer(world);
    await fault('http-500');
    assert.equal(await execute(payment.paymentId), 'unknown');
    for (let look = 0; look < 3; look += 1) assert.equal(await execute(payment.paymentId), 'unknown');
    const { sends, isWatched } = await paymentOf(world, payment.paymentId);
    assert.deepEqual([sends, isWatched], [1, false]);
    await marginOver(payment.paymentId);
    assert.equal(await execute(payment.paymentId), 'succeeded');
    await assertPaid(payment);
    const repeated = await paymentOf(world, payment.paymentId);
    assert.deepEqual([repeated.sends, repeated.isWatched], [2, true]);
  });

  it('of the look-up too: nothing is sent', async () => {
    const payment = await openTransfer(world);
    await fault('http-500');
    await execute(payment.paymentId);
    await marginOver(payment.paymentId);
    await fault('http-500', { route: 'GET /v2/p2p' });
    assert.equal(await execute(payment.paymentId), 'unknown');
    assert.equal((await paymentOf(world, payment.paymentId)).sends, 1);
    assert.equal(await execute(payment.paymentId), 'succeeded');
    await assertPaid(payment);
  });

  it('and the money moves within the margin: adopted', async () => {
    const payment = await openTransfer(world);
    await fault('late-effect', { afterSeconds: 0.5 });
    assert.equal(await execute(payment.paymentId), 'unknown');
    await world.until(async () => (await execute(payment.paymentId)) === 'succeeded', 'the movement to be found');
    await assertPaid(payment);
    assert.equal((await paymentOf(world, payment.paymentId)).sends, 1);
  });
});

describe('the refusal of a repeated call', () => {
  /** Sent twice: silence without effect, then a refusal. */
  async function refusedTwice(first: Parameters<typeof fault>) {
    const payment = await openTransfer(world);
    await fault(...first);
    assert.equal(await execute(payment.paymentId), 'unknown');
    await marginOver(payment.paymentId);
    await fault('error-in-200');
    assert.equal(await execute(payment.paymentId), 'unknown');
    const { status, sends, refusal } = await paymentOf(world, payment.paymentId);
    assert.deepEqual([status, sends, refusal !== null], ['sent', 2, true]);
    return payment;
  }

  it('is final only after its own margin', async () => {
    const payment = await refusedTwice(['http-500']);
    assert.equal(await execute(payment.paymentId), 'unknown');
    await marginOver(payment.paymentId);
    assert.equal(await execute(payment.paymentId), 'failed');
    await assertNotPaid(payment, /./);
    assert.deepEqual(await movementsFrom(world, payment.customerId), []);
    assert.equal((await paymentOf(world, payment.paymentId)).sends, 2);
  });

  it('is none when the first call takes effect within that margin', async () => {
    const payment = await refusedTwice(['late-effect', { afterSeconds: 1.5 }]);
    await world.until(async () => (await execute(payment.paymentId)) === 'succeeded', 'the movement to be found');
    await assertPaid(payment);
  });
});

describe('pending', () => {
  it('stays open under its number, is looked up by it, and ends as the provider says', async () => {
    const payment = await openTransfer(world);
    await fault('pending');
    assert.equal(await execute(payment.paymentId), 'pending');
    assert.equal(await execute(payment.paymentId), 'pending');
    const { status, isTaken, sends } = await paymentOf(world, payment.paymentId);
    assert.deepEqual([status, isTaken, sends], ['sent', true, 1]);
    assert.deepEqual(await walletCentsOf(world, payment.customerId), [FUNDS_CENTS - PAID_CENTS, PAID_CENTS]);
    await endPending(payment.paymentId, 'complete');
    assert.equal(await execute(payment.paymentId), 'succeeded');
    await assertPaid(payment);
  });

  it('then refused: the hold is given back', async () => {
    const payment = await openTransfer(world);
    await fault('pending');
    await execute(payment.paymentId);
    await endPending(payment.paymentId, 'fail');
    assert.equal(await execute(payment.paymentId), 'failed');
    await assertNotPaid(payment, /^the provider reports /);
  });

  it('and not known any more: what exists cannot be absent, nothing is sent again', async () => {
    const payment = await openTransfer(world);
    await fault('pending');
    await execute(payment.paymentId);
    await marginOver(payment.paymentId);
    // The provider's words for a search without a match.
    await fault('error-in-200', { route: 'GET /v2/p2p', code: 143 });
    assert.equal(await execute(payment.paymentId), 'unknown');
    assert.equal((await paymentOf(world, payment.paymentId)).sends, 1);
    await endPending(payment.paymentId, 'complete');
    assert.equal(await execute(payment.paymentId), 'succeeded');
    await assertPaid(payment);
  });
});

describe('carryOutPayment', () => {
  it('of two requests: both know the end, one of them did it', async () => {
    const payment = await openTransfer(world);
    await fault('latency', { latencyMs: 200 });
    const both = await Promise.all([carryOut(payment.paymentId), carryOut(payment.paymentId)]);
    assert.deepEqual(
      both.map(({ result }) => result),
      ['succeeded', 'succeeded'],
    );
    assert.equal(both.filter(({ byOthers }) => byOthers).length, 1);
    await assertPaid(payment);
  });

  it('waits a moment for a pending transfer, and answers with its end', async () => {
    const payment = await openTransfer(world);
    await fault('pending');
    const carried = carryOut(payment.paymentId);
    await world.until(async () => (await paymentOf(world, payment.paymentId)).isTaken, 'the transfer to be pending');
    await endPending(payment.paymentId, 'complete');
    assert.deepEqual(await carried, { result: 'succeeded', byOthers: false });
    await assertPaid(payment);
  });

  it('answers pending when it stays so; the payment is free for the worker', async () => {
    const payment = await openTransfer(world);
    await fault('pending');
    assert.deepEqual(await carryOut(payment.paymentId), { result: 'pending', byOthers: false });
    assert.ok((await paymentOf(world, payment.paymentId)).attempts > 1, 'it was read again');
    await endPending(payment.paymentId, 'complete');
    assert.equal(await execute(payment.paymentId), 'succeeded');
    await assertPaid(payment);
  });

  it('does not wait for a bank', async () => {
    const payment = await openTransfer(world);
    await fault('pending');
    assert.deepEqual(await carryOut(payment.paymentId, { isPayOut: true }), { result: 'pending', byOthers: false });
    assert.equal((await paymentOf(world, payment.paymentId)).attempts, 1);
  });

  it('answers unknown after silence', async () => {
    const payment = await openTransfer(world);
    await fault('timeout-before');
    assert.deepEqual(await carryOut(payment.paymentId), { result: 'unknown', byOthers: false });
    assert.equal((await paymentOf(world, payment.paymentId)).status, 'sent');
  });

  it('stays pending when the provider has it and is silent since', async () => {
    const payment = await openTransfer(world);
    await fault('pending');
    await fault('http-500', { route: 'GET /v2/p2p', times: 9 });
    assert.deepEqual(await carryOut(payment.paymentId), { result: 'pending', byOthers: false });
  });

  it('with waitOnly leaves the first attempt to the request that began it', async () => {
    const payment = await openTransfer(world);
    await fault('latency', { latencyMs: 200 });
    const waiting = carryOut(payment.paymentId, { waitOnly: true });
    assert.deepEqual(await carryOut(payment.paymentId), { result: 'succeeded', byOthers: false });
    assert.deepEqual(await waiting, { result: 'succeeded', byOthers: true });
    await assertPaid(payment);
  });

  it('with waitOnly takes over what was left without an answer', async () => {
    const payment = await openTransfer(world);
    await fault('timeout-after');
    await execute(payment.paymentId);
    assert.deepEqual(await carryOut(payment.paymentId, { waitOnly: true }), { result: 'succeeded', byOthers: false });
    await assertPaid(payment);
  });

  it('shows a canceled payment as failed', async () => {
    const { paymentId, customerId } = await openTransfer(world);
    await inTransaction(world.deps.db, (tx) => cancelPayment(tx, paymentId, world.deps.clock.now()));
    assert.deepEqual(await carryOut(paymentId), { result: 'failed', byOthers: true });
    assert.deepEqual(await movementsFrom(world, customerId), []);
  });
});
