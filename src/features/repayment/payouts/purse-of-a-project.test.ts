// A project pays its holders out of its own purses, never beyond them, and has finished once the last of them is paid. With workers.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Investor, type Person, type Spv, signInAdministrator, verifiedInvestor } from '../../../../test/support/actors.ts';
import { financialStatusIs } from '../../../../test/support/property-states.ts';
import { purseCents } from '../../../../test/support/readers.ts';
import { type ScheduledProperty, scheduledProperty, type Terms } from '../../../../test/support/scheduled-property.ts';
import { proveLedger } from '../../../../test/support/withdrawal-actors.ts';
import { expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { SpvId } from '../../../core/db/tables.ts';

const WIRES = '/administration/property/payment-schedule/wire-to-be-assigned';
const TERMS: Terms = { durationInMonths: 1, spvCountry: 'Portugal', managementFeesPercentage: 0, interestSequestre: 0 };
const LOANED: Terms = {
  ...TERMS,
  totalFundedAmount: 10_000,
  initialCapitalLoaned: { date: '2026-01-01', amount: 10_000 },
  annualInterestPercentage: 0,
};

let world: World;
let admin: Person;
let ana: Investor;
let bob: Investor;

before(async () => {
  world = await startWorld();
  admin = await signInAdministrator(world);
  [ana, bob] = [await verifiedInvestor(world), await verifiedInvestor(world)];
  await world.moveClock({ now: '2026-03-10T06:00:00Z' });
});
after(() => world.close());
afterEach(async () => {
  await world.control('DELETE', '/faults');
  await proveLedger(admin);
});

type Report = { payouts: number; totalCents: number; failures: number; finishedProjects: string[] };
const coupons = () => world.runJob<Report>('coupon-payout');
const capital = () => world.runJob<Report>('capital-payout');
const project = (terms: Terms, spv?: Spv) =>
  scheduledProperty(world, admin, {
    terms,
    holders: [
      { investor: ana, bricks: 1 },
      { investor: bob, bricks: 1 },
    ],
    ...(spv ? { spv } : {}),
  });
async function pay(own: ScheduledProperty, amountCents: number, paymentFor: string): Promise<void> {
  await world.control('POST', `/accounts/${own.accountId}/credit`, { amountCents });
  await world.runJob('incoming-wires');
  const { body } = expectStatus(await admin.client.get<{ id: string; spvId: SpvId }[]>(WIRES), 200);
  const wireToBeAssignedId = body.find(({ spvId }) => spvId === own.spvId)?.id;
  const assignment = { wireToBeAssignedId, paymentFor, echeanceId: own.echeances[0]?.id, isSimulation: false };
  expectStatus(await admin.client.post(`${WIRES}/assign`, assignment), 201);
}
const purse = ({ propertyId }: ScheduledProperty, name: string) => purseCents(world, { propertyId }, name);
const statusOf = async ({ propertyId }: ScheduledProperty) =>
  (await world.sql<{ status: string }>('select financial_status as status from property where id = $1', [propertyId]))[0]?.status;
const linesOf = async ({ propertyId }: ScheduledProperty) =>
  (
    await world.sql<{ status: string }>(
      `select line.status from payout_line line join payout_run run on run.id = line.run_id where run.property_id = $1 order by line.status`,
      [propertyId],
    )
  ).map(({ status }) => status);
const settled = (own: ScheduledProperty) =>
  world.until(async () => !(await linesOf(own)).includes('waiting'), 'every payout has an end');

describe('a project’s own purse', () => {
  it('of two projects on one SPV each pays what it was paid itself', async () => {
    const own = await project(TERMS);
    const neighbour = await project(TERMS, own);
    await pay(own, 1_000, 'mensualite');
    await pay(neighbour, 50_000, 'mensualite');
    await coupons();
    await settled(own);
    await settled(neighbour);
    assert.deepEqual([await purse(own, 'COUPON'), await purse(neighbour, 'COUPON')], [0, 0]);
    const paid = await world.sql<{ id: string; cents: number }>(
      `select property_id as id, sum(amount_cents)::integer as cents from wallet_transaction
       where type = 'COUPON_PAYOUT' and status = 'CONFIRMED' and property_id = any ($1) group by 1`,
      [[own.propertyId, neighbour.propertyId]],
    );
    assert.deepEqual(
      new Map(paid.map(({ id, cents }) => [id, cents])),
      new Map([
        [own.propertyId, 1_000],
        [neighbour.propertyId, 50_000],
      ]),
    );
  });
  for (const [kind, paymentFor, purseName] of [
    ['coupon', 'mensualite', 'COUPON'],
    ['capital', 'capitalRepayment', 'CAPITAL'],
  ] as const)
    it(`lacks money that the rows promise: no ${kind} is written, the echeance is a failure, and the team is notified`, async () => {
      // No way of the product leads here: the purse is emptied by SQL, and the neighbour's is full.
      await world.moveClock({ advance: 'P31D' });
      const own = await project(TERMS);
      const neighbour = await project(TERMS, own);
      await pay(own, 1_000, paymentFor);
      await pay(neighbour, 1_000, paymentFor);
      const takeOut = (cents: number) =>
        world.sql(
          `select ledger_post(gen_random_uuid(), 'hold', 'ASSIGNMENT', now(), now(), array[$1::text, 'EXT'], array[-$2::bigint, $2::bigint])`,
          [`PRO:${own.propertyId}:${purseName}`, cents],
        );
      await takeOut(1);
      const run = kind === 'coupon' ? coupons : capital;
      const report = await run();
      assert.equal(report.failures, 1);
      await settled(neighbour);
      assert.deepEqual([await linesOf(own), await linesOf(neighbour)], [[], ['paid', 'paid']]);
      const told = await world.sql(`select from pgboss.job where name = 'post-chat-message' and data->>'text' like $1`, [
        `L’échéance ${own.echeances[0]?.period}%${purseName}%`,
      ]);
      assert.equal(told.length, 1);
      await takeOut(-1);
      assert.equal((await run()).failures, 0);
      await settled(own);
      assert.deepEqual(await linesOf(own), ['paid', 'paid']);
    });
  it('capital beyond what was lent is never distributed', async () => {
    const own = await project(LOANED);
    await pay(own, 10_700, 'capitalRepayment');
    assert.equal((await capital()).totalCents, 10_000);
    await settled(own);
    assert.deepEqual([await purse(own, 'CAPITAL'), await purse(own, 'SURPLUS')], [0, 700]);
  });
});

describe('a project that has finished', () => {
  it('still pays what lies in its purse: nothing is stranded there', async () => {
    await world.moveClock({ advance: 'P31D' });
    const own = await project(TERMS);
    await pay(own, 1_000, 'mensualite');
    // No way of the product is known to leave a coupon behind; were there one, its money must reach the holders.
    await financialStatusIs(world, [own.propertyId], 'repayment-finished');
    await coupons();
    await settled(own);
    assert.deepEqual([await linesOf(own), await purse(own, 'COUPON')], [['paid', 'paid'], 0]);
  });
});

describe('repayment-finished', () => {
  it('is written by the settlement of the last payout, not by the run that orders it', async () => {
    const own = await project(LOANED);
    await pay(own, 10_000, 'capitalRepayment');
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'pending', times: 2 });
    assert.deepEqual((await capital()).finishedProjects, []);
    const sent = () =>
      world.sql<{ id: string }>(
        `select provider_payment_id as id from payment where purpose = 'capital-repayment' and status = 'sent' and provider_payment_id is not null`,
      );
    const [first, second] = await world.until(async () => {
      const open = await sent();
      return open.length === 2 && open;
    }, 'both are with the provider');
    assert.deepEqual((await capital()).finishedProjects, []);
    await world.control('POST', `/p2p/${first?.id}/complete`);
    await world.runJob('wallet-transactions');
    assert.equal(await statusOf(own), 'repayment-ongoing');
    await world.control('POST', `/p2p/${second?.id}/complete`);
    await world.runJob('wallet-transactions');
    await world.until(async () => (await statusOf(own)) === 'repayment-finished', 'the project is finished');
  });
  it('waits for a payout that was refused, whatever runs meanwhile', async () => {
    const own = await project(LOANED);
    await pay(own, 10_000, 'capitalRepayment');
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'error-in-200', times: 1 });
    await capital();
    await settled(own);
    assert.deepEqual(await linesOf(own), ['failed', 'paid']);
    await coupons();
    assert.equal(await statusOf(own), 'repayment-ongoing');
    await capital();
    await settled(own);
    await world.until(async () => (await statusOf(own)) === 'repayment-finished', 'the project is finished');
  });
  it('waits for a blocked wallet, until it is recorded as paid outside', async () => {
    const own = await project(LOANED);
    await pay(own, 10_000, 'capitalRepayment');
    await world.control('PUT', `/accounts/${bob.customerId}/blocked`, { blocked: true });
    await capital();
    await settled(own);
    assert.deepEqual([await linesOf(own), await statusOf(own)], [['blocked', 'paid'], 'repayment-ongoing']);
    const [line] = await world.sql<{ id: string }>(`select id from payout_line where status = 'blocked'`);
    const outside = `/administration/payouts/lines/${line?.id}/paid-outside`;
    expectStatus(await admin.client.post(outside, { comment: 'Chèque' }), 201);
    await world.until(async () => (await statusOf(own)) === 'repayment-finished', 'the project is finished');
    assert.deepEqual([await purse(own, 'CAPITAL'), await purse(own, 'SURPLUS')], [0, 5_000]);
    await world.control('PUT', `/accounts/${bob.customerId}/blocked`, { blocked: false });
  });
});
