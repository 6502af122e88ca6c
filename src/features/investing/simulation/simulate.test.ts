// The simulation through HTTP: it is what the schedule then pays, at whose tax rate, what is refused, and that no cent is invented.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import {
  type Investor,
  openFunding,
  type Person,
  sellAndClose,
  signInAdministrator,
  verifiedInvestor,
} from '../../../../test/support/actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { centsOf } from '../../../core/cents.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { computeSchedule } from '../../repayment/schedule-computation/index.ts';
import { announcedTerms, defaultMonths, lateMonths, monthsOf } from './rules.ts';
import type { Simulation } from './schemas.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const RATE_OF_2026 = 3_140;

let world: World;
let admin: Person;
let investor: Investor;
let propertyId: PropertyId;

before(async () => {
  world = await startWorld();
  await world.moveClock({ now: '2025-12-08T09:00:00Z' });
  admin = await signInAdministrator(world);
  investor = await verifiedInvestor(world);
  ({ propertyId } = await openFunding(world, { bricks: 1_000, contractType: 'loan' }));
  const echeancierConfig = {
    ...{ totalFundedAmount: 1_000_000, initialCapitalLoaned: { date: '2026-01-01', amount: 1_000_000 } },
    ...{ durationInMonths: 12, annualInterestPercentage: 12, managementFeesPercentage: 1.2 },
    ...{ spvCountry: 'France', interestSequestre: 0, events: [] },
  };
  const schedule = { propertyId, echeancierConfig, totalConstructionBudget: 0 };
  expectStatus(await admin.client.post('/administration/property/payment-schedule/v2', schedule), 201);
});
after(() => world.close());

const path = (query: string, id: string = propertyId) => `/properties/${id}/simulation?${query}`;
const simulate = async (query: string) => expectStatus(await world.visitor().get<Simulation>(path(query)), 200).body;

describe('GET /properties/:propertyId/simulation', () => {
  it('has the interest of the schedule, the usual tax, and the capital at the end', async () => {
    const shown = await simulate('bricks=50');
    assert.deepEqual([shown.brickCount, shown.amountCents, shown.basis], [50, 50_000, 'schedule']);
    assert.deepEqual([shown.taxRate, shown.taxBps], ['default', RATE_OF_2026]);
    assert.equal(shown.months.length, 12);
    assert.deepEqual(shown.months[0], { date: '2026-02-10', interestCents: 500, taxCents: 157, capitalCents: 0, netCents: 343 });
    assert.deepEqual(shown.months.at(-1), {
      ...{ date: '2027-01-10', interestCents: 500, taxCents: 157, capitalCents: 50_000, netCents: 50_343 },
    });
    assert.deepEqual([shown.planned.netCents, shown.planned.lostCents], [50_000 + 12 * 343, 0]);
  });

  it('is worse late, and worst in default', async () => {
    const { planned, late, default: fallen } = await simulate('bricks=50');
    assert.deepEqual([planned.lastDate, late.lastDate, fallen.lastDate], ['2027-01-10', '2027-07-10', '2026-07-10']);
    assert.equal(late.netCents, planned.netCents);
    assert.ok(Number(planned.yearlyReturnBps) > Number(late.yearlyReturnBps));
    assert.ok(Number(late.yearlyReturnBps) > 0);
    assert.deepEqual([fallen.netCents, fallen.capitalCents, fallen.lostCents], [6 * 343, 0, 50_000]);
    assert.ok(Number(fallen.yearlyReturnBps) < -9_000);
  });

  it('buys whole bricks of an amount', async () => {
    const { brickCount, amountCents } = await simulate('amountCents=50999');
    assert.deepEqual([brickCount, amountCents], [50, 50_000]);
  });

  it('of a royalty -> 400 simulation.no-terms', async () => {
    const own = await openFunding(world, { bricks: 10, contractType: 'royalty' });
    expectCode(await world.visitor().get(path('bricks=1', own.propertyId)), 400, 'simulation.no-terms');
  });

  it('of nothing and of both -> 400 validation-failed', async () => {
    expectCode(await world.visitor().get(path('')), 400, 'validation-failed');
    expectCode(await world.visitor().get(path('bricks=1&amountCents=1000')), 400, 'validation-failed');
  });

  it('of less than a brick, and of more than all -> 400 simulation.no-such-bricks', async () => {
    expectCode(await world.visitor().get(path('amountCents=999')), 400, 'simulation.no-such-bricks');
    expectCode(await world.visitor().get(path('bricks=1001')), 400, 'simulation.no-such-bricks');
  });

  it('of a funding that has ended -> 400 simulation.funding-is-over', async () => {
    const own = await openFunding(world, { bricks: 10 });
    await sellAndClose(world, { ...own, brickPriceCents: 1_000 }, [{ investor, bricks: 10 }]);
    expectCode(await world.visitor().get(path('bricks=1', own.propertyId)), 400, 'simulation.funding-is-over');
  });

  it('of an unknown property -> 404 property.not-found', async () =>
    expectCode(await world.visitor().get(path('bricks=1', UNKNOWN)), 404, 'property.not-found'));
});

describe('GET /customers/properties/:propertyId/simulation', () => {
  const own = (query: string, id: string = propertyId) => investor.client.get<Simulation>(`/customers${path(query, id)}`);

  it('is at the own rate', async () => {
    const declared = { year: 2026, fiscalResidence: 'abroad' };
    expectStatus(await investor.client.post('/customers/taxation', declared), 201);
    const [waiting] = await world.sql<{ id: string }>('select id from tax_rate_request where customer_id = $1', [
      investor.customerId,
    ]);
    expectStatus(await admin.client.post(`/administration/tax-rate-requests/${waiting?.id}/validate`), 201);
    const { body } = expectStatus(await own('bricks=50'), 200);
    assert.deepEqual([body.taxRate, body.taxBps], ['own', 0]);
    assert.deepEqual(body.months[0], { date: '2026-02-10', interestCents: 500, taxCents: 0, capitalCents: 0, netCents: 500 });
  });

  it('of an unknown property -> 404 property.not-found', async () =>
    expectCode(await own('bricks=1', UNKNOWN), 404, 'property.not-found'));

  it('of less than a brick -> 400 simulation.no-such-bricks', async () =>
    expectCode(await own('amountCents=1'), 400, 'simulation.no-such-bricks'));

  it('of a royalty -> 400 simulation.no-terms', async () => {
    const royalty = await openFunding(world, { bricks: 10, contractType: 'royalty' });
    expectCode(await own('bricks=1', royalty.propertyId), 400, 'simulation.no-terms');
  });

  it('of a funding that has ended -> 400 simulation.funding-is-over', async () => {
    const ended = await openFunding(world, { bricks: 10 });
    await sellAndClose(world, { ...ended, brickPriceCents: 1_000 }, [{ investor, bricks: 10 }]);
    expectCode(await own('bricks=1', ended.propertyId), 400, 'simulation.funding-is-over');
  });
});

it('announced terms: whatever they are, all bricks together get no more than the project pays, and less by under a cent each a month', () => {
  const today = Temporal.PlainDate.from('2026-05-20');
  const offers = fc.record({
    amountToFundCents: fc.integer({ min: 100, max: 10 ** 11 }).map(centsOf),
    interestRate: fc.integer({ min: 0, max: 300_000 }),
    durationInMonths: fc.integer({ min: 1, max: 120 }),
  });
  fc.assert(
    fc.property(offers, fc.integer({ min: 1, max: 10_000 }), (terms, heldBrickCount) => {
      const offer = { ...terms, contractType: 'loan', fundingMaxEndDate: null, issuerCountry: 'France' } as const;
      const announced = announcedTerms(offer, today, null);
      assert.ok(announced);
      const echeances = computeSchedule(announced);
      const months = monthsOf(echeances, { brickCount: 1, heldBrickCount, taxBpsIn: () => 0, payoutDay: 10, today });
      const paid = echeances.reduce((sum, { interestCents, capitalRepaymentDueCents: cents }) => sum + interestCents + cents, 0);
      const shared = months.reduce((sum, { netCents }) => sum + netCents, 0) * heldBrickCount;
      assert.ok(shared <= paid);
      assert.ok(paid - shared < 2 * heldBrickCount * echeances.length);
    }),
  );
});

it('a payment that slides into the next year is taxed at the rate of that year', () => {
  const paid = { interestCents: centsOf(1_000), taxCents: centsOf(300), capitalCents: centsOf(5_000), netCents: centsOf(5_700) };
  const months = ['2026-06-10', '2026-07-10'].map((day) => ({ date: Temporal.PlainDate.from(day), ...paid }));
  assert.deepEqual(
    lateMonths(months, (year) => (year === 2026 ? 3_000 : 3_600)).map((month) => [
      month.date.toString(),
      month.taxCents,
      month.netCents,
    ]),
    [
      ['2026-12-10', 300, 5_700],
      ['2027-01-10', 360, 5_640],
    ],
  );
});

it('a default keeps the interest of the first half, and no capital that was to come early', () => {
  const month = (day: string, capitalCents: number) => ({
    ...{
      date: Temporal.PlainDate.from(day),
      interestCents: centsOf(500),
      taxCents: centsOf(157),
      capitalCents: centsOf(capitalCents),
    },
    netCents: centsOf(343 + capitalCents),
  });
  const months = [month('2026-02-10', 20_000), month('2026-03-10', 0), month('2026-04-10', 30_000)];
  assert.deepEqual(
    defaultMonths(months).map(({ capitalCents, netCents }) => [capitalCents, netCents]),
    [[0, 343]],
  );
});
