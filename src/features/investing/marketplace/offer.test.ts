// The daily quota follows the Paris day, also when it has 23 or 25 hours, and across the turn of a year.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { resaleProperty, verifiedInvestor } from '../../../../test/support/actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

let world: World;
before(async () => {
  world = await startWorld({ worker: false, settings: { MAX_DAILY_RESALE_DEALS: '1' } });
});
after(() => world.close());

/** First and last second of a day, and the first one after it. */
for (const [what, first, last, next] of [
  ['a day of 23 hours', '2027-03-27T23:00:00Z', '2027-03-28T21:59:58Z', '2027-03-28T22:00:00Z'],
  ['a day of 25 hours', '2027-10-30T22:00:00Z', '2027-10-31T22:59:58Z', '2027-10-31T23:00:00Z'],
  ['a 29 February', '2028-02-28T23:00:00Z', '2028-02-29T22:59:58Z', '2028-02-29T23:00:00Z'],
  ['the last day of a year', '2028-12-30T23:00:00Z', '2028-12-31T22:59:58Z', '2028-12-31T23:00:00Z'],
] as const) {
  it(`${what}: one deal, and one on the next`, async () => {
    const seller = await verifiedInvestor(world);
    const { propertyId } = await resaleProperty(world, { owners: [{ customerId: seller.customerId, bricks: 9 }] });
    const offer = () => seller.client.post('/marketplace/deal', { propertyId, amount: 1, price: 950 });
    const mayAt = async (now: string) => {
      await world.moveClock({ now });
      return (await seller.client.get<{ canSellToday: boolean }>('/marketplace/deal/can-sell-today')).body.canSellToday;
    };
    assert.equal(await mayAt(first), true);
    expectStatus(await offer(), 201);
    assert.equal(await mayAt(last), false);
    expectCode(await offer(), 403, 'marketplace.sell.MAX_SELLING_QUOTA_REACHED');
    assert.equal(await mayAt(next), true);
    const answers = await Promise.all([offer(), offer(), offer()]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 403, 403]);
  });
}
