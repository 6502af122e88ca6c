// The four endpoints of the secondary marketplace and the list of deals, through HTTP with the provider at the other end.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type Investor, resaleProperty, signInAdministrator, signUp, verifiedInvestor } from '../../../../test/support/actors.ts';
import { customerIs, vanishCustomer } from '../../../../test/support/customer-states.ts';
import { officialPrices, propertyIs } from '../../../../test/support/property-states.ts';
import { walletOf } from '../../../../test/support/readers.ts';
import { shows } from '../../../../test/support/recorder.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';
import { designateCompanyAccount } from '../../access/customers/index.ts';

type Deal = { id: string; status: string; bricksIds: string[]; priceWithoutCommission: number };

let world: World;
let seller: Investor;
let propertyId: PropertyId;

before(async () => {
  world = await startWorld();
  seller = await verifiedInvestor(world);
  ({ propertyId } = await resaleProperty(world, { owners: [{ customerId: seller.customerId, bricks: 400 }] }));
});
after(() => world.close());

const offer = (from: Investor, body: object = {}) =>
  from.client.post<Deal>('/marketplace/deal', { propertyId, amount: 2, price: 950, ...body });
const buy = (by: Investor, dealId: string, headers?: Record<string, string>) =>
  by.client.post(`/marketplace/deal/${dealId}/purchase`, undefined, headers);
const dealStatus = async (id: string) =>
  (await world.sql<{ status: string }>('select status from market_deal where id = $1', [id]))[0]?.status;
const bricksOf = async (customerId: CustomerId) =>
  (
    await world.sql<{ count: number }>(
      'select count(*)::integer as count from brick where owner_customer_id = $1 and status is null',
      [customerId],
    )
  )[0]?.count;
const pendingDeal = async () => expectStatus(await offer(seller), 201).body;

describe('GET /marketplace/deal/can-sell-today', () => {
  it('answers without canSeeRoyalty', async () => {
    const person = await signUp(world);
    const answer = expectStatus(await person.client.get('/marketplace/deal/can-sell-today'), 200);
    assert.deepEqual(answer.body, { canSellToday: true });
  });
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get('/marketplace/deal/can-sell-today'), 401, 'unauthenticated'));
  it('as an administrator -> 403 forbidden', async () => {
    const administrator = await signInAdministrator(world);
    expectCode(await administrator.client.get('/marketplace/deal/can-sell-today'), 403, 'forbidden');
  });
});

describe('POST /marketplace/deal', () => {
  it('creates a pending deal with its figures and locks the bricks (G-15)', async () => {
    const owner = await verifiedInvestor(world);
    const property = await resaleProperty(world, {
      owners: [{ customerId: owner.customerId, bricks: 20 }],
      returnOnInvestment: 8,
    });
    await officialPrices.earn(world, property.propertyId, 42);
    const { body } = expectStatus(
      await world.changes('state.deal-created', {
        from: undefined,
        to: 'pending',
        look: async (made) => made && (await dealStatus(made.body.id)),
        by: () => owner.client.post<Deal>('/marketplace/deal', { propertyId: property.propertyId, amount: 19, price: 950 }),
      }),
      201,
    );
    assert.equal(body.bricksIds.length, 19);
    const { bricksIds: _, id, ...figures } = body;
    assert.deepEqual(figures, {
      propertyId: property.propertyId,
      status: 'pending',
      sellerId: owner.customerId,
      brickCount: 19,
      officialBrickPriceValue: 1000,
      sellingBrickPriceValue: 950,
      priceWithoutCommission: 18_050,
      profitability: 8.42,
      revenueYield: 4.42,
      brickPriceVariation: -5,
    });
    const [locked] = await world.sql<{ count: number }>(
      `select count(*)::integer as count from brick where deal_id = $1 and status = 'SELLING'`,
      [id],
    );
    assert.equal(locked?.count, 19);
  });
  it('accepts both ends of the price range', async () => {
    expectStatus(await offer(seller, { price: 100 }), 201);
    expectStatus(await offer(seller, { price: 1000 }), 201);
    shows('limit.resale-price');
  });
  it('queues parallel offers: 20 bricks give 10 deals of 2, each brick in one', async () => {
    const owner = await verifiedInvestor(world);
    const property = await resaleProperty(world, { owners: [{ customerId: owner.customerId, bricks: 20 }] });
    const answers = await Promise.all(Array.from({ length: 12 }, () => offer(owner, { propertyId: property.propertyId })));
    assert.equal(answers.filter((answer) => answer.status === 201).length, 10);
    const ids = answers.flatMap((answer) => (answer.status === 201 ? answer.body.bricksIds : []));
    assert.equal(new Set(ids).size, 20);
  });
  it('canSeeRoyalty is false -> 403 marketplace-forbidden', async () => {
    const person = await verifiedInvestor(world, { canSeeRoyalty: false });
    expectCode(await offer(person), 403, 'marketplace-forbidden');
  });
  it('account under verification -> 403 customer.rights.account-is-being-verified', async () => {
    const person = await verifiedInvestor(world);
    await customerIs(world, person.customerId, 'waitingForVerifier');
    expectCode(await offer(person), 403, 'customer.rights.account-is-being-verified');
  });
  it('identity not verified -> 403 customer.rights.account-not-completed', async () => {
    const person = await verifiedInvestor(world);
    await customerIs(world, person.customerId, 'notStarted');
    expectCode(await offer(person), 403, 'customer.rights.account-not-completed');
  });
  it('31st deal of a Paris day -> 403 marketplace.sell.MAX_SELLING_QUOTA_REACHED', async () => {
    const owner = await verifiedInvestor(world);
    const property = await resaleProperty(world, { owners: [{ customerId: owner.customerId, bricks: 40 }] });
    const one = { propertyId: property.propertyId, amount: 1 };
    await world.moveClock({ now: nextParisEvening() });
    const answers = await Promise.all(Array.from({ length: 31 }, () => offer(owner, one)));
    assert.equal(answers.filter((answer) => answer.status === 201).length, 30);
    expectCode(await offer(owner, one), 403, 'marketplace.sell.MAX_SELLING_QUOTA_REACHED');
    assert.deepEqual((await owner.client.get('/marketplace/deal/can-sell-today')).body, { canSellToday: false });
    await world.moveClock({ advance: 'PT1H' });
    expectStatus(await offer(owner, one), 201);
    assert.deepEqual((await owner.client.get('/marketplace/deal/can-sell-today')).body, { canSellToday: true });
    shows('limit.daily-resale-deals');
    shows('job.resale-counter');
  });
  it('the company account has no quota', async () => {
    const company = await verifiedInvestor(world);
    await designateCompanyAccount(world.deps, company);
    const property = await resaleProperty(world, { owners: [{ customerId: company.customerId, bricks: 32 }] });
    const answers = await Promise.all(
      Array.from({ length: 32 }, () => offer(company, { propertyId: property.propertyId, amount: 1 })),
    );
    assert.ok(answers.every((answer) => answer.status === 201));
    assert.deepEqual((await company.client.get('/marketplace/deal/can-sell-today')).body, { canSellToday: true });
    shows('limit.daily-resale-deals');
  });
  it('a failed creation gives the slot back', async () => {
    const owner = await verifiedInvestor(world);
    const property = await resaleProperty(world, { owners: [{ customerId: owner.customerId, bricks: 1 }] });
    expectCode(await offer(owner, { propertyId: property.propertyId, amount: 2 }), 400, 'marketplace.sell.NOT_ENOUGH_BRICKS');
    assert.deepEqual(await world.sql('select deal_count from deal_quota where customer_id = $1', [owner.customerId]), []);
  });
  it('unknown property -> 404 marketplace.sell.PROPERTY_NOT_FOUND', async () =>
    expectCode(await offer(seller, { propertyId: randomUUID() }), 404, 'marketplace.sell.PROPERTY_NOT_FOUND'));
  for (const [what, state] of [
    ['not royalty', 'obligation'],
    ['not purchased', 'notPurchased'],
    ['resale completed', 'resaleCompleted'],
    ['total offer', 'totalOffer'],
    ['marketplace closed', 'marketClosed'],
  ] as const) {
    it(`property ${what} -> 403 marketplace.sell.property-forbidden`, async () => {
      const property = await resaleProperty(world, { owners: [{ customerId: seller.customerId, bricks: 2 }] });
      await propertyIs(world, property.propertyId, state);
      expectCode(await offer(seller, { propertyId: property.propertyId }), 403, 'marketplace.sell.property-forbidden');
    });
  }
  it('no official price -> 404 marketplace.sell.PROPERTY_BRICKS_PRICE_NOT_FOUND', async () => {
    const owners = [{ customerId: seller.customerId, bricks: 2 }];
    const property = await resaleProperty(world, { owners, officialCents: null });
    expectCode(await offer(seller, { propertyId: property.propertyId }), 404, 'marketplace.sell.PROPERTY_BRICKS_PRICE_NOT_FOUND');
  });
  for (const price of [99, 1001]) {
    it(`price ${price} outside 100 to 1000 -> 400 marketplace.sell.PRICE_NOT_WITHIN_RANGE`, async () =>
      expectCode(await offer(seller, { price }), 400, 'marketplace.sell.PRICE_NOT_WITHIN_RANGE'));
  }
  it('fewer free bricks than asked -> 400 marketplace.sell.NOT_ENOUGH_BRICKS', async () =>
    expectCode(await offer(seller, { amount: 401 }), 400, 'marketplace.sell.NOT_ENOUGH_BRICKS'));
  for (const [what, body] of [
    ['amount 0', { amount: 0 }],
    ['amount 1.5', { amount: 1.5 }],
    ['amount as text', { amount: '2' }],
    ['price missing', { price: undefined }],
    ['propertyId not a UUID', { propertyId: 'x' }],
  ] as const) {
    it(`${what} -> 400 validation-failed`, async () => expectCode(await offer(seller, body), 400, 'validation-failed'));
  }
  it('without a session -> 401 unauthenticated, even with a bad body', async () =>
    expectCode(await world.visitor().post('/marketplace/deal', { amount: 'x' }), 401, 'unauthenticated'));
});

describe('POST /marketplace/deal/:dealId/purchase', () => {
  it('reserves the deal, then the worker moves money and bricks and mails both parties', async () => {
    const buyer = await verifiedInvestor(world, { fundsCents: 5_000 });
    const deal = await pendingDeal();
    const sellerBefore = await walletOf(seller);
    const answer = expectStatus(await buy(buyer, deal.id), 201);
    assert.equal(answer.text, '');
    await world.until(async () => (await dealStatus(deal.id)) === 'confirmed', 'the deal is confirmed');
    assert.deepEqual(await walletOf(buyer), { availableCents: 3_100, heldCents: 0, balanceCents: 3_100 });
    assert.equal((await walletOf(seller)).availableCents, sellerBefore.availableCents + 1_900);
    assert.equal(await bricksOf(buyer.customerId), 2);
    const transactions = await world.sql<{ type: string; status: string; amount_cents: string }>(
      `select t.type, t.status, t.amount_cents from wallet_transaction t join market_deal d on t.id in (d.buying_transaction_id, d.selling_transaction_id) where d.id = $1 order by 1`,
      [deal.id],
    );
    assert.deepEqual(transactions, [
      { type: 'BUYING_DEAL', status: 'CONFIRMED', amount_cents: '1900' },
      { type: 'SELLING_DEAL', status: 'CONFIRMED', amount_cents: '1900' },
    ]);
    await world.until(
      async () => (await world.mails(buyer.email)).some((received) => /^Achat confirmé/.test(received.subject)),
      'the purchase confirmation',
    );
    await world.until(
      async () => (await world.mails(seller.email)).some((received) => /^Vente confirmée/.test(received.subject)),
      'the sale confirmation',
    );
    assert.equal((await world.control<{ balanceCents: number }>('GET', `/accounts/${buyer.customerId}`)).balanceCents, 3_100);
    shows('job.wallet-transactions');
    shows('event.purchase-mail');
  });
  it('two buyers at once: one reserves, the other -> 404 marketplace.buy.DEAL_NOT_FOUND', async () => {
    const buyers = await Promise.all([1, 2, 3].map(() => verifiedInvestor(world, { fundsCents: 2_000 })));
    const deal = await pendingDeal();
    const answers = await Promise.all(buyers.map((buyer) => buy(buyer, deal.id)));
    assert.deepEqual(answers.map((answer) => answer.status).sort(), [201, 404, 404]);
    for (const answer of answers) if (answer.status === 404) expectCode(answer, 404, 'marketplace.buy.DEAL_NOT_FOUND');
  });
  it('one buyer, two deals, money for one: the second -> 400 marketplace.buy.USER_NOT_ENOUGH_MONEY', async () => {
    const buyer = await verifiedInvestor(world, { fundsCents: 2_000 });
    const deals = [await pendingDeal(), await pendingDeal()];
    const answers = await Promise.all(deals.map((deal) => buy(buyer, deal.id)));
    assert.deepEqual(answers.map((answer) => answer.status).sort(), [201, 400]);
    for (const answer of answers) if (answer.status === 400) expectCode(answer, 400, 'marketplace.buy.USER_NOT_ENOUGH_MONEY');
  });
  it('a wire that is not booked yet counts', async () => {
    const buyer = await verifiedInvestor(world);
    await world.control('POST', `/accounts/${buyer.customerId}/credit`, { amountCents: 1_900 });
    const deal = await pendingDeal();
    expectStatus(await buy(buyer, deal.id), 201);
  });
  it('money that left the provider and is still held is not asked for twice', async () => {
    const buyer = await verifiedInvestor(world, { fundsCents: 4_000 });
    const [first, second] = [await pendingDeal(), await pendingDeal()];
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'pending', times: 1 });
    expectStatus(await buy(buyer, first.id), 201);
    await world.until(
      async () =>
        (await world.sql('select from payment where subject_id = $1 and provider_payment_id is not null', [first.id])).length > 0,
      'the first transfer is pending at the provider',
    );
    assert.equal((await world.control<{ balanceCents: number }>('GET', `/accounts/${buyer.customerId}`)).balanceCents, 2_100);
    expectStatus(await buy(buyer, second.id), 201);
  });
  it('the same Idempotency-Key twice buys once; another body or deal is another operation', async () => {
    const buyer = await verifiedInvestor(world, { fundsCents: 4_000 });
    const deal = await pendingDeal();
    const headers = { 'idempotency-key': randomUUID() };
    expectStatus(await buy(buyer, deal.id, headers), 201);
    const again = expectStatus(await buy(buyer, deal.id, headers), 201);
    assert.equal(again.headers.get('idempotency-replayed'), 'true');
    expectCode(await buy(buyer, deal.id), 404, 'marketplace.buy.DEAL_NOT_FOUND');
  });
  it('an Idempotency-Key of 7 characters -> 400 validation-failed', async () => {
    const buyer = await verifiedInvestor(world);
    expectCode(await buy(buyer, randomUUID(), { 'idempotency-key': 'short-1' }), 400, 'validation-failed');
  });
  it('the transfer is refused for good: transactions FAILED, money free, deal pending again', async () => {
    const buyer = await verifiedInvestor(world, { fundsCents: 2_000 });
    const deal = await pendingDeal();
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'pending', times: 1 });
    expectStatus(await buy(buyer, deal.id), 201);
    const order = await world.until(
      async () =>
        (
          await world.sql<{ provider_payment_id: string }>(
            `select provider_payment_id from payment where subject_id = $1 and provider_payment_id is not null`,
            [deal.id],
          )
        )[0],
      'the transfer is pending at the provider',
    );
    assert.equal((await walletOf(buyer)).heldCents, 1_900);
    await world.control('POST', `/p2p/${order.provider_payment_id}/fail`);
    await world.runJob('wallet-transactions');
    assert.equal(await dealStatus(deal.id), 'pending');
    assert.deepEqual(await walletOf(buyer), { availableCents: 2_000, heldCents: 0, balanceCents: 2_000 });
    const other = await verifiedInvestor(world, { fundsCents: 1_900 });
    expectStatus(await buy(other, deal.id), 201);
  });
  it('the transfer is refused after the market closed: the deal is gone, its bricks are free', async () => {
    const owner = await verifiedInvestor(world);
    const buyer = await verifiedInvestor(world, { fundsCents: 2_000 });
    const property = await resaleProperty(world, { owners: [{ customerId: owner.customerId, bricks: 2 }] });
    const deal = expectStatus(await offer(owner, { propertyId: property.propertyId }), 201).body;
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'pending', times: 1 });
    expectStatus(await buy(buyer, deal.id), 201);
    const order = await world.until(
      async () =>
        (
          await world.sql<{ provider_payment_id: string }>(
            'select provider_payment_id from payment where subject_id = $1 and provider_payment_id is not null',
            [deal.id],
          )
        )[0],
      'the transfer is pending at the provider',
    );
    await propertyIs(world, property.propertyId, 'marketClosed');
    await world.control('POST', `/p2p/${order.provider_payment_id}/fail`);
    await world.runJob('wallet-transactions');
    assert.equal(await dealStatus(deal.id), undefined);
    assert.equal(await bricksOf(owner.customerId), 2);
    assert.equal((await walletOf(buyer)).availableCents, 2_000);
    const told = await world.until(
      async () => (await world.mails(owner.email)).find(({ subject }) => subject.startsWith('Annonce retirée')),
      'the mail to the seller',
    );
    assert.match(told.text, /Le marché secondaire de ce bien est fermé/);
  });
  it('the reply of the transfer is lost: the money moves once', async () => {
    const buyer = await verifiedInvestor(world, { fundsCents: 4_000 });
    const deal = await pendingDeal();
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'timeout-after', times: 1 });
    expectStatus(await buy(buyer, deal.id), 201);
    await world.until(async () => (await dealStatus(deal.id)) === 'confirmed', 'the deal is confirmed after the lost reply');
    assert.equal((await world.control<{ balanceCents: number }>('GET', `/accounts/${buyer.customerId}`)).balanceCents, 2_100);
    assert.equal((await walletOf(buyer)).availableCents, 2_100);
  });
  it('the balance cannot be read -> 500 internal-error, nothing reserved', async () => {
    const buyer = await verifiedInvestor(world, { fundsCents: 2_000 });
    const deal = await pendingDeal();
    await world.control('POST', '/faults', { route: `GET /v2/accounts/${buyer.customerId}`, mode: 'http-500', times: 3 });
    expectCode(await buy(buyer, deal.id), 500, 'internal-error');
    await world.control('DELETE', '/faults');
    assert.equal(await dealStatus(deal.id), 'pending');
    assert.equal((await walletOf(buyer)).heldCents, 0);
  });
  it('canSeeRoyalty is false -> 403 marketplace-forbidden', async () => {
    const buyer = await verifiedInvestor(world, { canSeeRoyalty: false });
    expectCode(await buy(buyer, randomUUID()), 403, 'marketplace-forbidden');
  });
  it('onboarding incomplete -> 403 customer.investor-onboarding-not-completed', async () => {
    const buyer = await verifiedInvestor(world);
    await customerIs(world, buyer.customerId, 'onboardingOpen');
    expectCode(await buy(buyer, randomUUID()), 403, 'customer.investor-onboarding-not-completed');
  });
  it('frozen -> 403 customer.rights.account-is-being-verified', async () => {
    const buyer = await verifiedInvestor(world);
    await customerIs(world, buyer.customerId, 'frozen');
    expectCode(await buy(buyer, randomUUID()), 403, 'customer.rights.account-is-being-verified');
  });
  it('identity not verified -> 403 customer.rights.account-not-completed', async () => {
    const buyer = await verifiedInvestor(world);
    await customerIs(world, buyer.customerId, 'refused');
    expectCode(await buy(buyer, randomUUID()), 403, 'customer.rights.account-not-completed');
  });
  it('unknown deal -> 404 marketplace.buy.DEAL_NOT_FOUND', async () =>
    expectCode(await buy(seller, randomUUID()), 404, 'marketplace.buy.DEAL_NOT_FOUND'));
  it('own deal -> 404 marketplace.buy.DEAL_NOT_FOUND', async () =>
    expectCode(await buy(seller, (await pendingDeal()).id), 404, 'marketplace.buy.DEAL_NOT_FOUND'));
  it('property no longer eligible -> 403 marketplace.sell.property-forbidden', async () => {
    const owner = await verifiedInvestor(world);
    const property = await resaleProperty(world, { owners: [{ customerId: owner.customerId, bricks: 2 }] });
    const deal = expectStatus(await offer(owner, { propertyId: property.propertyId }), 201).body;
    await propertyIs(world, property.propertyId, 'totalOffer');
    const buyer = await verifiedInvestor(world);
    expectCode(await buy(buyer, deal.id), 403, 'marketplace.sell.property-forbidden');
  });
  for (const [who, code] of [
    ['buyer', 'marketplace.buy.BUYER_NOT_FOUND'],
    ['seller', 'marketplace.buy.SELLER_NOT_FOUND'],
  ] as const) {
    it(`${who} missing at lock time -> 404 ${code}`, async () => {
      const owner = await verifiedInvestor(world);
      const buyer = await verifiedInvestor(world, { fundsCents: 2_000 });
      const property = await resaleProperty(world, { owners: [{ customerId: owner.customerId, bricks: 2 }] });
      const deal = expectStatus(await offer(owner, { propertyId: property.propertyId }), 201).body;
      // The row disappears between the checks and the lock: while the provider is asked for the balance.
      await world.control('POST', '/faults', {
        route: `GET /v2/accounts/${buyer.customerId}`,
        mode: 'latency',
        times: 1,
        latencyMs: 300,
      });
      const pending = buy(buyer, deal.id);
      await world.until(
        async () =>
          (await world.control<{ calls?: unknown[] }>('GET', `/calls?path=${buyer.customerId}`)) && asked(buyer.customerId),
        'the provider was asked',
      );
      const gone = who === 'buyer' ? buyer : owner;
      await vanishCustomer(world, gone.customerId);
      expectCode(await pending, 404, code);
    });
  }
  it('dealId not a UUID v4 -> 400 validation-failed', async () =>
    expectCode(await buy(seller, 'not-a-uuid'), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().post(`/marketplace/deal/${randomUUID()}/purchase`), 401, 'unauthenticated'));
});

describe('DELETE /marketplace/deal/:dealId', () => {
  const cancel = (by: Investor, dealId: string) => by.client.delete(`/marketplace/deal/${dealId}`);

  it('deletes the pending deal and frees its bricks', async () => {
    const free = await bricksOf(seller.customerId);
    const deal = await pendingDeal();
    const change = { from: 'pending', to: undefined, look: () => dealStatus(deal.id), by: () => cancel(seller, deal.id) };
    const answer = expectStatus(await world.changes('state.deal-deleted', change), 200);
    assert.equal(answer.text, '');
    assert.equal(await bricksOf(seller.customerId), free);
  });
  it('against a purchase at the same time: one of the two wins', async () => {
    const buyer = await verifiedInvestor(world, { fundsCents: 2_000 });
    const deal = await pendingDeal();
    const [bought, deleted] = await Promise.all([buy(buyer, deal.id), cancel(seller, deal.id)]);
    assert.ok(
      (bought.status === 201 && deleted.status === 404) || (bought.status === 404 && deleted.status === 200),
      `${bought.status} ${deleted.status}`,
    );
  });
  it('canSeeRoyalty is false -> 403 marketplace-forbidden', async () => {
    const person = await verifiedInvestor(world, { canSeeRoyalty: false });
    expectCode(await cancel(person, randomUUID()), 403, 'marketplace-forbidden');
  });
  it('unknown -> 404 marketplace.deletion.not-found', async () =>
    expectCode(await cancel(seller, randomUUID()), 404, 'marketplace.deletion.not-found'));
  it("another seller's -> 404 marketplace.deletion.not-found", async () => {
    const other = await verifiedInvestor(world);
    expectCode(await cancel(other, (await pendingDeal()).id), 404, 'marketplace.deletion.not-found');
  });
  it('reserved -> 404 marketplace.deletion.not-found', async () => {
    const buyer = await verifiedInvestor(world, { fundsCents: 2_000 });
    const deal = await pendingDeal();
    expectStatus(await buy(buyer, deal.id), 201);
    expectCode(await cancel(seller, deal.id), 404, 'marketplace.deletion.not-found');
  });
  it('dealId not a UUID v4 -> 400 validation-failed', async () =>
    expectCode(await cancel(seller, 'x'), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().delete(`/marketplace/deal/${randomUUID()}`), 401, 'unauthenticated'));
});

describe('GET /marketplace/deal', () => {
  it('lists pending deals newest first, page by page, filtered by property and price', async () => {
    const owner = await verifiedInvestor(world);
    const property = await resaleProperty(world, { owners: [{ customerId: owner.customerId, bricks: 3 }] });
    const ids: string[] = [];
    for (const price of [500, 600, 700])
      ids.unshift(expectStatus(await offer(owner, { propertyId: property.propertyId, amount: 1, price }), 201).body.id);
    const list = async (query: string) =>
      expectStatus(
        await owner.client.get<{ items: Deal[]; nextCursor: string | null }>(
          `/marketplace/deal?propertyId=${property.propertyId}${query}`,
        ),
        200,
      ).body;
    const first = await list('&limit=2');
    assert.deepEqual(
      first.items.map((deal) => deal.id),
      ids.slice(0, 2),
    );
    const second = await list(`&limit=2&cursor=${first.nextCursor}`);
    assert.deepEqual(
      second.items.map((deal) => deal.id),
      ids.slice(2),
    );
    assert.equal(second.nextCursor, null);
    assert.deepEqual(
      (await list('&maxBrickPriceCents=500')).items.map((deal) => deal.id),
      ids.slice(2),
    );
  });
  it('canSeeRoyalty is false -> 403 marketplace-forbidden', async () => {
    const person = await verifiedInvestor(world, { canSeeRoyalty: false });
    expectCode(await person.client.get('/marketplace/deal'), 403, 'marketplace-forbidden');
  });
  it('a cursor we never gave -> 400 validation-failed', async () =>
    expectCode(await seller.client.get('/marketplace/deal?cursor=x'), 400, 'validation-failed'));
});

async function asked(customerId: CustomerId): Promise<boolean> {
  const calls = await world.control<{ path: string }[]>('GET', `/calls?path=${customerId}`);
  return calls.length > 0;
}

/** 23:30 in Paris on the next day of business time. */
function nextParisEvening(): string {
  const paris = world.deps.clock.now().toZonedDateTimeISO('Europe/Paris');
  return paris.add({ days: 1 }).with({ hour: 23, minute: 30 }).toInstant().toString();
}
