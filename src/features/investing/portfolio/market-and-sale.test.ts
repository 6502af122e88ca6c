// A property sold below its price: what is missing is lost.

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
