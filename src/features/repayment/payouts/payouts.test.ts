// Coupons and capital to the holders of bricks: jobs, ledger, tax, mails and the report of the month.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Investor, type Person, signInAdministrator, signUp, verifiedInvestor } from '../../../../test/support/actors.ts';
import { customerIs } from '../../../../test/support/customer-states.ts';
import { damage } from '../../../../test/support/money-states.ts';
import { ledgerCents, mailsWritten } from '../../../../test/support/readers.ts';
import {
  readEcheances,
  type ScheduledProperty,
  scheduledProperty,
  type Terms,
} from '../../../../test/support/scheduled-property.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';
import { newId } from '../../../core/ids.ts';

type Report = {
  period: string | null;
  echeances: number;
  payouts: number;
  totalCents: number;
  taxCents: number;
  failures: number;
  retried: number;
  taxTransfers: number;
  finishedProjects: string[];
};
type Holder = { investor: Investor; bricks: number };

const WIRES = '/administration/property/payment-schedule/wire-to-be-assigned';

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  await world.moveClock({ now: '2026-02-09T10:00:00Z' });
});
after(() => world.close());
afterEach(async () => {
  const proof = await world.runJob<{ ok: boolean; invariants: { ok: boolean }[]; providerDifferences: { kind: string }[] }>(
    'ledger-proof',
    { dryRun: true },
  );
  const broken = proof.invariants.filter(({ ok }) => !ok);
  assert.ok(proof.ok, JSON.stringify([broken, proof.providerDifferences]));
});

async function holders(...bricks: number[]): Promise<Holder[]> {
  const people: Holder[] = [];
  for (const count of bricks) people.push({ investor: await verifiedInvestor(world), bricks: count });
  return people;
}
const project = (owners: readonly Holder[], terms: Terms = {}) => scheduledProperty(world, admin, { holders: owners, terms });

/** A wire arrives and is assigned to the echeance. */
async function pay(own: ScheduledProperty, amountCents: number, number = 1, paymentFor = 'mensualite'): Promise<void> {
  await world.control('POST', `/accounts/${own.accountId}/credit`, { amountCents });
  await world.runJob('incoming-wires');
  const { body } = expectStatus(await admin.client.get<{ id: string; spvId: SpvId }[]>(WIRES), 200);
  expectStatus(
    await admin.client.post(`${WIRES}/assign`, {
      wireToBeAssignedId: body.find(({ spvId }) => spvId === own.spvId)?.id,
      paymentFor,
      echeanceId: own.echeances[number - 1]?.id,
      isSimulation: false,
    }),
    201,
  );
}
const coupons = (body: { dryRun?: boolean } = {}) => world.runJob<Report>('coupon-payout', body);
const capital = () => world.runJob<Report>('capital-payout');
const settle = () => world.runJob('wallet-transactions');
const walletOf = async ({ investor }: Holder) =>
  expectStatus(await investor.client.get<{ availableCents: number; balanceCents: number }>('/customers/wallet'), 200).body
    .availableCents;
const walletsOf = (owners: readonly Holder[]) => Promise.all(owners.map(walletOf));
const account = (name: string) => ledgerCents(world, name);
const purse = (own: ScheduledProperty, name: string) => account(`PRO:${own.propertyId}:${name}`);
const taxAccount = async () =>
  (await world.control<{ balanceCents: number }>('GET', `/accounts/${world.deps.config.PLATFORM_TAX_ACCOUNT_ID}`)).balanceCents;
/** Another month's payout day. */
const toPayoutDay = (month: string) => world.moveClock({ now: `${month}-10T06:00:00Z` });

describe('coupon-payout', () => {
  it('waits for the payout day of the month', async () => {
    const own = await project(await holders(3, 3, 1));
    await pay(own, 1_000);
    const report = await coupons();
    assert.deepEqual([report.period, report.payouts], [null, 0]);
    assert.equal(await purse(own, 'COUPON'), 1_000);
  });
  it('G-22, G-23: shares by largest remainder, tax by investor, once in the month', async () => {
    await toPayoutDay('2026-02');
    const owners = await holders(3, 3, 1);
    const company = owners[2];
    await customerIs(world, company?.investor.customerId ?? newId(), 'business');
    const own = await project(owners);
    await pay(own, 1_000);
    const before = await account('PLAT:TAX');
    const report = await coupons();
    // The month's other project of the test before is paid by the same run.
    assert.equal(report.period, '2026-02');
    assert.equal(report.failures, 0);
    await settle();
    const tax = (gross: number) => Math.round((gross * 3_140) / 10_000);
    assert.deepEqual(await walletsOf(owners), [429 - tax(429), 428 - tax(428), 143]);
    assert.equal(await purse(own, 'COUPON'), 0);
    assert.ok((await account('PLAT:TAX')) >= before + tax(429) + tax(428));
    assert.equal((await coupons()).payouts, 0);
    await settle();
    assert.deepEqual(await walletsOf(owners), [429 - tax(429), 428 - tax(428), 143]);
  });
  it('the tax follows to the tax account at the provider, once', async () => {
    await settle();
    await coupons();
    await settle();
    assert.equal(await taxAccount(), await account('PLAT:TAX'));
    assert.equal((await coupons()).taxTransfers, 0);
  });
  it('a payment after the run waits for the next month; what is due later too', async () => {
    const owners = await holders(1);
    const own = await project(owners);
    await pay(own, 500);
    await pay(own, 700, 2);
    assert.equal((await coupons()).payouts, 0);
    await toPayoutDay('2026-03');
    // Echeance 2 is due on 1 March: both are distributed now.
    await coupons();
    await settle();
    assert.deepEqual(await walletsOf(owners), [500 + 700 - Math.round(500 * 0.314) - Math.round(700 * 0.314)]);
  });
  it('no tax where the issuer does not withhold', async () => {
    await toPayoutDay('2026-04');
    const owners = await holders(2, 1);
    const own = await project(owners, { spvCountry: 'Portugal' });
    await pay(own, 900);
    await coupons();
    await settle();
    assert.deepEqual(await walletsOf(owners), [600, 300]);
  });
  it('two runs at once: each holder is paid once', async () => {
    await toPayoutDay('2026-05');
    const owners = await holders(1, 1);
    const own = await project(owners, { spvCountry: 'Portugal' });
    await pay(own, 1_000);
    await Promise.all([coupons(), coupons()]);
    await Promise.all([settle(), settle()]);
    assert.deepEqual(await walletsOf(owners), [500, 500]);
    assert.equal(await purse(own, 'COUPON'), 0);
  });
  it('a reply lost after the effect, and a refusal: the one is found, the other paid by the next run', async () => {
    await toPayoutDay('2026-06');
    const owners = await holders(1, 1);
    const own = await project(owners);
    await pay(own, 2_000);
    await coupons();
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'timeout-after', times: 1 });
    await settle();
    await settle();
    await toPayoutDay('2026-07');
    await pay(own, 2_000);
    await coupons();
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'error-in-200', times: 1 });
    await settle();
    assert.equal((await coupons()).retried, 1);
    await settle();
    assert.deepEqual(await walletsOf(owners), [2 * (1_000 - 314), 2 * (1_000 - 314)]);
    assert.equal(await purse(own, 'COUPON'), 0);
  });
  it('a dry run reports what there is and writes nothing', async () => {
    await toPayoutDay('2026-08');
    const own = await project(await holders(1));
    await pay(own, 300);
    const { totalCents } = await coupons({ dryRun: true });
    assert.ok(totalCents >= 300);
    assert.equal((await world.sql('select id from payout_run where property_id = $1', [own.propertyId])).length, 0);
    await coupons();
    await settle();
  });
  it('mails each holder', async () => {
    await toPayoutDay('2026-09');
    const [owner] = await holders(1);
    if (!owner) throw new Error('no holder');
    const own = await project([owner]);
    await pay(own, 10_000);
    await coupons();
    await settle();
    type PaidMail = { grossCents: number; taxCents: number; kind: string };
    const [mail] = await mailsWritten<PaidMail>(world, 'echeance-paid', owner.investor.email);
    assert.deepEqual([mail?.grossCents, mail?.taxCents, mail?.kind], [10_000, 3_140, 'coupon']);
  });
  it('a penalty that is lifted after it was distributed takes nothing back', async () => {
    await toPayoutDay('2026-10');
    const owners = await holders(1);
    const own = await project(owners, { spvCountry: 'Portugal' });
    const penalty = (total: number) => [
      {
        propertyId: own.propertyId,
        status: 'delay',
        penalties: [{ echeanceId: own.echeances[0]?.id, penalty: { total, forInvestors: total, forBricks: 0 } }],
      },
    ];
    const tell = (total: number) =>
      world.visitor().post('/administration/defaults-management/echeancier/penalties', penalty(total), {
        'x-api-key': 'sandbox-defaults-key',
      });
    expectStatus(await tell(4_000), 201);
    await pay(own, 83_167);
    await coupons();
    await settle();
    assert.deepEqual(await walletsOf(owners), [83_167]);
    expectStatus(await tell(0), 201);
    assert.deepEqual([await purse(own, 'COUPON'), await walletsOf(owners)], [0, [83_167]]);
  });
});

describe('the ledger proof', () => {
  const brokenBy = async (change: () => Promise<unknown>, undo: () => Promise<unknown>) => {
    await change();
    const proof = await world.runJob<{ invariants: { name: string; ok: boolean }[] }>('ledger-proof', { dryRun: true });
    await undo();
    return proof.invariants.filter(({ ok }) => !ok).map(({ name }) => name);
  };

  it('sees a share that does not add up, a payout that was never made, and money that was assigned behind its back', async () => {
    await toPayoutDay('2026-12');
    const own = await project(await holders(1, 2));
    await pay(own, 3_000);
    await coupons();
    const add = (cents: number) => () => damage.shares(world, own.propertyId, cents);
    const become = (status: 'paid' | 'waiting') => () => damage.shareStatus(world, own.propertyId, status);
    assert.deepEqual(await brokenBy(add(1), add(-1)), ['payouts-add-up']);
    assert.deepEqual(await brokenBy(become('paid'), become('waiting')), ['payouts-add-up', 'purse-coupon-is-derivable']);
    const addAmount = (cents: number) => () => damage.assigned(world, own.propertyId, cents);
    assert.ok((await brokenBy(addAmount(-2_500), addAmount(2_500))).includes('payouts-add-up'));
    await world.control('POST', `/accounts/${own.accountId}/credit`, { amountCents: 100 });
    await world.runJob('incoming-wires');
    assert.ok((await brokenBy(addAmount(1), addAmount(-1))).includes('purse-unassigned-is-derivable'));
    await settle();
  });
});

describe('capital-payout', () => {
  it('G-24: the same shares, without tax; all repaid, the project is finished', async () => {
    const owners = await holders(4_000, 3_500, 2_499, 1);
    const own = await project(owners, {
      totalFundedAmount: 2_500_000,
      initialCapitalLoaned: { date: '2026-01-01', amount: 2_500_000 },
      durationInMonths: 1,
      annualInterestPercentage: 0,
      managementFeesPercentage: 0,
      interestSequestre: 0,
    });
    await pay(own, 2_500_000, 1, 'capitalRepayment');
    const report = await capital();
    assert.deepEqual([report.payouts, report.totalCents, report.taxCents], [4, 2_500_000, 0]);
    // What is on its way is not paid.
    assert.deepEqual(report.finishedProjects, []);
    await settle();
    assert.deepEqual((await capital()).finishedProjects, [own.propertyId]);
    assert.deepEqual(await walletsOf(owners), [1_000_000, 875_000, 624_750, 250]);
    const [row] = await world.sql<{ status: string }>('select financial_status as status from property where id = $1', [
      own.propertyId,
    ]);
    assert.equal(row?.status, 'repayment-finished');
    assert.equal((await capital()).payouts, 0);
  });
  it('an excess stays with the SPV, and a project that still owes interest is not finished', async () => {
    const owners = await holders(1);
    const own = await project(owners, { durationInMonths: 1 });
    await pay(own, 10_000_500, 1, 'capitalRepayment');
    const { finishedProjects } = await capital();
    await settle();
    assert.deepEqual([await walletsOf(owners), await purse(own, 'SURPLUS'), finishedProjects], [[10_000_000], 500, []]);
    assert.equal((await readEcheances(admin, own.propertyId))[0]?.capitalRepaymentStatus, 'paid');
  });
});

describe('GET /administration/payouts/:period', () => {
  it('shows the runs of the month and the tax to remit by rate', async () => {
    await toPayoutDay('2026-11');
    const own = await project(await holders(1));
    await pay(own, 10_000);
    await coupons();
    await settle();
    const { body } = expectStatus(
      await admin.client.get<{
        runs: { propertyId: PropertyId; kind: string; totalCents: number; paidCents: number; taxCents: number }[];
        taxRemittance: { rates: { incomeTaxRate: number; socialRate: number; incomeTaxCents: number; socialCents: number }[] };
      }>('/administration/payouts/2026-11'),
      200,
    );
    const run = body.runs.find(({ propertyId }) => propertyId === own.propertyId);
    assert.deepEqual([run?.kind, run?.totalCents, run?.paidCents, run?.taxCents], ['coupon', 10_000, 10_000, 3_140]);
    const [rate] = body.taxRemittance.rates;
    assert.deepEqual([rate?.incomeTaxRate, rate?.socialRate], [12.8, 18.6]);
    assert.equal((rate?.incomeTaxCents ?? 0) + (rate?.socialCents ?? 0), 3_140);
  });
  it('a month without payouts', async () => {
    const { body } = expectStatus(await admin.client.get<{ runs: unknown[] }>('/administration/payouts/2025-01'), 200);
    assert.deepEqual(body.runs, []);
  });
  it('2026-13 -> 400 validation-failed', async () =>
    expectCode(await admin.client.get('/administration/payouts/2026-13'), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get('/administration/payouts/2026-01'), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await (await signUp(world)).client.get('/administration/payouts/2026-01'), 403, 'forbidden'));
});
