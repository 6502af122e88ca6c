// The portfolio through HTTP: what went in and came out equals the ledger, what comes is what then comes, and lists are the investor's own.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type Investor,
  openFunding,
  type Person,
  signInAdministrator,
  verifiedInvestor,
} from '../../../../test/support/actors.ts';
import { type LentProject, lentProject, payByWire, payOut, tellDefault } from '../../../../test/support/lent-project.ts';
import { ledgerCents } from '../../../../test/support/readers.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { Investment, InvestmentDetail, PortfolioSummary } from './schemas.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const CENTS = ['investedCents', 'outstandingCents', 'couponGrossCents', 'taxCents', 'capitalCents', 'lateCents'] as const;

let world: World;
let admin: Person;
let first: Investor;
let second: Investor;
let lent: LentProject;

before(async () => {
  world = await startWorld();
  // The loan begins on 1 January 2026.
  await world.moveClock({ now: '2025-12-08T09:00:00Z' });
  admin = await signInAdministrator(world);
  first = await verifiedInvestor(world);
  second = await verifiedInvestor(world);
  lent = await lentProject(world, admin, {
    holders: [
      { investor: first, bricks: 67 },
      { investor: second, bricks: 33 },
    ],
  });
});
after(() => world.close());

type Listed = { items: Investment[]; nextCursor: string | null };
const list = async ({ client }: Investor, query = '') =>
  expectStatus(await client.get<Listed>(`/customers/investments${query}`), 200).body;
const summary = async ({ client }: Investor) =>
  expectStatus(await client.get<PortfolioSummary>('/customers/investments/summary'), 200).body;
const detail = async ({ client }: Investor, id: string = lent.propertyId) =>
  expectStatus(await client.get<InvestmentDetail>(`/customers/investments/${id}`), 200).body;
const figures = (of: Pick<Investment, (typeof CENTS)[number]>) => CENTS.map((name) => of[name]);

/** The runs of the day, until their payments have arrived. */
async function payOutWhole(): Promise<void> {
  await payOut(world);
  await world.until(
    async () => (await world.sql(`select from payout_line where status = 'waiting'`)).length === 0,
    'the payouts to arrive',
  );
}

describe('the investments of an investor', () => {
  it('begin with what is to come, which is theirs alone', async () => {
    const [investment] = (await list(first)).items;
    assert.ok(investment);
    assert.deepEqual([investment.propertyId, investment.brickCount, investment.state], [lent.propertyId, 67, 'running']);
    assert.deepEqual(figures(investment), [670_000, 670_000, 0, 0, 0, 0]);
    assert.deepEqual(investment.noCoupon, { reason: 'not-due-yet', since: null, nextDate: '2026-02-10' });
    // At the rate of 2026, as the coupon comes in it.
    assert.deepEqual(investment.next, {
      ...{ date: '2026-02-10', couponGrossCents: 6_700, taxCents: 2_104, capitalCents: 0, netCents: 4_596 },
    });
    assert.equal((await list(second)).items[0]?.investedCents, 330_000);
  });

  it('get the coupon that was expected, and a return', async () => {
    await payByWire(world, admin, lent, { paymentFor: 'mensualite', index: 0, cents: 11_200 });
    await world.moveClock({ now: '2026-02-12T09:00:00Z' });
    await payOutWhole();
    const { investment, payments } = await detail(first);
    assert.deepEqual(figures(investment), [670_000, 670_000, 6_700, 2_104, 0, 0]);
    assert.equal(investment.noCoupon, null);
    assert.deepEqual(
      payments.map(({ date, kind, state, netCents }) => [date, kind, state, netCents]),
      [
        ['2026-02-12', 'coupon', 'paid', 4_596],
        ['2026-03-01', 'capital', 'coming', 670_000],
        ['2026-03-10', 'coupon', 'coming', 4_596],
      ],
    );
    // 45.96 on 6 700 euros in 66 days.
    assert.equal(investment.yearlyReturnBps, 385);
    const { months, yearlyReturnBps } = await summary(first);
    assert.equal(yearlyReturnBps, 385);
    assert.deepEqual(
      months.filter(({ receivedCents, expectedCents }) => receivedCents + expectedCents > 0),
      [
        { period: '2026-02', receivedCents: 4_596, expectedCents: 0 },
        { period: '2026-03', receivedCents: 0, expectedCents: 674_596 },
      ],
    );
    assert.equal(months.length, 25);
  });

  it('say what is late since when, and tell its story', async () => {
    await world.moveClock({ now: '2026-03-05T09:00:00Z' });
    await tellDefault(world, lent, 'delay');
    await payByWire(world, admin, lent, { paymentFor: 'capitalRepayment', index: 1, cents: 100_000 });
    await world.moveClock({ now: '2026-03-06T09:00:00Z' });
    await payOutWhole();
    const { investment, story } = await detail(first);
    assert.deepEqual(figures(investment), [670_000, 603_000, 6_700, 2_104, 67_000, 609_700]);
    assert.deepEqual([investment.state, investment.lateSince, investment.next], ['late', '2026-03-01', null]);
    assert.deepEqual(investment.noCoupon, { reason: 'owner-late', since: '2026-03-01', nextDate: '2026-03-10' });
    assert.deepEqual(
      story.map(({ date, kind, amountCents }) => [date, kind, amountCents]),
      [
        ['2026-03-01', 'due', 676_700],
        ['2026-03-02', 'unpaid', 676_700],
        ['2026-03-05', 'paid-by-owner', 67_000],
        ['2026-03-05', 'reported-late', null],
      ],
    );
  });

  it('equal the ledger, whoever holds', async () => {
    for (const investor of [first, second]) {
      const { investedCents, couponNetCents, capitalCents } = await summary(investor);
      const wallet = await ledgerCents(world, `INV:${investor.customerId}:AVAILABLE`);
      // They brought exactly what they invested.
      assert.equal(wallet, couponNetCents + capitalCents);
      assert.equal(investedCents, (await list(investor)).items[0]?.investedCents);
    }
    const both = await Promise.all([summary(first), summary(second)]);
    assert.equal(both[0].couponGrossCents + both[1].couponGrossCents, 10_000);
    assert.equal(both[0].capitalCents + both[1].capitalCents, 100_000);
    assert.equal(both[0].outstandingCents + both[1].outstandingCents, 900_000);
  });

  it('tell what the owner paid to the holders, without fees and what is too much', async () => {
    for (const [day, cents] of [
      ['2026-03-07', 4_000],
      ['2026-03-08', 8_000],
    ] as const) {
      await world.moveClock({ now: `${day}T09:00:00Z` });
      await payByWire(world, admin, lent, { paymentFor: 'mensualite', index: 1, cents });
    }
    await payByWire(world, admin, lent, { paymentFor: 'capitalRepayment', index: 1, cents: 950_000 });
    const { story } = await detail(first);
    assert.deepEqual(
      story.filter(({ kind }) => kind === 'paid-by-owner').map(({ date, amountCents }) => [date, amountCents]),
      [
        ['2026-03-05', 67_000],
        ['2026-03-07', 2_680],
        ['2026-03-08', 607_020],
      ],
    );
  });

  it('tell that a penalty was paid when its money came, after a fee that was taken before it', async () => {
    const holder = await verifiedInvestor(world);
    const own = await lentProject(world, admin, { holders: [{ investor: holder, bricks: 100 }] });
    const echeanceId = own.echeances[0]?.id;
    await payByWire(world, admin, own, { paymentFor: 'mensualite', index: 0, cents: 4_000 });
    await world.moveClock({ now: '2026-03-09T09:00:00Z' });
    await payByWire(world, admin, own, { paymentFor: 'mensualite', index: 0, cents: 7_200 });
    const fees = '/administration/property/payment-schedule/management-fees/transfer-one';
    expectStatus(await admin.client.post(fees, { echeanceId }), 201);
    await tellDefault(world, own, 'delay', [{ echeanceId, penalty: { total: 500, forInvestors: 500, forBricks: 0 } }]);
    await world.moveClock({ now: '2026-03-10T09:00:00Z' });
    await payByWire(world, admin, own, { paymentFor: 'mensualite', index: 0, cents: 800 });
    const { story } = await detail(holder, own.propertyId);
    assert.deepEqual(
      story.filter(({ kind }) => kind === 'paid-by-owner').map(({ date, amountCents }) => [date, amountCents]),
      [
        ['2026-03-08', 4_000],
        ['2026-03-09', 6_000],
        ['2026-03-10', 500],
      ],
    );
  });

  it('are listed in parts, with a funding that is open', async () => {
    const { propertyId } = await openFunding(world, { bricks: 40 });
    await world.control('POST', `/accounts/${first.customerId}/credit`, { amountCents: 10_000 });
    await world.runJob('incoming-wires');
    expectStatus(await first.client.post(`/properties/${propertyId}/purchase`, { amount: 4 }), 201);
    await world.until(async () => (await detail(first, propertyId)).investment.brickCount === 4, 'the purchase to be confirmed');
    const page = await list(first, '?limit=1');
    assert.equal(page.items.length, 1);
    const rest = await list(first, `?limit=1&cursor=${page.nextCursor}`);
    assert.deepEqual([rest.items.length, rest.nextCursor], [1, null]);
    const { investment, trades } = await detail(first, propertyId);
    assert.deepEqual([investment.state, investment.investedCents, investment.outstandingCents], ['collecting', 4_000, 4_000]);
    assert.equal(investment.noCoupon?.reason, 'funding-open');
    assert.deepEqual(
      trades.map(({ kind, brickCount, amountCents, hasPaper }) => [kind, brickCount, amountCents, hasPaper]),
      [['purchase', 4, 4_000, true]],
    );
    assert.equal((await summary(first)).investmentCount, 2);
  });
});

describe('GET /customers/investments/:propertyId', () => {
  it('of a project that others hold -> 404 not-found', async () => {
    const stranger = await verifiedInvestor(world);
    expectCode(await stranger.client.get(`/customers/investments/${lent.propertyId}`), 404, 'not-found');
    expectCode(await first.client.get(`/customers/investments/${UNKNOWN}`), 404, 'not-found');
    assert.deepEqual((await list(stranger)).items, []);
    assert.equal((await summary(stranger)).yearlyReturnBps, null);
  });
});
