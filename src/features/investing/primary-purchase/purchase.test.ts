// POST /properties/:propertyId/purchase and GET /customers/purchases, through HTTP with the provider at the other end.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import {
  type Investor,
  openFunding,
  signInAdministrator,
  spvWithWallet,
  verifiedInvestor,
} from '../../../../test/support/actors.ts';
import { customerIs } from '../../../../test/support/customer-states.ts';
import { propertyIs } from '../../../../test/support/property-states.ts';
import { ledgerCents, walletOf } from '../../../../test/support/readers.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { priceOfYear } from '../../../../test/support/yearly-price.ts';
import { centsOf } from '../../../core/cents.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { windowEnd } from './rules.ts';

type Purchase = { id: string; status: string; windowEnd: string; createdAt: string; transactionId: string };
type Page<T> = { items: T[]; nextCursor: string | null };

let world: World;
let propertyId: PropertyId;

before(async () => {
  world = await startWorld();
  ({ propertyId } = await openFunding(world, { bricks: 500 }));
});
after(() => world.close());
afterEach(async () => {
  await world.control('DELETE', '/faults');
  const proof = await world.runJob<{ ok: boolean }>('ledger-proof', { dryRun: true });
  assert.ok(proof.ok, JSON.stringify(proof));
});

const buy = (by: Investor, amount: unknown, options: { property?: string; headers?: Record<string, string> } = {}) =>
  by.client.post<Purchase>(`/properties/${options.property ?? propertyId}/purchase`, { amount }, options.headers);
const purchasesOf = async (of: Investor) =>
  expectStatus(await of.client.get<Page<Purchase>>('/customers/purchases'), 200).body.items;
const providerBalance = async (accountId: string) =>
  (await world.control<{ balanceCents: number }>('GET', `/accounts/${accountId}`)).balanceCents;
const collected = (property: string) => ledgerCents(world, `PRO:${property}:COLLECT`);
const bricksOf = async (of: Investor, property: string) =>
  expectStatus(
    await of.client.get<Page<{ propertyId: PropertyId; brickCount: number }>>('/customers/bricks'),
    200,
  ).body.items.find((holding) => holding.propertyId === property)?.brickCount ?? 0;
const settled = (of: Investor, id: string) =>
  world.until(async () => {
    const found = (await purchasesOf(of)).find((purchase) => purchase.id === id);
    return found?.status !== 'waiting_provider' && found;
  }, `purchase ${id} is settled`);

describe('POST /properties/:propertyId/purchase', () => {
  it('holds the money, then moves it to the SPV and the bricks to the investor, and mails', async () => {
    const buyer = await verifiedInvestor(world, { fundsCents: 100_000 });
    const funding = await openFunding(world, { bricks: 80 });
    const { body } = expectStatus(await buy(buyer, 50, { property: funding.propertyId }), 201);
    const { id, windowEnd: end, createdAt, transactionId, ...shown } = body;
    assert.deepEqual(shown, {
      propertyId: funding.propertyId,
      propertyName: 'Les Acacias',
      status: 'waiting_provider',
      brickCount: 50,
      amountCents: centsOf(50_000),
      isAutomatic: false,
      refundTransactionId: null,
    });
    assert.equal(end, windowEnd(Temporal.Instant.from(createdAt), 4).toString());
    const listed = await settled(buyer, id);
    assert.deepEqual([listed.status, listed.createdAt, listed.windowEnd], ['confirmed', createdAt, end]);
    // G-19: 100 000 / 0, then 50 000 / 50 000, then 50 000 / 0.
    assert.deepEqual(await walletOf(buyer), { availableCents: 50_000, heldCents: 0, balanceCents: 50_000 });
    assert.equal(await collected(funding.propertyId), 50_000);
    assert.equal(await bricksOf(buyer, funding.propertyId), 50);
    assert.equal(await providerBalance(buyer.customerId), 50_000);
    assert.equal(await providerBalance(funding.accountId), 50_000);
    const mail = await world.until(
      async () =>
        (await world.mails(buyer.email)).find(({ subject }) => /^Investissement enregistré : Les Acacias/.test(subject)),
      'the confirmation',
    );
    assert.match(mail.text, /Annulable jusqu’au/);
    const [transaction] = (
      await buyer.client.get<Page<{ id: string; type: string; status: string }>>('/customers/wallet/transactions')
    ).body.items;
    assert.deepEqual([transaction?.id, transaction?.type, transaction?.status], [transactionId, 'PRIMARY_PURCHASE', 'CONFIRMED']);
  });
  it('costs the price of the publication, whatever came later', async () => {
    const buyer = await verifiedInvestor(world, { fundsCents: 3_000 });
    const funding = await openFunding(world, { bricks: 3 });
    await priceOfYear(world, funding.propertyId, 2025, 1_100);
    expectStatus(await buy(buyer, 3, { property: funding.propertyId }), 201);
  });
  it('a wire that is not booked yet counts', async () => {
    const buyer = await verifiedInvestor(world);
    await world.control('POST', `/accounts/${buyer.customerId}/credit`, { amountCents: 1_000 });
    expectStatus(await buy(buyer, 1), 201);
  });
  it('the last bricks, four buyers at once: as many as there are bricks -> 400 primary-purchase.not-enough-bricks', async () => {
    const funding = await openFunding(world, { bricks: 10 });
    const buyers = await Promise.all([1, 2, 3, 4].map(() => verifiedInvestor(world, { fundsCents: 5_000 })));
    const answers = await Promise.all(buyers.map((buyer) => buy(buyer, 5, { property: funding.propertyId })));
    assert.deepEqual(answers.map((answer) => answer.status).sort(), [201, 201, 400, 400]);
    for (const answer of answers) if (answer.status === 400) expectCode(answer, 400, 'primary-purchase.not-enough-bricks');
    await world.until(async () => (await collected(funding.propertyId)) === 10_000, 'both purchases are confirmed');
    expectCode(await buy(buyers[0] as Investor, 1, { property: funding.propertyId }), 400, 'primary-purchase.not-enough-bricks');
  });
  it('one buyer, two purchases at once, money for one -> 400 primary-purchase.not-enough-money', async () => {
    const buyer = await verifiedInvestor(world, { fundsCents: 2_500 });
    const answers = await Promise.all([buy(buyer, 2), buy(buyer, 2)]);
    assert.deepEqual(answers.map((answer) => answer.status).sort(), [201, 400]);
    for (const answer of answers) if (answer.status === 400) expectCode(answer, 400, 'primary-purchase.not-enough-money');
  });
  it('one purchase after the other down to the last cent, while the first is under way', async () => {
    const buyer = await verifiedInvestor(world, { fundsCents: 3_000 });
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'pending', times: 1 });
    const first = expectStatus(await buy(buyer, 2), 201).body;
    const paymentId = await pendingPayment(first.id);
    assert.equal(await providerBalance(buyer.customerId), 1_000);
    const second = expectStatus(await buy(buyer, 1), 201).body;
    await world.control('POST', `/p2p/${paymentId}/complete`);
    await world.runJob('wallet-transactions');
    assert.equal((await settled(buyer, first.id)).status, 'confirmed');
    assert.equal((await settled(buyer, second.id)).status, 'confirmed');
    assert.deepEqual(await walletOf(buyer), { availableCents: 0, heldCents: 0, balanceCents: 0 });
  });
  it('money that only our books have -> 400 primary-purchase.not-enough-money', async () => {
    const buyer = await verifiedInvestor(world, { fundsCents: 2_000 });
    const elsewhere = await spvWithWallet(world);
    const reference = randomUUID();
    const moved = {
      fromAccountId: buyer.customerId,
      toAccountId: elsewhere.accountId,
      amountCents: centsOf(1_500),
      comment: '',
      reference,
    };
    assert.ok((await world.deps.payments.transfer(moved)).ok);
    expectCode(await buy(buyer, 2), 400, 'primary-purchase.not-enough-money');
    assert.ok(
      (await world.deps.payments.transfer({ ...moved, fromAccountId: elsewhere.accountId, toAccountId: buyer.customerId })).ok,
    );
  });
  it('the same Idempotency-Key twice buys once and gives the same answer', async () => {
    const buyer = await verifiedInvestor(world, { fundsCents: 5_000 });
    const headers = { 'idempotency-key': randomUUID() };
    const first = expectStatus(await buy(buyer, 2, { headers }), 201);
    const again = expectStatus(await buy(buyer, 2, { headers }), 201);
    assert.equal(again.headers.get('idempotency-replayed'), 'true');
    assert.deepEqual(again.body, first.body);
    expectCode(await buy(buyer, 1, { headers }), 422, 'idempotency-key-reused');
    assert.equal((await purchasesOf(buyer)).length, 1);
  });
  it('the same Idempotency-Key buys once however the path is spelled: id in capitals, encoded, with a slash behind it', async () => {
    const buyer = await verifiedInvestor(world, { fundsCents: 5_000 });
    const headers = { 'idempotency-key': randomUUID() };
    const path = `/properties/${propertyId}/purchase`;
    const spellings = [
      ...[path, path.replace(propertyId, propertyId.toUpperCase()), path.replaceAll('-', '%2D'), `${path}/`],
      ...[path.replaceAll('-', '%2d'), `${path}?`, `${path}?once=more`, `${path}/?amount=2`],
    ];
    const answers = [];
    for (const spelling of spellings)
      answers.push(expectStatus(await buyer.client.post<{ id: string }>(spelling, { amount: 1 }, headers), 201));
    assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1);
    assert.equal((await purchasesOf(buyer)).length, 1);
  });
  it('the same Idempotency-Key twice at once buys once -> 409 idempotency-key-in-progress', async () => {
    const buyer = await verifiedInvestor(world, { fundsCents: 5_000 });
    const headers = { 'idempotency-key': randomUUID() };
    await world.control('POST', '/faults', {
      route: `GET /v2/accounts/${buyer.customerId}`,
      mode: 'latency',
      times: 1,
      latencyMs: 300,
    });
    const answers = await Promise.all([buy(buyer, 2, { headers }), buy(buyer, 2, { headers })]);
    assert.deepEqual(answers.map((answer) => answer.status).sort(), [201, 409]);
    for (const answer of answers) if (answer.status === 409) expectCode(answer, 409, 'idempotency-key-in-progress');
    assert.equal((await purchasesOf(buyer)).length, 1);
  });
  it('the reply of the transfer is lost: the money moves once', async () => {
    const buyer = await verifiedInvestor(world, { fundsCents: 4_000 });
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'timeout-after', times: 1 });
    const { id } = expectStatus(await buy(buyer, 2), 201).body;
    assert.equal((await settled(buyer, id)).status, 'confirmed');
    assert.equal(await providerBalance(buyer.customerId), 2_000);
    assert.deepEqual(await walletOf(buyer), { availableCents: 2_000, heldCents: 0, balanceCents: 2_000 });
  });
  it('the transfer is refused: declined, money free, bricks for sale, a mail', async () => {
    const buyer = await verifiedInvestor(world, { fundsCents: 2_000 });
    const funding = await openFunding(world, { bricks: 2 });
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'error-in-200', times: 1, code: 101 });
    const { id, transactionId } = expectStatus(await buy(buyer, 2, { property: funding.propertyId }), 201).body;
    assert.equal((await settled(buyer, id)).status, 'declined');
    assert.deepEqual(await walletOf(buyer), { availableCents: 2_000, heldCents: 0, balanceCents: 2_000 });
    const [transaction] = await world.sql<{ status: string }>('select status from wallet_transaction where id = $1', [
      transactionId,
    ]);
    assert.equal(transaction?.status, 'FAILED');
    await world.until(
      async () => (await world.mails(buyer.email)).some(({ text }) => /n’a pas pu être confirmé/.test(text)),
      'the mail',
    );
    assert.equal(
      (await settled(buyer, expectStatus(await buy(buyer, 2, { property: funding.propertyId }), 201).body.id)).status,
      'confirmed',
    );
  });
  it('the balance cannot be read -> 500 internal-error, nothing written', async () => {
    const buyer = await verifiedInvestor(world, { fundsCents: 2_000 });
    await world.control('POST', '/faults', { route: `GET /v2/accounts/${buyer.customerId}`, mode: 'http-500', times: 1 });
    expectCode(await buy(buyer, 1), 500, 'internal-error');
    assert.deepEqual(await purchasesOf(buyer), []);
    assert.equal((await walletOf(buyer)).heldCents, 0);
  });
});

describe('refusals of POST /properties/:propertyId/purchase', () => {
  let buyer: Investor;
  before(async () => {
    buyer = await verifiedInvestor(world, { fundsCents: 10_000 });
  });

  it('unknown property -> 404 primary-purchase.property-not-found', async () =>
    expectCode(await buy(buyer, 1, { property: randomUUID() }), 404, 'primary-purchase.property-not-found'));
  for (const [what, state] of [
    ['a draft', 'draft'],
    ['not shown yet', 'notShownYet'],
    ['not started', 'notStarted'],
    ['ended', 'ended'],
    ['past its last day', 'pastLastDay'],
    ['without an SPV', 'withoutSpv'],
  ] as const) {
    it(`funding ${what} -> 403 primary-purchase.funding-not-open`, async () => {
      const funding = await openFunding(world, { bricks: 5 });
      await propertyIs(world, funding.propertyId, state);
      expectCode(await buy(buyer, 1, { property: funding.propertyId }), 403, 'primary-purchase.funding-not-open');
    });
  }
  it('of royalty by who may not trade it -> 403 primary-purchase.royalty-forbidden', async () => {
    const funding = await openFunding(world, { bricks: 2, contractType: 'royalty' });
    const buyer = await verifiedInvestor(world, { fundsCents: 2_000, canSeeRoyalty: false });
    const bought = () => buy(buyer, 1, { property: funding.propertyId });
    expectCode(await bought(), 403, 'primary-purchase.royalty-forbidden');
    assert.deepEqual(await walletOf(buyer), { availableCents: 2_000, heldCents: 0, balanceCents: 2_000 });
    const { client } = await signInAdministrator(world);
    expectStatus(await client.patch(`/administration/customers/${buyer.customerId}`, { canSeeRoyalty: true }), 200);
    expectStatus(await bought(), 201);
  });
  it('the funding ends while the provider is asked -> 403 primary-purchase.funding-not-open', async () => {
    const funding = await openFunding(world, { bricks: 5 });
    await world.control('POST', '/faults', {
      route: `GET /v2/accounts/${buyer.customerId}`,
      mode: 'latency',
      times: 1,
      latencyMs: 400,
    });
    const since = (await calls()).length;
    const answer = buy(buyer, 1, { property: funding.propertyId });
    await world.until(async () => (await calls()).length > since, 'the provider was asked');
    await propertyIs(world, funding.propertyId, 'ended');
    expectCode(await answer, 403, 'primary-purchase.funding-not-open');
  });
  for (const [what, state, code] of [
    ['onboarding incomplete', 'onboardingOpen', 'customer.investor-onboarding-not-completed'],
    ['under verification', 'waitingForVerifier', 'customer.rights.account-is-being-verified'],
    ['frozen', 'frozen', 'customer.rights.account-is-being-verified'],
    ['blocked at the provider', 'blocked', 'customer.rights.account-is-being-verified'],
    ['not verified', 'refused', 'customer.rights.account-not-completed'],
  ] as const) {
    it(`${what} -> 403 ${code}`, async () => {
      const person = await verifiedInvestor(world);
      await customerIs(world, person.customerId, state);
      expectCode(await buy(person, 1), 403, code);
    });
  }
  it('more bricks than are left -> 400 primary-purchase.not-enough-bricks', async () => {
    const funding = await openFunding(world, { bricks: 5 });
    expectCode(await buy(buyer, 6, { property: funding.propertyId }), 400, 'primary-purchase.not-enough-bricks');
  });
  it('not enough money -> 400 primary-purchase.not-enough-money', async () =>
    expectCode(await buy(buyer, 11), 400, 'primary-purchase.not-enough-money'));
  for (const amount of [0, -1, 1.5, '2', null, undefined]) {
    it(`amount ${JSON.stringify(amount)} -> 400 validation-failed`, async () =>
      expectCode(await buy(buyer, amount), 400, 'validation-failed'));
  }
  it('propertyId not a UUID v4 -> 400 validation-failed', async () =>
    expectCode(await buy(buyer, 1, { property: 'x' }), 400, 'validation-failed'));
  it('a key of 7 characters -> 400 validation-failed', async () =>
    expectCode(await buy(buyer, 1, { headers: { 'idempotency-key': 'short-1' } }), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().post(`/properties/${propertyId}/purchase`, { amount: 1 }), 401, 'unauthenticated'));
  it('as an administrator -> 403 forbidden', async () => {
    const administrator = await signInAdministrator(world);
    expectCode(await administrator.client.post(`/properties/${propertyId}/purchase`, { amount: 1 }), 403, 'forbidden');
  });
  async function calls(): Promise<unknown[]> {
    return world.control<unknown[]>('GET', `/calls?path=/v2/accounts/${buyer.customerId}`);
  }
});

describe('GET /customers/purchases/terms', () => {
  const TERMS = '/customers/purchases/terms';
  it('tells the end of the window that a purchase of now then has', async () => {
    const buyer = await verifiedInvestor(world, { fundsCents: 1_000 });
    const { windowEnd } = expectStatus(await buyer.client.get<{ windowEnd: string }>(TERMS), 200).body;
    assert.equal(expectStatus(await buy(buyer, 1), 201).body.windowEnd, windowEnd);
  });
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get(TERMS), 401, 'unauthenticated'));
});

describe('GET /customers/purchases', () => {
  it('lists own purchases newest first, page by page', async () => {
    const buyer = await verifiedInvestor(world, { fundsCents: 3_000 });
    const ids: string[] = [];
    for (let i = 0; i < 3; i += 1) ids.unshift(expectStatus(await buy(buyer, 1), 201).body.id);
    const first = (await buyer.client.get<Page<Purchase>>('/customers/purchases?limit=2')).body;
    assert.deepEqual(
      first.items.map(({ id }) => id),
      ids.slice(0, 2),
    );
    const second = (await buyer.client.get<Page<Purchase>>(`/customers/purchases?limit=2&cursor=${first.nextCursor}`)).body;
    assert.deepEqual(
      second.items.map(({ id }) => id),
      ids.slice(2),
    );
    assert.equal(second.nextCursor, null);
  });
  it("shows nobody else's", async () => {
    const other = await verifiedInvestor(world);
    assert.deepEqual(await purchasesOf(other), []);
  });
  it('a cursor we never gave -> 400 validation-failed', async () => {
    const person = await verifiedInvestor(world);
    expectCode(await person.client.get('/customers/purchases?cursor=x'), 400, 'validation-failed');
  });
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get('/customers/purchases'), 401, 'unauthenticated'));
});

describe('GET /customers/purchases/:purchaseId', () => {
  let buyer: Investor;
  let id: string;
  before(async () => {
    buyer = await verifiedInvestor(world, { fundsCents: 1_000 });
    ({ id } = expectStatus(await buy(buyer, 1), 201).body);
  });
  it('is the purchase as it stands in the list', async () => {
    const listed = await settled(buyer, id);
    assert.deepEqual(expectStatus(await buyer.client.get(`/customers/purchases/${id}`), 200).body, listed);
  });
  it("another investor's, as one that is unknown -> 404 primary-purchase.purchase-not-found", async () => {
    const other = await verifiedInvestor(world);
    const refused = async (one: string) => {
      const answer = await other.client.get<{ requestId: string }>(`/customers/purchases/${one}`);
      expectCode(answer, 404, 'primary-purchase.purchase-not-found');
      return { ...answer.body, requestId: '' };
    };
    assert.deepEqual(await refused(id), await refused(randomUUID()));
  });
  it('purchaseId not a UUID v4 -> 400 validation-failed', async () =>
    expectCode(await buyer.client.get('/customers/purchases/x'), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get(`/customers/purchases/${id}`), 401, 'unauthenticated'));
});

async function pendingPayment(purchaseId: string): Promise<number> {
  const [order] = await world.until(async () => {
    const rows = await world.sql<{ id: number }>(
      'select provider_payment_id as id from payment where subject_id = $1 and provider_payment_id is not null',
      [purchaseId],
    );
    return rows.length > 0 && rows;
  }, 'the transfer is known at the provider');
  return order?.id ?? 0;
}
