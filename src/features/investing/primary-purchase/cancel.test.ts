// Purchases that are canceled, or still wait when the funding closes: window, refund, races.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Investor, openFunding, signInAdministrator, verifiedInvestor } from '../../../../test/support/actors.ts';
import { customerIs } from '../../../../test/support/customer-states.ts';
import { assertSoundLedger } from '../../../../test/support/ledger-proof.ts';
import { addBricks, contractIs, propertyIs } from '../../../../test/support/property-states.ts';
import { ledgerCents, mailsWritten, readChat, walletOf } from '../../../../test/support/readers.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { lockProperty } from '../../projects/project-life/index.ts';
import { declineWaitingPurchases } from './cancel.ts';

describe('confirmed purchases', () => {
  type Purchase = { id: string; status: string; windowEnd: string; refundTransactionId: string | null };
  type Funding = { propertyId: PropertyId; spvId: SpvId; accountId: string };

  let world: World;

  before(async () => {
    world = await startWorld();
  });
  after(() => world.close());
  afterEach(async () => {
    await world.control('DELETE', '/faults');
    await assertSoundLedger(world);
  });

  const buy = async (by: Investor, funding: Funding, amount: number) =>
    expectStatus(await by.client.post<Purchase>(`/properties/${funding.propertyId}/purchase`, { amount }), 201).body;
  const cancel = (by: Investor, id: string) => by.client.delete(`/customers/purchases/${id}`);
  const purchaseOf = async (of: Investor, id: string) =>
    expectStatus(await of.client.get<{ items: Purchase[] }>('/customers/purchases'), 200).body.items.find((one) => one.id === id);
  const transactionStatus = async (id: string | null | undefined) =>
    (await world.sql<{ status: string }>('select status from wallet_transaction where id = $1', [id]))[0]?.status;
  const providerBalance = async (accountId: string) =>
    (await world.control<{ balanceCents: number }>('GET', `/accounts/${accountId}`)).balanceCents;
  const collected = (propertyId: PropertyId) => ledgerCents(world, `PRO:${propertyId}:COLLECT`);
  const soldBricks = async (propertyId: PropertyId) =>
    (
      await world.sql<{ count: number }>(
        'select count(*)::integer as count from brick where property_id = $1 and owner_customer_id is not null',
        [propertyId],
      )
    )[0]?.count;
  const noOpenOrder = () =>
    world.until(
      async () => (await world.sql(`select from payment where status in ('created', 'sent')`)).length === 0,
      'every payment order is settled',
    );

  async function confirmed(by: Investor, funding: Funding, amount: number): Promise<Purchase> {
    const { id } = await buy(by, funding, amount);
    return world.until(async () => {
      const found = await purchaseOf(by, id);
      return found?.status === 'confirmed' && found;
    }, 'the purchase is confirmed');
  }

  describe('DELETE /customers/purchases/:purchaseId', () => {
    it('returns the bricks at once and the money through a refund, and mails', async () => {
      const buyer = await verifiedInvestor(world, { fundsCents: 10_000 });
      const funding = await openFunding(world, { bricks: 8 });
      const { id } = await confirmed(buyer, funding, 8);
      const answer = expectStatus(await cancel(buyer, id), 200);
      assert.equal(answer.text, '');
      assert.equal(await soldBricks(funding.propertyId), 0);
      const canceled = await purchaseOf(buyer, id);
      assert.equal(canceled?.status, 'canceled');
      await world.until(
        async () => (await transactionStatus(canceled?.refundTransactionId)) === 'CONFIRMED',
        'the refund is confirmed',
      );
      assert.deepEqual(await walletOf(buyer), { availableCents: 10_000, heldCents: 0, balanceCents: 10_000 });
      assert.equal(await collected(funding.propertyId), 0);
      assert.equal(await providerBalance(buyer.customerId), 10_000);
      assert.equal(await providerBalance(funding.accountId), 0);
      await world.until(
        async () => (await world.mails(buyer.email)).some(({ text }) => /Comme vous l’avez demandé/.test(text)),
        'the mail of the cancellation',
      );
      const other = await verifiedInvestor(world, { fundsCents: 8_000 });
      await confirmed(other, funding, 8);
    });
    it('the reply of the refund is lost: the money comes back once', async () => {
      const buyer = await verifiedInvestor(world, { fundsCents: 3_000 });
      const funding = await openFunding(world, { bricks: 5 });
      const { id } = await confirmed(buyer, funding, 2);
      const stays = await verifiedInvestor(world, { fundsCents: 3_000 });
      await confirmed(stays, funding, 3);
      await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'timeout-after', times: 1 });
      expectStatus(await cancel(buyer, id), 200);
      await noOpenOrder();
      assert.equal(await providerBalance(buyer.customerId), 3_000);
      assert.equal(await providerBalance(funding.accountId), 3_000);
      assert.equal(await collected(funding.propertyId), 3_000);
      assert.equal((await walletOf(buyer)).availableCents, 3_000);
    });
    it('the refund is refused for good: FAILED, the money stays in COLLECT, an alert', async () => {
      const buyer = await verifiedInvestor(world, { fundsCents: 2_000 });
      const funding = await openFunding(world, { bricks: 2 });
      const { id } = await confirmed(buyer, funding, 2);
      await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'error-in-200', times: 1, code: 168 });
      expectStatus(await cancel(buyer, id), 200);
      await noOpenOrder();
      assert.equal(await transactionStatus((await purchaseOf(buyer, id))?.refundTransactionId), 'FAILED');
      assert.equal(await collected(funding.propertyId), 2_000);
      assert.equal(await soldBricks(funding.propertyId), 0);
      await world.until(async () => {
        const messages = await readChat(world);
        return messages.some(({ channel, text }) => channel === 'internal-alerts' && text.includes(id));
      }, 'the alert');
    });
    it('twice -> 400 primary-purchase.not-cancelable', async () => {
      const buyer = await verifiedInvestor(world, { fundsCents: 2_000 });
      const { id } = await confirmed(buyer, await openFunding(world, { bricks: 2 }), 2);
      const answers = await Promise.all([cancel(buyer, id), cancel(buyer, id), cancel(buyer, id)]);
      assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 400, 400]);
      for (const answer of answers) if (answer.status === 400) expectCode(answer, 400, 'primary-purchase.not-cancelable');
      expectCode(await cancel(buyer, id), 400, 'primary-purchase.not-cancelable');
      await noOpenOrder();
      assert.deepEqual(await walletOf(buyer), { availableCents: 2_000, heldCents: 0, balanceCents: 2_000 });
      const refunds = await world.sql(`select from payment where subject_id = $1 and purpose = 'primary-purchase-refund'`, [id]);
      assert.equal(refunds.length, 1);
    });
    it('at the moment of the settlement: canceled and whole again, whoever comes first', async () => {
      const funding = await openFunding(world, { bricks: 60 });
      const buyers = await Promise.all(Array.from({ length: 6 }, () => verifiedInvestor(world, { fundsCents: 5_000 })));
      await Promise.all(
        buyers.map(async (buyer, index) => {
          const { id } = await buy(buyer, funding, 5);
          // Some at once, some in the middle of the provider's call, some after.
          for (let asked = 0; asked < index; asked += 1) await purchaseOf(buyer, id);
          expectStatus(await cancel(buyer, id), 200);
        }),
      );
      await noOpenOrder();
      for (const buyer of buyers) {
        assert.deepEqual(await walletOf(buyer), { availableCents: 5_000, heldCents: 0, balanceCents: 5_000 });
        assert.equal(await providerBalance(buyer.customerId), 5_000);
      }
      assert.equal(await collected(funding.propertyId), 0);
      assert.equal(await soldBricks(funding.propertyId), 0);
    });
    it('declined -> 400 primary-purchase.not-cancelable', async () => {
      const buyer = await verifiedInvestor(world, { fundsCents: 2_000 });
      await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'error-in-200', times: 1, code: 101 });
      const { id } = await buy(buyer, await openFunding(world, { bricks: 2 }), 2);
      await noOpenOrder();
      expectCode(await cancel(buyer, id), 400, 'primary-purchase.not-cancelable');
    });
    it("another investor's -> 404 primary-purchase.purchase-not-found", async () => {
      const buyer = await verifiedInvestor(world, { fundsCents: 2_000 });
      const { id } = await confirmed(buyer, await openFunding(world, { bricks: 2 }), 2);
      expectCode(await cancel(await verifiedInvestor(world), id), 404, 'primary-purchase.purchase-not-found');
      assert.equal((await purchaseOf(buyer, id))?.status, 'confirmed');
    });
    it('unknown -> 404 primary-purchase.purchase-not-found', async () =>
      expectCode(await cancel(await verifiedInvestor(world), randomUUID()), 404, 'primary-purchase.purchase-not-found'));
    it('purchaseId not a UUID v4 -> 400 validation-failed', async () =>
      expectCode(await cancel(await verifiedInvestor(world), 'x'), 400, 'validation-failed'));
    it('without a session -> 401 unauthenticated', async () =>
      expectCode(await world.visitor().delete(`/customers/purchases/${randomUUID()}`), 401, 'unauthenticated'));
    it('as an administrator -> 403 forbidden', async () => {
      const administrator = await signInAdministrator(world);
      expectCode(await administrator.client.delete(`/customers/purchases/${randomUUID()}`), 403, 'forbidden');
    });
    it('a frozen investor may still cancel', async () => {
      const buyer = await verifiedInvestor(world, { fundsCents: 2_000 });
      const { id } = await confirmed(buyer, await openFunding(world, { bricks: 2 }), 2);
      await customerIs(world, buyer.customerId, 'frozen');
      expectStatus(await cancel(buyer, id), 200);
      await noOpenOrder();
    });
    it('the funding has ended -> 400 primary-purchase.withdrawal-window-elapsed', async () => {
      const buyer = await verifiedInvestor(world, { fundsCents: 2_000 });
      const funding = await openFunding(world, { bricks: 2 });
      const { id } = await confirmed(buyer, funding, 2);
      await propertyIs(world, funding.propertyId, 'ended');
      expectCode(await cancel(buyer, id), 400, 'primary-purchase.withdrawal-window-elapsed');
    });
    it('until the last second of the window, and not after -> 400 primary-purchase.withdrawal-window-elapsed', async () => {
      const buyer = await verifiedInvestor(world, { fundsCents: 4_000 });
      const funding = await openFunding(world, { bricks: 4 });
      const early = await confirmed(buyer, funding, 2);
      const late = await confirmed(buyer, funding, 2);
      const end = Temporal.Instant.from(late.windowEnd);
      await world.moveClock({ now: end.subtract({ seconds: 30 }).toString() });
      expectStatus(await cancel(buyer, early.id), 200);
      await world.moveClock({ now: end.toString() });
      expectCode(await cancel(buyer, late.id), 400, 'primary-purchase.withdrawal-window-elapsed');
      assert.equal((await purchaseOf(buyer, late.id))?.status, 'confirmed');
      await noOpenOrder();
    });
  });
});

describe('purchases that still wait; no worker: the tests decide when an order is sent', () => {
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
    await assertSoundLedger(world);
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
    const [order] = await world.sql<{ id: number }>('select provider_payment_id as id from payment where subject_id = $1', [
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
        `select provider_payment_id as id from payment where status = 'sent' and provider_payment_id is not null`,
      );
  });

  describe('the job of a canceled order', () => {
    it('finds nothing to do and is not retried', async () => {
      const { id } = await unsent();
      expectStatus(await cancel(id), 200);
      const [order] = await world.sql<{ id: string }>('select id from payment where subject_id = $1', [id]);
      const worker = await world.another({ api: false, worker: true });
      const [job] = await world.until(async () => {
        const rows = await world.sql<{ state: string; retry_count: number }>(
          `select state, retry_count from pgboss.job where name = 'execute-payment' and data ->> 'paymentId' = $1 and state not in ('created', 'active')`,
          [order?.id],
        );
        return rows.length > 0 && rows;
      }, 'the job ran');
      assert.deepEqual(job, { state: 'completed', retry_count: 0 });
      assert.ok(worker);
      assert.equal(await balanceOf(funding.accountId), 0);
    });
  });
});
