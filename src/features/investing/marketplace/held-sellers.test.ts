// Deals of sellers who are frozen or whose wallet is blocked: they rest, and come back with their seller's rights.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Investor, resaleProperty, verifiedInvestor } from '../../../../test/support/actors.ts';
import { type CustomerState, customerIs } from '../../../../test/support/customer-states.ts';
import { whileBalanceIsRead } from '../../../../test/support/lost-rights.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId } from '../../../core/db/tables.ts';

let world: World;

before(async () => {
  world = await startWorld();
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
