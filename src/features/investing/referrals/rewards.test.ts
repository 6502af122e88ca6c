// How rewards are counted: amounts, period, cap (G-20), and two closings of one referrer at once.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Investor, openFunding, signUp, verifiedInvestor } from '../../../../test/support/actors.ts';
import { signedUpAt } from '../../../../test/support/customer-states.ts';
import { countRewards, earn, purchaseRow, referredBy } from '../../../../test/support/referral-actors.ts';
import { startWorld, type World } from '../../../../test/support/world.ts';

let world: World;

before(async () => {
  world = await startWorld({ worker: false });
});
after(() => world.close());

type Row = { amount: number; blocked: number; year: number; referee: string };
const rewardsOf = (referrer: Investor) =>
  world.sql<Row>(
    `select amount_cents::integer as amount, blocked_cents::integer as blocked, year, referee_customer_id as referee
     from referral_reward where referrer_customer_id = $1 order by created_at, id`,
    [referrer.customerId],
  );
const partsOf = async (referrer: Investor) => (await rewardsOf(referrer)).map(({ amount, blocked }) => [amount, blocked]);
const property = async () => (await openFunding(world, { bricks: 1 })).propertyId;

const G20 = [
  [200_000, 0],
  [60_000, 20_000],
  [30_000, 30_000],
  [10_000, 10_000],
];

describe('the rewards of a closing', () => {
  it('are a share of each confirmed purchase, rounded down, none below a cent', async () => {
    const referrer = await signUp(world);
    const referee = await referredBy(world, referrer, 0);
    const propertyId = await property();
    const { customerId } = referee;
    for (const cents of [1_000, 1_099, 99, 12_345_678]) await purchaseRow(world, { propertyId, customerId, cents });
    for (const status of ['canceled', 'declined', 'waiting_provider'])
      await purchaseRow(world, { propertyId, customerId, cents: 5_000, status });
    await purchaseRow(world, { propertyId, customerId: referrer.customerId, cents: 5_000 });
    assert.equal(await countRewards(world, propertyId), 3);
    const rows = await rewardsOf(referrer);
    assert.deepEqual(
      rows.map(({ amount }) => amount).toSorted((a, b) => a - b),
      [10, 10, 123_456],
    );
    assert.ok(rows.every((row) => row.referee === customerId));
    await assert.rejects(countRewards(world, propertyId), /referral_reward_purchase_id_key/);
  });
  it('stop being blocked only up to the cap of the year (G-20), over several fundings', async () => {
    const referrer = await signUp(world);
    await earn(world, await referredBy(world, referrer, 0), 200_000, 60_000, 30_000, 10_000);
    assert.deepEqual(await partsOf(referrer), G20);
  });
  it('use the cap in the order of the purchases within one funding (G-20)', async () => {
    const referrer = await signUp(world);
    const [one, two] = [await referredBy(world, referrer, 0), await referredBy(world, referrer, 0)];
    const propertyId = await property();
    const purchases = [200_000, 60_000, 30_000, 10_000].map((cents, index) => ({ cents: cents * 100, index }));
    for (const { cents, index } of purchases.toReversed()) {
      const at = world.deps.clock.now().add({ seconds: index }).toString();
      await purchaseRow(world, { propertyId, customerId: (index % 2 ? one : two).customerId, cents, at });
    }
    assert.equal(await countRewards(world, propertyId), 4);
    assert.deepEqual(await partsOf(referrer), G20);
  });
  it('count each referrer alone, and each Paris year anew', async () => {
    const [ines, marc] = [await signUp(world), await signUp(world)];
    const [byInes, byMarc] = [await referredBy(world, ines, 0), await referredBy(world, marc, 0)];
    const start = world.deps.clock.now();
    const year = start.toZonedDateTimeISO('Europe/Paris').year;
    try {
      await world.moveClock({ now: `${year}-12-31T22:00:00Z` });
      await earn(world, byInes, 240_000, 100);
      await earn(world, byMarc, 200);
      await world.moveClock({ now: `${year}-12-31T23:00:00Z` });
      await earn(world, byInes, 240_001);
    } finally {
      await world.moveClock({ now: start.toString() });
    }
    const short = async (of: Investor) => (await rewardsOf(of)).map(({ amount, blocked, year: of }) => [amount, blocked, of]);
    assert.deepEqual(await short(ines), [
      [240_000, 0, year],
      [100, 100, year],
      [240_001, 1, year + 1],
    ]);
    assert.deepEqual(await short(marc), [[200, 0, year]]);
  });
  it('end with the twelfth month after sign-up, in Paris time', async () => {
    const referrer = await signUp(world);
    const referee = await referredBy(world, referrer, 0);
    const propertyId = await property();
    const { customerId } = referee;
    // 29 February in Paris: the year ends on 28 February at the same hour there; summer time is no matter.
    await signedUpAt(world, [referee.customerId], '2024-02-29T09:30:00Z');
    const cents = [100, 200, 300];
    const moments = ['2024-02-29T09:30:00Z', '2025-02-28T09:29:59.999Z', '2025-02-28T09:30:00Z'];
    for (const [index, at] of moments.entries())
      await purchaseRow(world, { propertyId, customerId, cents: (cents[index] ?? 0) * 100, at });
    assert.equal(await countRewards(world, propertyId), 2);
    assert.deepEqual(
      (await partsOf(referrer)).map(([amount]) => amount),
      [100, 200],
    );
  });
  it('follow the wall clock of Paris over the change of time', async () => {
    const referrer = await signUp(world);
    const referee = await referredBy(world, referrer, 0);
    const propertyId = await property();
    // 12:00 in Paris in winter, and 12:00 in Paris twelve months later, then in summer time.
    await signedUpAt(world, [referee.customerId], '2025-03-29T11:00:00Z');
    const { customerId } = referee;
    await purchaseRow(world, { propertyId, customerId, cents: 10_000, at: '2026-03-29T09:59:59Z' });
    await purchaseRow(world, { propertyId, customerId, cents: 20_000, at: '2026-03-29T10:00:00Z' });
    assert.equal(await countRewards(world, propertyId), 1);
  });
  it('are none without a referrer', async () => {
    const propertyId = await property();
    await purchaseRow(world, { propertyId, customerId: (await verifiedInvestor(world)).customerId, cents: 10_000 });
    assert.equal(await countRewards(world, propertyId), 0);
  });
});

describe('fundings that close at once', () => {
  it('never use the cap of a shared referrer twice, nor wait for each other in a circle', async () => {
    const referrers = await Promise.all(Array.from({ length: 4 }, () => signUp(world)));
    const referees = await Promise.all(referrers.map((referrer) => referredBy(world, referrer, 0)));
    const propertyIds = await Promise.all(Array.from({ length: 5 }, property));
    for (const propertyId of propertyIds)
      for (const { customerId } of referees) await purchaseRow(world, { propertyId, customerId, cents: 10_000_000 });
    await Promise.all(propertyIds.map((propertyId) => countRewards(world, propertyId)));
    // Five rewards of 1 000 EUR each, a cap of 2 400: in order of creation, to the cent.
    for (const referrer of referrers)
      assert.deepEqual(await partsOf(referrer), [
        [100_000, 0],
        [100_000, 0],
        [100_000, 60_000],
        [100_000, 100_000],
        [100_000, 100_000],
      ]);
  });
});
