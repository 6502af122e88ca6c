// Money that was recorded as received outside the provider is never paid with another project's on the same wallet. Through HTTP.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Investor, type Person, type Spv, signInAdministrator, verifiedInvestor } from '../../../../test/support/actors.ts';
import { ibanOf } from '../../../../test/support/funding-actors.ts';
import { chatWritten, ledgerCents, purseCents } from '../../../../test/support/readers.ts';
import { type ScheduledProperty, scheduledProperty, type Terms } from '../../../../test/support/scheduled-property.ts';
import { proveLedger } from '../../../../test/support/withdrawal-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';

type Wire = { id: string; spvId: SpvId; amount: number };

const SCHEDULE = '/administration/property/payment-schedule';
const WIRES = `${SCHEDULE}/wire-to-be-assigned`;
const TERMS: Terms = { durationInMonths: 3, spvCountry: 'Portugal', managementFeesPercentage: 0, interestSequestre: 0 };

let world: World;
let admin: Person;
let holder: Investor;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  holder = await verifiedInvestor(world);
  await world.moveClock({ now: '2026-03-10T06:00:00Z' });
});
after(() => world.close());
afterEach(async () => proveLedger(admin));

const projectOn = (spv?: Spv, terms = TERMS) =>
  scheduledProperty(world, admin, { terms, holders: [{ investor: holder, bricks: 1 }], ...(spv ? { spv } : {}) });
const post = <T = Wire>(verb: string, body: object) => admin.client.post<T>(`${WIRES}/${verb}`, body);
const purse = (own: ScheduledProperty, name: string) => purseCents(world, own, name);
const settle = () => world.runJob('wallet-transactions');
const couponsOf = async ({ propertyId }: ScheduledProperty) =>
  (
    await world.sql<{ cents: number }>(
      `select coalesce(sum(amount_cents), 0)::integer as cents from wallet_transaction
       where type = 'COUPON_PAYOUT' and status = 'CONFIRMED' and property_id = $1`,
      [propertyId],
    )
  )[0]?.cents;

const assign = async (own: ScheduledProperty, wireToBeAssignedId: string, paymentFor = 'mensualite') => {
  const place = { paymentFor, echeanceId: own.echeances[0]?.id, isSimulation: false };
  expectStatus(await post('assign', { wireToBeAssignedId, ...place }), 201);
};
/** Received outside the provider: booked, without a movement. */
async function outside({ propertyId }: ScheduledProperty, amount: number): Promise<string> {
  const payment = { kind: 'other', comment: 'Chèque encaissé ailleurs' };
  const body = { projectId: propertyId, amount, date: '2026-02-03', payment };
  return expectStatus(await admin.client.post<Wire>(`${SCHEDULE}/payment-to-be-assigned`, body), 201).body.id;
}
/** A real wire, named for the project. */
async function wireFor(own: ScheduledProperty, amountCents: number): Promise<string> {
  const id = await wireOf(own, amountCents);
  expectStatus(await post('switch-project', { wireToBeAssignedId: id, newProjectId: own.propertyId }), 201);
  return id;
}
/** A real wire, named for none while two projects of the SPV owe. */
async function wireOf({ accountId, spvId }: Spv, amountCents: number): Promise<string> {
  await world.control('POST', `/accounts/${accountId}/credit`, { amountCents });
  await world.runJob('incoming-wires');
  const { body } = expectStatus(await admin.client.get<Wire[]>(WIRES), 200);
  return body.find((wire) => wire.spvId === spvId && wire.amount === amountCents)?.id ?? assert.fail('no wire was picked up');
}
const payCoupons = async () => {
  await world.moveClock({ advance: 'P31D' });
  await world.runJob('coupon-payout');
  await settle();
};
const cover = (wireToBeAssignedId: string, own: { propertyId: PropertyId }) =>
  post('archive', { wireToBeAssignedId, comment: 'L’argent du chèque', coverOfProjectId: own.propertyId });

describe('coupons of money that is outside', () => {
  it('wait until a wire brings it; the neighbour on the wallet is paid in full meanwhile', async () => {
    const own = await projectOn();
    const neighbour = await projectOn(own);
    await assign(own, await outside(own, 1_001));
    await assign(neighbour, await wireFor(neighbour, 1_002));
    await world.runJob('coupon-payout');
    await settle();
    assert.deepEqual([await couponsOf(own), await couponsOf(neighbour)], [0, 1_002]);
    assert.equal((await chatWritten(world, ['hors du prestataire', '10,01'])).length, 1);
    const wire = await wireFor(own, 1_001);
    expectStatus(await cover(wire, own), 201);
    assert.deepEqual([await purse(own, 'UNASSIGNED'), await purse(own, 'SURPLUS'), await purse(own, 'COUPON')], [0, 0, 1_001]);
    await payCoupons();
    assert.deepEqual([await couponsOf(own), await purse(own, 'COUPON')], [1_001, 0]);
  });
  it('are paid as far as the project has money there', async () => {
    const own = await projectOn();
    await projectOn(own);
    await assign(own, await outside(own, 800));
    await assign(own, await wireFor(own, 303));
    await payCoupons();
    assert.deepEqual([await couponsOf(own), await purse(own, 'COUPON')], [303, 800]);
  });
});

describe('a wire as cover', () => {
  it('taken back, the money is outside again', async () => {
    const own = await projectOn();
    await assign(own, await outside(own, 500));
    const wire = await wireFor(own, 500);
    expectStatus(await cover(wire, own), 201);
    expectStatus(await post('unarchive', { wireToBeAssignedId: wire }), 201);
    assert.equal(await purse(own, 'UNASSIGNED'), 500);
    expectStatus(await cover(wire, own), 201);
  });
  it('that named the project leaves it again, until the holders got its money -> 400 archived-money-spent', async () => {
    const own = await projectOn();
    await projectOn(own);
    await assign(own, await outside(own, 510));
    const wire = await wireOf(own, 510);
    const takeBack = () => post('unarchive', { wireToBeAssignedId: wire });
    const ofSpv = () => ledgerCents(world, `SPV:${own.spvId}:UNASSIGNED`);
    expectStatus(await cover(wire, own), 201);
    expectStatus(await takeBack(), 201);
    assert.deepEqual([await ofSpv(), await purse(own, 'COUPON')], [510, 510]);
    expectStatus(await cover(wire, own), 201);
    await payCoupons();
    expectCode(await takeBack(), 400, 'archived-money-spent');
    assert.deepEqual([await ofSpv(), await couponsOf(own)], [0, 510]);
  });
  it('that named the project stays while a payout of its money is on its way -> 400 archived-money-spent', async () => {
    const own = await projectOn();
    await projectOn(own);
    await assign(own, await outside(own, 520));
    const wire = await wireOf(own, 520);
    expectStatus(await cover(wire, own), 201);
    await world.moveClock({ advance: 'P31D' });
    await world.runJob('coupon-payout');
    expectCode(await post('unarchive', { wireToBeAssignedId: wire }), 400, 'archived-money-spent');
    await settle();
    assert.equal(await couponsOf(own), 520);
  });
  it('taken back while another wire of the project goes to its neighbour: one of the two', async () => {
    const own = await projectOn();
    const neighbour = await projectOn(own);
    await assign(own, await outside(own, 530));
    const [covering, other] = [await wireOf(own, 530), await wireFor(own, 531)];
    expectStatus(await cover(covering, own), 201);
    await payCoupons();
    const answers = await Promise.all([
      post('unarchive', { wireToBeAssignedId: covering }),
      post('switch-project', { wireToBeAssignedId: other, newProjectId: neighbour.propertyId }),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400]);
  });
  it('of more than is outside, or for another project -> 400 wire-covers-nothing', async () => {
    const own = await projectOn();
    const neighbour = await projectOn(own);
    await assign(own, await outside(own, 500));
    expectCode(await cover(await wireFor(own, 501), own), 400, 'wire-covers-nothing');
    expectCode(await cover(await wireFor(neighbour, 499), own), 400, 'wire-covers-nothing');
  });
  it('stays with the project when the record outside is archived after it', async () => {
    const own = await projectOn();
    const record = await outside(own, 400);
    expectStatus(await cover(await wireFor(own, 150), own), 201);
    expectStatus(await post('archive', { wireToBeAssignedId: record, comment: 'Chèque refusé' }), 201);
    assert.deepEqual([await purse(own, 'UNASSIGNED'), await purse(own, 'SURPLUS')], [0, 150]);
    expectStatus(await post('unarchive', { wireToBeAssignedId: record }), 201);
    assert.deepEqual([await purse(own, 'UNASSIGNED'), await purse(own, 'SURPLUS')], [400, 0]);
  });
});

describe('other payments of a project with money outside', () => {
  it('its fee is not paid with what the holders wait for -> 500 internal-error', async () => {
    const own = await projectOn(undefined, { durationInMonths: 12, spvCountry: 'France' });
    await projectOn(own, { ...TERMS, spvCountry: 'France' });
    await assign(own, await outside(own, 89_167));
    const ask = () => admin.client.post(`${SCHEDULE}/management-fees/transfer-one`, { echeanceId: own.echeances[0]?.id });
    const before = await ledgerCents(world, 'PLAT:MAIN');
    expectCode(await ask(), 500, 'internal-error');
    expectStatus(await cover(await wireFor(own, 89_167), own), 201);
    expectStatus(await ask(), 201);
    assert.equal((await ledgerCents(world, 'PLAT:MAIN')) - before, 10_000);
  });
  it('a wire whose money the holders got stays: to another project or its sender -> 400 money-not-at-provider', async () => {
    const own = await projectOn();
    const neighbour = await projectOn(own);
    await assign(own, await outside(own, 700));
    const wire = await wireFor(own, 702);
    await payCoupons();
    assert.equal(await couponsOf(own), 700);
    const account = await ibanOf(world, own.accountId);
    const sender = { providerWithdrawBankAccountId: account, comment: 'Erreur' };
    expectCode(await post('return', { wireToBeAssignedId: wire, ...sender }), 400, 'money-not-at-provider');
    const elsewhere = { wireToBeAssignedId: wire, newProjectId: neighbour.propertyId };
    expectCode(await post('switch-project', elsewhere), 400, 'money-not-at-provider');
  });
});

describe('an assignment that had named the project', () => {
  it('stays when the holders got its money in place of what is outside -> 400 wire-already-paid-out', async () => {
    const own = await projectOn();
    await projectOn(own);
    await assign(own, await outside(own, 600));
    const wire = await wireOf(own, 601);
    await assign(own, wire);
    await payCoupons();
    assert.equal(await couponsOf(own), 601);
    expectCode(await post('unassign', { wireToBeAssignedId: wire }), 400, 'wire-already-paid-out');
    assert.equal(await purse(own, 'COUPON'), 600);
  });
});

describe('the proof', () => {
  it('names the project that has spent what was never at the provider', async () => {
    const own = await projectOn();
    await assign(own, await outside(own, 900));
    // No way of the product leads here: the purse is emptied by SQL.
    const takeOut = (cents: number) =>
      world.sql(
        `select ledger_post(gen_random_uuid(), 'hold', 'ASSIGNMENT', now(), now(), array[$1::text, 'EXT'], array[-$2::bigint, $2::bigint])`,
        [`PRO:${own.propertyId}:COUPON`, cents],
      );
    await takeOut(1);
    const { invariants } = await world.runJob<{ invariants: { name: string; violations: object[] }[] }>('ledger-proof', {
      dryRun: true,
    });
    const found = invariants.find(({ name }) => name === 'projects-have-their-money-at-the-provider');
    assert.deepEqual(found?.violations, [
      {
        subject: own.propertyId,
        code: 'never-at-provider',
        facts: { heldCents: 899, outsideCents: 900 },
        detail: 'holds 899, of which 900 was never at the provider',
      },
    ]);
    await takeOut(-1);
  });
});
