// Flag, rights and market are judged again under the lock: what an administrator changes between the check and the act counts.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { administratorOf, type Investor, resaleProperty, verifiedInvestor } from '../../../../test/support/actors.ts';
import { customerIs } from '../../../../test/support/customer-states.ts';
import { holdLock } from '../../../../test/support/held-lock.ts';
import { LOST_FLAG, LOST_RIGHTS, whileBalanceIsRead } from '../../../../test/support/lost-rights.ts';
import { propertyIs } from '../../../../test/support/property-states.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';

type Deal = { id: string; status: string };

let world: World;
let seller: Investor;
let propertyId: PropertyId;

before(async () => {
  world = await startWorld();
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
    const close = () => client.patch(`/administration/property/${property.propertyId}/marketplace-allowed`, { isAllowed: false });
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
