// Purchases that still wait when they are cancelled or the funding closes. No worker: the tests decide when an order is sent.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Investor, openFunding, signInAdministrator, verifiedInvestor } from '../../../../test/support/actors.ts';
import { addBricks, contractIs } from '../../../../test/support/property-states.ts';
import { ledgerCents, mailsWritten } from '../../../../test/support/readers.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { lockProperty } from '../../projects/project-life/index.ts';
import { declineWaitingPurchases } from './decline-waiting-purchases.ts';

type Purchase = { id: string; status: string; transactionId: string; refundTransactionId: string | null };
type Wallet = { availableCents: number; heldCents: number; balanceCents: number };
type Funding = { propertyId: PropertyId; spvId: SpvId; accountId: string };

let world: World;
let buyer: Investor;
let funding: Funding;

before(async () => {
  world = await startWorld({ worker: false });
});
after(() => world.close());
afterEach(async () => {
  await world.control('DELETE', '/faults');
  const proof = await world.runJob<{ ok: boolean }>('ledger-proof', { dryRun: true });
  assert.ok(proof.ok, JSON.stringify(proof));
});

const send = () => world.runJob<Record<string, number>>('wallet-transactions');
const cancel = (id: string) => buyer.client.delete(`/customers/purchases/${id}`);
const purchase = async (id: string) =>
  expectStatus(await buyer.client.get<{ items: Purchase[] }>('/customers/purchases'), 200).body.items.find(
    (one) => one.id === id,
  );
const wallet = async () => expectStatus(await buyer.client.get<Wallet>('/customers/wallet'), 200).body;
const status = async (id: string | null | undefined) =>
  (await world.sql<{ status: string }>('select status from wallet_transaction where id = $1', [id]))[0]?.status;
const mailedReasons = async () =>
  (await mailsWritten<{ reason: string }>(world, 'primary-purchase-canceled', buyer.email)).map(({ reason }) => reason);
const balanceOf = async (accountId: string) =>
  (await world.control<{ balanceCents: number }>('GET', `/accounts/${accountId}`)).balanceCents;
const decline = () =>
  inTransaction(world.deps.db, async (tx) => {
    await lockProperty(tx, funding.propertyId);
    return declineWaitingPurchases(tx, { jobs: world.deps.jobs }, funding.propertyId, world.deps.clock.now());
  });

/** A purchase of 2 000 cents out of 5 000 whose order nobody has sent. */
async function unsent(): Promise<Purchase> {
  buyer = await verifiedInvestor(world, { fundsCents: 5_000 });
  funding = await openFunding(world, { bricks: 2 });
  const answer = await buyer.client.post<Purchase>(`/properties/${funding.propertyId}/purchase`, { amount: 2 });
  return expectStatus(answer, 201).body;
}

/** The same, sent and pending at the provider; gives the provider's id too. */
async function pending(): Promise<Purchase & { paymentId: number }> {
  await send(); // The fault is for this order, not for one that an earlier test left.
  const bought = await unsent();
  await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'pending', times: 1 });
  await send();
  const [order] = await world.sql<{ id: number }>('select provider_payment_id as id from payment_order where subject_id = $1', [
    bought.id,
  ]);
  return { ...bought, paymentId: order?.id ?? 0 };
}

const HELD = { availableCents: 3_000, heldCents: 2_000, balanceCents: 5_000 };
const FREE = { availableCents: 5_000, heldCents: 0, balanceCents: 5_000 };

describe('cancelling a purchase that waits', () => {
  it('not sent: the payment never happens', async () => {
    const { id, transactionId } = await unsent();
    assert.deepEqual(await wallet(), HELD);
    expectStatus(await cancel(id), 200);
    assert.deepEqual(await wallet(), FREE);
    assert.equal((await purchase(id))?.status, 'canceled');
    assert.equal(await status(transactionId), 'CANCELED');
    assert.deepEqual(await mailedReasons(), ['investor']);
    assert.equal((await send()).open, 0);
    assert.equal(await balanceOf(funding.accountId), 0);
    assert.equal((await purchase(id))?.refundTransactionId, null);
  });
  it('sent, and the provider moves the money: confirmed to COLLECT, then refunded', async () => {
    const { id, transactionId, paymentId } = await pending();
    expectStatus(await cancel(id), 200);
    assert.deepEqual(await wallet(), HELD);
    assert.deepEqual(await mailedReasons(), []);
    await world.control('POST', `/p2p/${paymentId}/complete`);
    await send();
    assert.equal(await status(transactionId), 'CONFIRMED');
    assert.deepEqual(await wallet(), { availableCents: 3_000, heldCents: 0, balanceCents: 3_000 });
    const { refundTransactionId } = (await purchase(id)) ?? {};
    assert.equal(await status(refundTransactionId), 'WAITING');
    await send();
    assert.equal(await status(refundTransactionId), 'CONFIRMED');
    assert.deepEqual(await wallet(), FREE);
    assert.equal(await balanceOf(buyer.customerId), 5_000);
    assert.equal((await purchase(id))?.status, 'canceled');
    assert.deepEqual(await mailedReasons(), ['investor']);
  });
  it('sent, and the provider refuses: the hold is released, no refund', async () => {
    const { id, transactionId, paymentId } = await pending();
    expectStatus(await cancel(id), 200);
    await world.control('POST', `/p2p/${paymentId}/fail`);
    await send();
    assert.equal(await status(transactionId), 'FAILED');
    assert.deepEqual(await wallet(), FREE);
    const canceled = await purchase(id);
    assert.deepEqual([canceled?.status, canceled?.refundTransactionId], ['canceled', null]);
    assert.deepEqual(await mailedReasons(), ['investor']);
  });
  it('its bricks can be bought at once', async () => {
    const { id } = await pending();
    const again = () => buyer.client.post(`/properties/${funding.propertyId}/purchase`, { amount: 2 });
    expectCode(await again(), 400, 'primary-purchase.not-enough-bricks');
    expectStatus(await cancel(id), 200);
    expectStatus(await again(), 201);
  });
});

describe('declineWaitingPurchases', () => {
  it('not sent: declined, the hold released, a mail', async () => {
    const { id, transactionId } = await unsent();
    assert.equal(await decline(), 1);
    assert.equal((await purchase(id))?.status, 'declined');
    assert.equal(await status(transactionId), 'CANCELED');
    assert.deepEqual(await wallet(), FREE);
    assert.deepEqual(await mailedReasons(), ['not-confirmed']);
    assert.equal(await decline(), 0);
  });
  it('sent: declined, the hold stays until the provider has moved the money, then a refund', async () => {
    const { id, paymentId } = await pending();
    assert.equal(await decline(), 1);
    assert.deepEqual(await wallet(), HELD);
    await world.control('POST', `/p2p/${paymentId}/complete`);
    await send();
    await send();
    assert.equal((await purchase(id))?.status, 'declined');
    assert.deepEqual(await wallet(), FREE);
    assert.equal(await balanceOf(funding.accountId), 0);
    assert.deepEqual(await mailedReasons(), ['not-confirmed']);
  });
  it('leaves confirmed purchases and other properties alone', async () => {
    const other = await unsent();
    await send();
    const otherBuyer = buyer;
    await unsent();
    assert.equal(await decline(), 1);
    buyer = otherBuyer;
    assert.equal((await purchase(other.id))?.status, 'confirmed');
  });
});

describe('the closing of a funding', () => {
  it('takes what confirmed purchases brought; refunds and late payments pass through COLLECT', async () => {
    const canceler = await pending();
    const person = buyer;
    await world.control('POST', `/p2p/${canceler.paymentId}/complete`);
    await contractIs(world, funding.propertyId, { totalBricks: 6 });
    await addBricks(world, funding.propertyId, 3, 6);
    await send();
    expectStatus(await cancel(canceler.id), 200);
    const hold = () => world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'pending', times: 1 });
    await hold();
    await send();
    const buyHere = async (amount: number) => {
      const investor = await verifiedInvestor(world, { fundsCents: 5_000 });
      expectStatus(await investor.client.post(`/properties/${funding.propertyId}/purchase`, { amount }), 201);
      return investor;
    };
    await buyHere(4);
    await send();
    const late = await buyHere(2);
    await hold();
    await send();
    assert.equal(await collected(), 6_000);

    await world.moveClock({ advance: 'P6D' });
    const administrator = await signInAdministrator(world);
    expectStatus(await administrator.client.post(`/administration/property/${funding.propertyId}/funding/end/success`), 201);
    assert.equal(await collected(), 2_000);
    for (const { id } of await openTransfers()) await world.control('POST', `/p2p/${id}/complete`);
    await send();
    await send();
    assert.equal(await collected(), 0);
    assert.equal(await balanceOf(funding.accountId), 4_000);
    for (const investor of [person, late]) {
      buyer = investor;
      assert.deepEqual(await wallet(), FREE);
    }
    assert.deepEqual(await mailedReasons(), ['not-confirmed']);
  });

  const collected = () => ledgerCents(world, `PRO:${funding.propertyId}:COLLECT`);
  const openTransfers = () =>
    world.sql<{ id: string }>(
      `select provider_payment_id as id from payment_order where status = 'sent' and provider_payment_id is not null`,
    );
});

describe('the job of a canceled order', () => {
  it('finds nothing to do and is not retried', async () => {
    const { id } = await unsent();
    expectStatus(await cancel(id), 200);
    const [order] = await world.sql<{ id: string }>('select id from payment_order where subject_id = $1', [id]);
    const worker = await world.another({ api: false, worker: true });
    const [job] = await world.until(async () => {
      const rows = await world.sql<{ state: string; retry_count: number }>(
        `select state, retry_count from pgboss.job where name = 'execute-payment-order' and data ->> 'orderId' = $1 and state not in ('created', 'active')`,
        [order?.id],
      );
      return rows.length > 0 && rows;
    }, 'the job ran');
    assert.deepEqual(job, { state: 'completed', retry_count: 0 });
    assert.ok(worker);
    assert.equal(await balanceOf(funding.accountId), 0);
  });
});
