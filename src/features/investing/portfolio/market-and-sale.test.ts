// Bricks bought on the market below their price, and a property sold below its price: what was not paid is no gain, what is missing is lost.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import {
  type Investor,
  openFunding,
  type Person,
  sellAndClose,
  signInAdministrator,
  verifiedInvestor,
} from '../../../../test/support/actors.ts';
import { surplus } from '../../../../test/support/funding-actors.ts';
import { expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { InvestmentDetail, PortfolioSummary } from './schemas.ts';

const PRICE_CENTS = 1_000;

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld({ worker: false });
  await world.moveClock({ now: '2026-02-05T09:00:00Z' });
  admin = await signInAdministrator(world);
});
after(() => world.close());

const settle = () => world.runJob('wallet-transactions');
const investmentOf = async ({ client }: Investor, propertyId: string) =>
  expectStatus(await client.get<InvestmentDetail>(`/customers/investments/${propertyId}`), 200).body.investment;

/** A royalty whose 5 bricks the seller has bought for 10.00 each. */
async function bought() {
  const seller = await verifiedInvestor(world);
  const own = await openFunding(world, { bricks: 5, contractType: 'royalty' });
  await sellAndClose(world, { ...own, brickPriceCents: PRICE_CENTS }, [{ investor: seller, bricks: 5 }]);
  return { own, seller };
}

/** They change hands on the market. */
async function trade(propertyId: string, sale: { seller: Investor; buyer: Investor; bricks: number; cents: number }) {
  const offer = { propertyId, amount: sale.bricks, price: sale.cents };
  const { body } = expectStatus(await sale.seller.client.post<{ id: string }>('/marketplace/deal', offer), 201);
  expectStatus(await sale.buyer.client.post(`/marketplace/deal/${body.id}/purchase`), 201);
  await settle();
}

it('bricks of the market are worth no more than they cost until their capital comes', async () => {
  const { own, seller } = await bought();
  const buyer = await verifiedInvestor(world, { fundsCents: 10_000 });
  await trade(own.propertyId, { seller, buyer, bricks: 4, cents: 900 });
  await world.moveClock({ now: '2026-04-05T09:00:00Z' });
  const { investedCents, outstandingCents, yearlyReturnBps } = await investmentOf(buyer, own.propertyId);
  assert.deepEqual([investedCents, outstandingCents, yearlyReturnBps], [3_600, 4_000, 0]);
  // Half of them sold at a gain of 50 on 1 800, after two months.
  const other = await verifiedInvestor(world, { fundsCents: 10_000 });
  await trade(own.propertyId, { seller: buyer, buyer: other, bricks: 2, cents: 925 });
  const sold = await investmentOf(buyer, own.propertyId);
  assert.deepEqual([sold.soldCents, sold.outstandingCents, sold.yearlyReturnBps], [1_850, 2_000, 890]);
  // Bought for 1 000 each, four of them sold for 400 less in all.
  const { yearlyReturnBps: ofSeller, outstandingCents: left } = await investmentOf(seller, own.propertyId);
  assert.equal(left, PRICE_CENTS);
  assert.ok(ofSeller !== null && ofSeller < 0);
});

it('what the price of a sold property does not bring back is lost', async () => {
  const { own, seller } = await bought();
  const property = `/administration/property/${own.propertyId}`;
  await surplus(world, own, 3_000);
  const started = { propertyId: own.propertyId, saleStartedAt: '2026-04-01T08:00:00Z' };
  expectStatus(await admin.client.post(`${property}/resale/start`, started), 201);
  const accepted = { propertyId: own.propertyId, offerAcceptedAt: '2026-04-02T08:00:00Z', saleType: 'total' };
  expectStatus(await admin.client.post(`${property}/resale/offer-accepted`, accepted), 201);
  expectStatus(await admin.client.patch(`${property}/marketplace-allowed`, { isAllowed: false }), 200);
  const completed = { propertyId: own.propertyId, salePriceCents: 3_000, completedAt: '2026-04-03T08:00:00Z' };
  expectStatus(await admin.client.post(`${property}/resale/complete`, completed), 201);
  const ordered = await investmentOf(seller, own.propertyId);
  assert.deepEqual([ordered.state, ordered.outstandingCents, ordered.lostCents], ['sold', 3_000, 2_000]);
  await settle();
  await settle();
  const { capitalCents, outstandingCents, lostCents } = await investmentOf(seller, own.propertyId);
  assert.deepEqual([capitalCents, outstandingCents, lostCents], [3_000, 0, 2_000]);
  const { body } = expectStatus(await seller.client.get<PortfolioSummary>('/customers/investments/summary'), 200);
  assert.equal(body.lostCents, 2_000);
});
