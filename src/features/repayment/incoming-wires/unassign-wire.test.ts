// An assignment that is taken back: exactly reversed, as long as nobody was paid out of it. Through HTTP.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import {
  type Investor,
  type Person,
  type Spv,
  signInAdministrator,
  signUp,
  verifiedInvestor,
} from '../../../../test/support/actors.ts';
import { assertSoundLedger } from '../../../../test/support/ledger-proof.ts';
import { readAudits } from '../../../../test/support/readers.ts';
import { readEcheances, type ScheduledProperty, scheduledProperty } from '../../../../test/support/scheduled-property.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId } from '../../../core/db/tables.ts';

type Wire = { id: string; projectId: PropertyId | null; status: string; amount: number };

const WIRES = '/administration/property/payment-schedule/wire-to-be-assigned';
const KIND = 'PROPERTY_PAYMENT_SCHEDULE_UNASSIGN_WIRE';
const PURSES = ['UNASSIGNED', 'COUPON', 'FEES', 'CAPITAL', 'SURPLUS', 'MAIN', 'ESCROW'];

let world: World;
let admin: Person;
let holder: Investor;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  holder = await verifiedInvestor(world);
  await world.moveClock({ now: '2026-02-03T10:00:00Z' });
});
after(() => world.close());
afterEach(async () => {
  await assertSoundLedger(world);
});

const project = (more: { spv?: Spv; mainCents?: number } = {}) =>
  scheduledProperty(world, admin, { holders: [{ investor: holder, bricks: 3 }], ...more });
const waiting = async () => expectStatus(await admin.client.get<Wire[]>(WIRES), 200).body;
const post = <T = Wire>(verb: string, body: object, headers?: Record<string, string>) =>
  admin.client.post<T>(`${WIRES}/${verb}`, body, headers);
const unassign = (id: string, more: object = {}, headers?: Record<string, string>) =>
  post('unassign', { wireToBeAssignedId: id, ...more }, headers);
const audits = async (id: string) => (await readAudits(world, { kind: KIND, targetId: id }, ['id'])).length;

async function wireOf(amountCents: number, { accountId }: Spv): Promise<Wire> {
  const known = new Set((await waiting()).map(({ id }) => id));
  await world.control('POST', `/accounts/${accountId}/credit`, { amountCents });
  await world.runJob('incoming-wires');
  const wire = (await waiting()).find(({ id }) => !known.has(id));
  if (!wire) throw new Error('the wire was not picked up');
  return wire;
}

async function assigned(own: ScheduledProperty, amountCents: number, paymentFor = 'mensualite'): Promise<Wire> {
  const wire = await wireOf(amountCents, own);
  const echeance = paymentFor === 'mensualite' ? own.echeances[0] : own.echeances.at(-1);
  const assignment = { wireToBeAssignedId: wire.id, paymentFor, echeanceId: echeance?.id, isSimulation: false };
  expectStatus(await post<unknown>('assign', assignment), 201);
  return wire;
}

async function pursesOf(own: ScheduledProperty): Promise<Record<string, number>> {
  const names = PURSES.map((name) => `PRO:${own.propertyId}:${name}`);
  const rows = await world.sql<{ purse: string; cents: number }>(
    `select split_part(name, ':', 3) as purse, balance_cents::integer as cents from ledger_account where name = any ($1) and balance_cents > 0`,
    [[...names, `SPV:${own.spvId}:UNASSIGNED`]],
  );
  return Object.fromEntries(rows.map(({ purse, cents }) => [purse, cents]));
}

describe('POST .../wire-to-be-assigned/unassign', () => {
  it('the record waits again, money and echeance are what they were before, and it can be assigned elsewhere', async () => {
    const own = await project();
    const wire = await wireOf(90_000, own);
    const before = await pursesOf(own);
    const echeances = await readEcheances(admin, own.propertyId);
    const place = { wireToBeAssignedId: wire.id, paymentFor: 'mensualite', isSimulation: false };
    expectStatus(await post<unknown>('assign', { ...place, echeanceId: own.echeances[0]?.id }), 201);
    const { body } = expectStatus(await unassign(wire.id, { comment: 'mauvaise échéance' }), 201);
    assert.deepEqual([body.status, body.projectId, await audits(wire.id)], ['waiting', own.propertyId, 1]);
    assert.deepEqual([await pursesOf(own), await readEcheances(admin, own.propertyId)], [before, echeances]);
    expectStatus(await post<unknown>('assign', { ...place, echeanceId: own.echeances[1]?.id }), 201);
  });
  it('of capital, and of a fee that the project had advanced', async () => {
    const own = await project({ mainCents: 100_000 });
    const before = await pursesOf(own);
    const echeanceId = own.echeances[0]?.id;
    const path = '/administration/property/payment-schedule/management-fees/transfer-one';
    expectStatus(await admin.client.post(path, { echeanceId }), 201);
    const fee = await assigned(own, 89_167);
    const capital = await assigned(own, 500, 'capitalRepayment');
    assert.deepEqual(await pursesOf(own), { ...before, COUPON: 79_167, CAPITAL: 500 });
    expectStatus(await unassign(capital.id), 201);
    expectStatus(await unassign(fee.id), 201);
    assert.deepEqual(await pursesOf(own), { ...before, MAIN: 90_000, UNASSIGNED: 89_667 });
  });
  it('a wire that no project was named for is the SPV’s again', async () => {
    const first = await project();
    const second = await project({ spv: first });
    const wire = await assigned(second, 1_000);
    assert.equal((await pursesOf(second)).COUPON, 1_000);
    assert.equal(expectStatus(await unassign(wire.id), 201).body.projectId, null);
    assert.equal((await pursesOf(second)).UNASSIGNED, 1_000);
    assert.equal((await pursesOf(second)).COUPON, undefined);
  });
  it('the same key twice: one reversal, the same answer', async () => {
    const own = await project();
    const wire = await assigned(own, 1_000);
    const key = { 'idempotency-key': randomUUID() };
    const [one, two] = [await unassign(wire.id, {}, key), await unassign(wire.id, {}, key)];
    assert.deepEqual([one.status, two.status, two.body], [201, 201, one.body]);
    assert.equal(await audits(wire.id), 1);
  });
  it('twice at once: one -> 400 wire-not-assigned', async () => {
    const wire = await assigned(await project(), 1_000);
    const answers = await Promise.all([unassign(wire.id), unassign(wire.id)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400]);
    expectCode(await unassign(wire.id), 400, 'wire-not-assigned');
  });
  it('its coupon was distributed -> 400 wire-already-paid-out', async () => {
    const own = await project();
    const [one, two] = [await assigned(own, 60_000), await assigned(own, 19_000)];
    await world.moveClock({ now: '2026-02-11T07:00:00Z' });
    await world.runJob('coupon-payout');
    for (const { id } of [one, two]) expectCode(await unassign(id), 400, 'wire-already-paid-out');
    const late = await assigned(own, 30_000);
    expectStatus(await unassign(late.id), 201);
  });
  it('its fee was taken -> 400 wire-already-paid-out', async () => {
    const own = await project();
    const wire = await assigned(own, 89_167);
    const path = '/administration/property/payment-schedule/management-fees/transfer-one';
    expectStatus(await admin.client.post(path, { echeanceId: own.echeances[0]?.id }), 201);
    expectCode(await unassign(wire.id), 400, 'wire-already-paid-out');
  });
  it('unknown -> 400 wire-not-found', async () => expectCode(await unassign(randomUUID()), 400, 'wire-not-found'));
  it('waiting, or archived -> 400 wire-not-assigned', async () => {
    const wire = await wireOf(100, await project());
    expectCode(await unassign(wire.id), 400, 'wire-not-assigned');
    expectStatus(await post('archive', { wireToBeAssignedId: wire.id, comment: 'x' }), 201);
    expectCode(await unassign(wire.id), 400, 'wire-not-assigned');
  });
  it('without an id -> 400 validation-failed', async () => expectCode(await post('unassign', {}), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().post(`${WIRES}/unassign`, {}), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await (await signUp(world)).client.post(`${WIRES}/unassign`, {}), 403, 'forbidden'));
});
