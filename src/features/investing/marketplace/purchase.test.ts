// Purchases of deals while something changes: flag, rights and market under the lock, and sellers who are held.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { administratorOf, type Investor, resaleProperty, verifiedInvestor } from '../../../../test/support/actors.ts';
import { type CustomerState, customerIs } from '../../../../test/support/customer-states.ts';
import { holdLock } from '../../../../test/support/held-lock.ts';
import { LOST_FLAG, LOST_RIGHTS, PATIENT_WITH_PROVIDER, whileBalanceIsRead } from '../../../../test/support/investor-rights.ts';
import { propertyIs } from '../../../../test/support/property-states.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';

describe('what an administrator changes between the check and the act', () => {
  type Deal = { id: string; status: string };

  let world: World;
  let seller: Investor;
  let propertyId: PropertyId;

  before(async () => {
    world = await startWorld({ settings: PATIENT_WITH_PROVIDER });
    seller = await verifiedInvestor(world);
    ({ propertyId } = await resaleProperty(world, { owners: [{ customerId: seller.customerId, bricks: 40 }] }));
  });
  after(() => world.close());
  afterEach(() => world.control('DELETE', '/faults'));

  const offer = (from: Investor, property = propertyId) =>
    from.client.post<Deal>('/marketplace/deal', { propertyId: property, amount: 2, price: 950 });
  const buy = (by: Investor, dealId: string) => by.client.post(`/marketplace/deal/${dealId}/purchase`);
  const pendingDeal = async () => expectStatus(await offer(seller), 201).body;
  const dealOf = async (id: string) =>
    (
      await world.sql<{ status: string; buyer_id: CustomerId | null }>('select status, buyer_id from market_deal where id = $1', [
        id,
      ])
    )[0];
  const paymentsOf = (of: Investor) =>
    world.sql('select id from wallet_transaction where customer_id = $1 and type = $2', [of.customerId, 'BUYING_DEAL']);

  const CHANGES = [...LOST_RIGHTS, LOST_FLAG];
  const buyDuring = (buyer: Investor, dealId: string, meanwhile: () => Promise<unknown>) =>
    whileBalanceIsRead(world, buyer, () => buy(buyer, dealId), meanwhile);

  describe('POST /marketplace/deal/:dealId/purchase, while the provider is asked', () => {
    for (const { what, change, code } of CHANGES)
      it(`the buyer is ${what} -> 403 ${code}`, async () => {
        const [buyer, deal] = [await verifiedInvestor(world, { fundsCents: 2_000 }), await pendingDeal()];
        expectCode(await buyDuring(buyer, deal.id, () => change(world, buyer)), 403, code);
        assert.deepEqual(await dealOf(deal.id), { status: 'pending', buyer_id: null });
        assert.deepEqual(await paymentsOf(buyer), []);
      });
    it('the property is closed to resale, the deal still there -> 403 marketplace.sell.property-forbidden', async () => {
      const property = await resaleProperty(world, { owners: [{ customerId: seller.customerId, bricks: 2 }] });
      const deal = expectStatus(await offer(seller, property.propertyId), 201).body;
      const buyer = await verifiedInvestor(world, { fundsCents: 2_000 });
      // Every closing through HTTP cancels the pending deals with it: only so the deal outlives its market.
      const close = () => propertyIs(world, property.propertyId, 'totalOffer');
      expectCode(await buyDuring(buyer, deal.id, close), 403, 'marketplace.sell.property-forbidden');
      assert.deepEqual(await paymentsOf(buyer), []);
    });
    it('an administrator closes the market -> 404 marketplace.buy.DEAL_NOT_FOUND', async () => {
      const property = await resaleProperty(world, { owners: [{ customerId: seller.customerId, bricks: 2 }] });
      const deal = expectStatus(await offer(seller, property.propertyId), 201).body;
      const buyer = await verifiedInvestor(world, { fundsCents: 2_000 });
      const { client } = await administratorOf(world);
      const close = () =>
        client.patch(`/administration/property/${property.propertyId}/marketplace-allowed`, { isAllowed: false });
      expectCode(await buyDuring(buyer, deal.id, close), 404, 'marketplace.buy.DEAL_NOT_FOUND');
      assert.deepEqual(await paymentsOf(buyer), []);
    });
    it('the change comes while the purchase waits for the lock: what is so once it has it counts', async () => {
      const [buyer, deal] = [await verifiedInvestor(world, { fundsCents: 2_000 }), await pendingDeal()];
      const lock = await holdLock(world, 'select from market_deal where id = $1 for update', [deal.id]);
      const pending = buy(buyer, deal.id);
      await lock.waiting(1);
      // Neither property nor buyer can be changed by others now; the deal's row is what the purchase waits for.
      const freeze = customerIs(world, buyer.customerId, 'frozen');
      await lock.waiting(2);
      await lock.release();
      expectStatus(await pending, 201);
      await freeze;
    });
    for (const [fundsCents, statuses] of [
      [3_800, [201, 201]],
      [3_700, [201, 400]],
    ] as const)
      it(`one buyer, two deals judged before either is written, ${fundsCents} cents: ${statuses.join(' and ')}`, async () => {
        const buyer = await verifiedInvestor(world, { fundsCents });
        const deals = [await pendingDeal(), await pendingDeal()];
        const lock = await holdLock(world, 'select from customer where id = $1 for update', [buyer.customerId]);
        const pending = deals.map(({ id }) => buy(buyer, id));
        await lock.waiting(2);
        await lock.release();
        const answers = await Promise.all(pending);
        assert.deepEqual(answers.map(({ status }) => status).sort(), statuses);
        for (const answer of answers) if (answer.status === 400) expectCode(answer, 400, 'marketplace.buy.USER_NOT_ENOUGH_MONEY');
        const payments = await paymentsOf(buyer);
        assert.equal(payments.length, statuses.filter((status) => status === 201).length);
      });
  });

  describe('POST /marketplace/deal, between the check and the act', () => {
    for (const { what, change, code } of CHANGES)
      it(`the seller is ${what} -> 403 ${code}`, async () => {
        const owner = await verifiedInvestor(world);
        const property = await resaleProperty(world, { owners: [{ customerId: owner.customerId, bricks: 2 }] });
        const lock = await holdLock(world, 'select from property where id = $1 for update', [property.propertyId]);
        const pending = offer(owner, property.propertyId);
        await lock.waiting(1);
        await change(world, owner);
        await lock.release();
        expectCode(await pending, 403, code);
        assert.deepEqual(await world.sql('select id from market_deal where property_id = $1', [property.propertyId]), []);
        assert.deepEqual(await world.sql('select deal_count from deal_quota where customer_id = $1', [owner.customerId]), []);
      });
    it('the market is being closed: the closing waits for the offer and takes its deal along', async () => {
      const owner = await verifiedInvestor(world);
      const property = await resaleProperty(world, { owners: [{ customerId: owner.customerId, bricks: 2 }] });
      const { client } = await administratorOf(world);
      const lock = await holdLock(world, 'select from customer where id = $1 for update', [owner.customerId]);
      const pending = offer(owner, property.propertyId);
      await lock.waiting(1);
      // The offer holds the property: the closing waits for it, and takes its deal along.
      const closing = client.patch(`/administration/property/${property.propertyId}/marketplace-allowed`, { isAllowed: false });
      await lock.waiting(2);
      await lock.release();
      const { id } = expectStatus(await pending, 201).body;
      expectStatus(await closing, 200);
      assert.equal(await dealOf(id), undefined);
      expectCode(await offer(owner, property.propertyId), 403, 'marketplace.sell.property-forbidden');
    });
  });
});

describe('sellers who are frozen or whose wallet is blocked', () => {
  let world: World;

  before(async () => {
    world = await startWorld({ settings: PATIENT_WITH_PROVIDER });
  });
  after(() => world.close());
  afterEach(() => world.control('DELETE', '/faults'));

  type Sale = { seller: Investor; buyer: Investor; propertyId: PropertyId; dealId: string };

  async function sale(): Promise<Sale> {
    const seller = await verifiedInvestor(world);
    const buyer = await verifiedInvestor(world, { fundsCents: 5_000 });
    const { propertyId } = await resaleProperty(world, { owners: [{ customerId: seller.customerId, bricks: 4 }] });
    const offered = await seller.client.post<{ id: string }>('/marketplace/deal', { propertyId, amount: 2, price: 950 });
    return { seller, buyer, propertyId, dealId: expectStatus(offered, 201).body.id };
  }

  const buy = ({ buyer, dealId }: Sale) => buyer.client.post(`/marketplace/deal/${dealId}/purchase`);
  const listed = async ({ buyer, propertyId }: Sale) => {
    const list = await buyer.client.get<{ items: { id: string }[] }>(`/marketplace/deal?propertyId=${propertyId}`);
    return expectStatus(list, 200).body.items.map(({ id }) => id);
  };

  const HELD: readonly [string, CustomerState, CustomerState][] = [
    ['frozen', 'frozen', 'free'],
    ['blocked by the provider', 'blocked', 'unblocked'],
  ];

  describe('the deal of a seller who is held', () => {
    for (const [what, held, freed] of HELD) {
      it(`${what}: neither listed nor sold, both again once they are free -> 404 marketplace.buy.DEAL_NOT_FOUND`, async () => {
        const deal = await sale();
        await customerIs(world, deal.seller.customerId, held);
        assert.deepEqual(await listed(deal), []);
        expectCode(await buy(deal), 404, 'marketplace.buy.DEAL_NOT_FOUND');
        await customerIs(world, deal.seller.customerId, freed);
        assert.deepEqual(await listed(deal), [deal.dealId]);
        expectStatus(await buy(deal), 201);
      });
      it(`${what} while the buyer’s balance is read: not sold -> 404 marketplace.buy.DEAL_NOT_FOUND`, async () => {
        const deal = await sale();
        const change = () => customerIs(world, deal.seller.customerId, held);
        expectCode(await whileBalanceIsRead(world, deal.buyer, () => buy(deal), change), 404, 'marketplace.buy.DEAL_NOT_FOUND');
      });
    }
    it('its seller may still delete it', async () => {
      const { seller, dealId } = await sale();
      await customerIs(world, seller.customerId, 'frozen');
      expectStatus(await seller.client.delete(`/marketplace/deal/${dealId}`), 200);
    });
  });
});
