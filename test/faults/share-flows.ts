// What many holders get of one sum beside coupons: the price of a sold property, and capital that was funded and never lent.

import assert from 'node:assert/strict';
import { type Investor, openFunding, type Person, sellAndClose } from '../support/actors.ts';
import { finishedProject, ONE_MONTH } from '../support/finished-project.ts';
import { surplus } from '../support/funding-actors.ts';
import { expectStatus, type World } from '../support/world.ts';
import { byWorker, type Flow, openedBy } from './flow.ts';

type Setting = { world: World; admin: Person; count: number };
type Shared = { soldId: string; unlentId: string };

const EACH_CENTS = 100;

/** A royalty property about to be sold, and a repaid project of which a part was never lent: both have all these holders. */
export async function sharedByMany({ world, admin, count }: Setting, holders: readonly Investor[]): Promise<Shared> {
  const holdings = holders.map((investor) => ({ investor, bricks: 1 }));
  const unlentCents = count * EACH_CENTS;
  const terms = { ...ONE_MONTH, totalFundedAmount: 10_000 + unlentCents };
  const unlent = await finishedProject(world, admin, { holders: holdings, terms, mainCents: unlentCents });
  const brickPriceCents = 1_000;
  const sold = await openFunding(world, { bricks: count, brickPriceCents, contractType: 'royalty' });
  await sellAndClose(world, { ...sold, brickPriceCents }, holdings);
  await surplus(world, sold, count * EACH_CENTS);
  const { propertyId } = sold;
  const base = `/administration/property/${propertyId}`;
  const started = { propertyId, saleStartedAt: '2026-01-20T08:00:00Z' };
  expectStatus(await admin.client.post(`${base}/resale/start`, started), 201);
  const offer = { propertyId, offerAcceptedAt: '2026-01-20T09:00:00Z', saleType: 'total' };
  expectStatus(await admin.client.post(`${base}/resale/offer-accepted`, offer), 201);
  expectStatus(await admin.client.patch(`${base}/marketplace-allowed`, { isAllowed: false }), 200);
  return { soldId: propertyId, unlentId: unlent.propertyId };
}

/** A share for every fault, ordered and not sent. */
export async function shareFlows({ world, admin, count }: Setting, { soldId, unlentId }: Shared): Promise<Flow[]> {
  const completed = { propertyId: soldId, salePriceCents: count * EACH_CENTS, completedAt: '2026-01-20T09:30:00Z' };
  const sale = await openedBy(world, 'property-sale', async () => {
    expectStatus(await admin.client.post(`/administration/property/${soldId}/resale/complete`, completed), 201);
  });
  const path = `/administration/property/${unlentId}/solde-de-tout-compte/unlent-capital`;
  const unlent = await openedBy(world, 'capital-repayment', async () => {
    expectStatus(await admin.client.post(path), 201);
  });
  assert.deepEqual([sale.length, unlent.length], [count, count]);
  return [byWorker('share of a sale', sale), byWorker('unlent capital', unlent)];
}
