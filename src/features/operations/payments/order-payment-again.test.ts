// Refunds, commissions and rewards that the provider refuses for good, or ten times: they wait for an administrator.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import {
  type Investor,
  openFunding,
  type Person,
  signInAdministrator,
  verifiedInvestor,
} from '../../../../test/support/actors.ts';
import { buyerOfDeal, PRICE_CENTS } from '../../../../test/support/payers.ts';
import { chatWritten, ledgerCents, readAudits, walletOf } from '../../../../test/support/readers.ts';
import { proveLedger } from '../../../../test/support/withdrawal-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PaymentsPage } from './schemas.ts';

type Waiting = { id: string; about: string; amountCents: number };

let world: World;
let admin: Person;
before(async () => {
  world = await startWorld({ worker: false, settings: { MARKETPLACE_SELLER_COMMISSION_BPS: '200' } });
  admin = await signInAdministrator(world);
});
after(() => world.close());
afterEach(async () => {
  await world.control('DELETE', '/faults');
  await proveLedger(admin);
});

const settle = () => world.runJob('wallet-transactions');
const refunds = () => world.runJob<{ refused: number; started: number }>('primary-purchase-refunds');
const commissions = () => world.runJob<{ refused: number; started: number }>('market-deal-commissions');
const refuse = (times = 1) => world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'error-in-200', times });
const block = (accountId: string, blocked: boolean) => world.control('PUT', `/accounts/${accountId}/blocked`, { blocked });
const again = (paymentId: string, by = admin, headers: Record<string, string> = {}) =>
  by.client.post<{ paymentId: string }>(`/administration/payments/${paymentId}/order-again`, {}, headers);
const today = async () => {
  const { body } = expectStatus(
    await admin.client.get<{ waiting: { kind: string; items: Waiting[] }[] }>('/administration/today'),
    200,
  );
  return body.waiting.find(({ kind }) => kind === 'payment-refused')?.items ?? [];
};
/** The refused payments of a purpose, the newest first: which wait for a decision. */
const refusedOf = async (purpose: string) => {
  const query = `/administration/payments?status=failed&purpose=${purpose}`;
  return expectStatus(await admin.client.get<PaymentsPage>(query), 200).body.items;
};
const newest = async (purpose: string) => (await refusedOf(purpose))[0] ?? assert.fail(`no refused ${purpose}`);
const auditsOf = (targetId: string) =>
  readAudits<{ kind: string; target_type: string }>(world, { targetId }, ['kind', 'target_type']);

/** A cancelled purchase of 20 EUR whose refund is about to be sent. */
async function canceledPurchase(): Promise<{ buyer: Investor; purchaseId: string }> {
  const buyer = await verifiedInvestor(world, { fundsCents: 2_000 });
  const { propertyId } = await openFunding(world, { bricks: 2 });
  const bought = await buyer.client.post<{ id: string }>(`/properties/${propertyId}/purchase`, { amount: 2 });
  const { id } = expectStatus(bought, 201).body;
  await settle();
  expectStatus(await buyer.client.delete(`/customers/purchases/${id}`), 200);
  return { buyer, purchaseId: id };
}
/** The same, refused as the buyer's wallet is blocked. */
async function refusedForGood() {
  const purchase = await canceledPurchase();
  await block(purchase.buyer.customerId, true);
  await settle();
  return { ...purchase, paymentId: (await newest('primary-purchase-refund')).id };
}

describe('the refund of a purchase', () => {
  it('to a blocked wallet is ordered by no job, waits on Today, and is reported once', async () => {
    const { buyer, purchaseId, paymentId } = await refusedForGood();
    assert.deepEqual(await refunds(), { refused: 0, started: 0, uncertain: 0, dryRun: false });
    const shown = await newest('primary-purchase-refund');
    assert.equal(shown.decisionSince, shown.settledAt);
    const [waits, ...others] = await today();
    assert.deepEqual([waits?.id, waits?.about, waits?.amountCents, others], [paymentId, 'primary-purchase-refund', 2_000, []]);
    assert.match(
      (await chatWritten(world, [purchaseId])).join('\n'),
      /^[^\n]*bloqué ou fermé : à relancer par un administrateur\.$/,
    );

    assert.deepEqual(expectStatus(await again(paymentId), 201).body, { paymentId });
    assert.deepEqual(await today(), []);
    await settle();
    const [retried] = await today();
    assert.ok(retried && retried.id !== paymentId);

    await block(buyer.customerId, false);
    expectStatus(await again(retried.id), 201);
    await settle();
    assert.deepEqual([await today(), (await walletOf(buyer)).availableCents], [[], 2_000]);
    assert.deepEqual(await auditsOf(paymentId), [{ kind: 'PAYMENT_ORDER_AGAIN', target_type: 'payment' }]);
    expectCode(await again(retried.id), 400, 'payment-waits-for-no-decision');
  });

  it('refused ten times waits, and each refusal after it', async () => {
    const { buyer } = await canceledPurchase();
    await refuse(11);
    await settle();
    for (let refusals = 1; refusals < 10; refusals += 1) {
      assert.deepEqual([await today(), (await refunds()).started], [[], 1]);
      await settle();
    }
    assert.equal((await refunds()).refused, 0);
    expectStatus(await again((await today())[0]?.id ?? ''), 201);
    await settle();
    expectStatus(await again((await today())[0]?.id ?? ''), 201);
    await settle();
    assert.deepEqual([await today(), (await walletOf(buyer)).availableCents], [[], 2_000]);
  });

  it('is ordered once by two administrators, and by a repeated request', async () => {
    const { buyer, paymentId, purchaseId } = await refusedForGood();
    await block(buyer.customerId, false);
    const key = { 'idempotency-key': randomUUID() };
    const other = await signInAdministrator(world);
    const answers = await Promise.all([again(paymentId, admin, key), again(paymentId, other), again(paymentId, other)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400, 400]);
    const repeated = await again(paymentId, admin, key);
    assert.equal(repeated.status, answers[0]?.status);
    await settle();
    const orders = await world.sql(`select from payment where subject_id = $1 and purpose = 'primary-purchase-refund'`, [
      purchaseId,
    ]);
    assert.deepEqual([orders.length, (await walletOf(buyer)).availableCents], [2, 2_000]);
  });

  it('that may have moved money -> 400 payment-may-have-moved', async () => {
    const { buyer, paymentId } = await refusedForGood();
    await world.control('POST', '/faults', { route: 'GET /v2/p2p', mode: 'http-500', times: 9 });
    expectCode(await again(paymentId), 400, 'payment-may-have-moved');
    await world.control('DELETE', '/faults');
    assert.equal((await today()).length, 1);
    await block(buyer.customerId, false);
    expectStatus(await again(paymentId), 201);
    await settle();
  });

  it('that a job orders again -> 400 payment-waits-for-no-decision', async () => {
    await canceledPurchase();
    await refuse();
    await settle();
    expectCode(await again((await newest('primary-purchase-refund')).id), 400, 'payment-waits-for-no-decision');
    await refunds();
    await settle();
  });

  it('of which there is none -> 404 not-found', async () => expectCode(await again(randomUUID()), 404, 'not-found'));
});

describe('the commission of a deal', () => {
  it('counts its own refusals, not those of the deal', async () => {
    const buyer = await buyerOfDeal(world);
    for (let refusals = 0; refusals < 3; refusals += 1) {
      expectStatus(await buyer.ask(), 201);
      await refuse();
      await settle();
    }
    expectStatus(await buyer.ask(), 201);
    await settle();
    await refuse(10);
    await settle();
    assert.equal((await chatWritten(world, ['commission', 'redemandée chaque jour'])).length, 1);
    for (let refusals = 1; refusals < 10; refusals += 1) {
      assert.deepEqual([await today(), (await commissions()).started], [[], 1]);
      await settle();
    }
    assert.deepEqual([(await commissions()).refused, (await today()).length], [0, 1]);
    expectStatus(await again((await today())[0]?.id ?? ''), 201);
    const before = await ledgerCents(world, 'PLAT:MAIN');
    await settle();
    assert.deepEqual([await today(), (await ledgerCents(world, 'PLAT:MAIN')) - before], [[], (PRICE_CENTS * 2) / 100]);
  });
});
