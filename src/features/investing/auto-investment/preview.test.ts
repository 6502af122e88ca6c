// What a wave of automatic investment would buy, asked beforehand: plan by plan, and why some would buy nothing. Through HTTP.

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Static } from 'typebox';
import {
  type Investor,
  openFunding,
  type Person,
  signInAdministrator,
  signUp,
  spvWithWallet,
  verifiedInvestor,
} from '../../../../test/support/actors.ts';
import { endPlans, followPlan } from '../../../../test/support/investment-plans.ts';
import { queue } from '../../../../test/support/session-states.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { WavePreview } from './schemas.ts';

type Preview = Static<typeof WavePreview>;

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld();
  admin = await signInAdministrator(world);
  await queue.unscheduled(world, 'automatic-funding');
});
after(() => world.close());
beforeEach(() => endPlans(world));

async function planner(fundsCents: number, plan: object = {}): Promise<Investor> {
  const investor = await verifiedInvestor(world, fundsCents > 0 ? { fundsCents } : {});
  await followPlan(world, investor, plan);
  return investor;
}
const ask = (propertyId: string, query = '', by = admin) =>
  by.client.get<Preview>(`/administration/property/${propertyId}/funding/automatic-investment-preview${query}`);
const preview = async (propertyId: PropertyId, query = '') => expectStatus(await ask(propertyId, query), 200).body;

describe('GET /administration/property/:propertyId/funding/automatic-investment-preview', () => {
  it('says who would buy how much in the order of the wave, and the wave then buys just that', async () => {
    const { propertyId } = await openFunding(world, { bricks: 12 });
    const whole = await planner(50_000);
    const poor = await planner(3_500);
    const late = await planner(50_000);
    const { items, totals, nextCursor } = await preview(propertyId);
    assert.deepEqual(
      items.map(({ customerId, bricks, amountCents, reason }) => [customerId, bricks, amountCents, reason]),
      [
        [whole.customerId, 10, 10_000, null],
        [poor.customerId, 2, 2_000, null],
        [late.customerId, 0, 0, 'sold-out'],
      ],
    );
    assert.deepEqual(totals, { plans: 3, buyers: 2, leftOut: 1, bricks: 12, amountCents: 12_000, freeBricks: 12 });
    assert.equal(nextCursor, null);
    const wave = { includeInvestorsWithCanceledAutoInvest: false };
    const path = `/administration/property/${propertyId}/funding/trigger-automatic-investment`;
    expectStatus(await admin.client.post(path, wave), 201);
    const bought = () =>
      world.sql<{ id: string; bricks: number }>(
        'select customer_id as id, brick_count as bricks from purchase where property_id = $1 order by brick_count desc',
        [propertyId],
      );
    await world.until(async () => (await bought()).length === 2, 'the wave');
    assert.deepEqual(
      (await bought()).map(({ id, bricks }) => [id, bricks]),
      items.slice(0, 2).map(({ customerId, bricks }) => [customerId, bricks]),
    );
  });

  it('says why a plan would buy nothing', async () => {
    const { propertyId } = await openFunding(world, { bricks: 100 });
    const loans = await planner(50_000, { contractTypes: ['loan'] });
    const short = await planner(50_000, { investmentHorizonInMonths: { max: 1 } });
    const high = await planner(50_000, { returnOnInvestment: { min: 90 } });
    const empty = await planner(0);
    const frozen = await planner(50_000);
    const freeze = { frozen: true, reason: 'Contrôle' };
    expectStatus(await admin.client.patch(`/administration/customers/${frozen.customerId}`, freeze), 200);
    const owner = await planner(50_000);
    expectStatus(await owner.client.post(`/properties/${propertyId}/purchase`, { amount: 1 }), 201);
    const { items, totals } = await preview(propertyId);
    const reasons = new Map(items.map(({ customerId, reason }) => [customerId, reason]));
    assert.deepEqual(
      [loans, short, high, empty, frozen, owner].map(({ customerId }) => reasons.get(customerId)),
      ['contract-type', 'horizon', 'return', 'balance', 'frozen', 'has-bought'],
    );
    assert.deepEqual([totals.buyers, totals.leftOut, totals.amountCents], [0, 6, 0]);
  });

  it('pages, each plan once, with the sums of all', async () => {
    const { propertyId } = await openFunding(world, { bricks: 100 });
    for (let plan = 1; plan <= 3; plan += 1) await planner(50_000);
    const first = await preview(propertyId, '?limit=2');
    const second = await preview(propertyId, `?limit=2&cursor=${first.nextCursor}`);
    assert.deepEqual([first.items.length, second.items.length, second.nextCursor], [2, 1, null]);
    assert.equal(new Set([...first.items, ...second.items].map(({ customerId }) => customerId)).size, 3);
    assert.deepEqual(second.totals, first.totals);
  });

  it('of no property -> 400 property-not-found', async () =>
    expectCode(await ask('00000000-0000-4000-8000-000000000000'), 400, 'property-not-found'));
  it('of a draft -> 400 property-not-published', async () => {
    await spvWithWallet(world);
    const draft = { name: 'Les Brouillons', investorContractType: 'obligation' };
    const { id } = expectStatus(await admin.client.post<{ id: string }>('/administration/property', draft), 201).body;
    expectCode(await ask(id), 400, 'property-not-published');
  });
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await ask(admin.userId, '', await signUp(world)), 403, 'forbidden'));
});
