// Capital that is paid early lowers the interest whichever way it was recorded, and what a verb adds to a schedule can be taken back. Through
// HTTP, with real wires.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Investor, type Person, signInAdministrator, signUp, verifiedInvestor } from '../../../../test/support/actors.ts';
import { finishedProject } from '../../../../test/support/finished-project.ts';
import { assertSoundLedger } from '../../../../test/support/ledger-proof.ts';
import { purseCents, readAudits } from '../../../../test/support/readers.ts';
import type { ShownSchedule as Shown } from '../../../../test/support/schedule-actors.ts';
import { type ScheduledProperty, scheduledProperty, type Terms } from '../../../../test/support/scheduled-property.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';
import { newId } from '../../../core/ids.ts';

const PROPERTY = '/administration/property';
const WIRES = `${PROPERTY}/payment-schedule/wire-to-be-assigned`;
const CHIEF = 'chief@mortar.test';
/** 500 EUR lent for six months at 12 %, due at the end of June: 500 cents of interest a month. */
const LENT_50_000: Terms = {
  ...{ totalFundedAmount: 50_000, initialCapitalLoaned: { date: '2026-01-01', amount: 50_000 }, durationInMonths: 6 },
  ...{ annualInterestPercentage: 12, managementFeesPercentage: 0, interestSequestre: 0 },
};
/** From the middle of a month, so that the last echeance runs on after its own month: until 15 July. */
const LENT_100_000: Terms = {
  ...LENT_50_000,
  ...{ totalFundedAmount: 100_000, initialCapitalLoaned: { date: '2026-01-15', amount: 100_000 }, interestSequestre: 5_000 },
};
const TODAY = '2026-02-16';

let world: World;
let admin: Person;
let chief: Person;
let holder: Investor;

before(async () => {
  world = await startWorld({ worker: false, settings: { RECOMPUTE_ADMIN_EMAIL: CHIEF } });
  admin = await signInAdministrator(world);
  chief = await signInAdministrator(world, CHIEF);
  holder = await verifiedInvestor(world);
  await world.moveClock({ now: `${TODAY}T10:00:00Z` });
});
after(() => world.close());
afterEach(async () => {
  await assertSoundLedger(world);
});

const project = (terms: Terms) => scheduledProperty(world, admin, { terms, holders: [{ investor: holder, bricks: 5 }] });
const url = ({ propertyId }: Pick<ScheduledProperty, 'propertyId'>) => `${PROPERTY}/${propertyId}/payment-schedule`;
const read = async (own: ScheduledProperty) => expectStatus(await admin.client.get<Shown>(url(own)), 200).body;
const prorogate = async (own: ScheduledProperty, durationInMonths: number) =>
  expectStatus(await admin.client.post<Shown>(`${url(own)}/prorogation`, { durationInMonths }), 201).body;
const recompute = async (own: ScheduledProperty, period: string) =>
  expectStatus(await chief.client.post<Shown>(`${url(own)}/recompute-from-echeance`, { period }), 201).body;
const repayment = (date: string, amount: number, more: { period?: string; escrow?: number } = {}) => ({
  echeancePeriod: more.period ?? date.slice(0, 7),
  event: { type: 'capitalRepaymentUnplanned', date, amount, ...(more.escrow ? { interestSequestreAmount: more.escrow } : {}) },
});
const addEvent = (own: ScheduledProperty, body: object) => admin.client.post<Shown>(`${url(own)}/capital-event`, body);
const removeEvent = (own: Pick<ScheduledProperty, 'propertyId'>, id = 'none') =>
  admin.client.delete<Shown>(`${url(own)}/capital-event/${id}`);
const removeProrogation = (own: Pick<ScheduledProperty, 'propertyId'>) => admin.client.delete<Shown>(`${url(own)}/prorogation`);
const unassign = (wireToBeAssignedId: string) => admin.client.post(`${WIRES}/unassign`, { wireToBeAssignedId });
const interests = ({ echeances }: Shown) => echeances.map(({ interest }) => interest);
const dues = ({ echeances }: Shown) => echeances.map(({ capitalRepaymentDue }) => capitalRepaymentDue);
const sum = (cents: readonly number[]) => cents.reduce((all, one) => all + one, 0);
/** All but when it was changed, and the ids of echeances that come and go. */
const timeless = (schedule: Shown) => ({ ...schedule, updatedAt: '' });
const newestId = (schedule: Shown) => schedule.config.events.at(-1)?.id;

/** A wire of the owner that arrives today. */
async function wireOf(own: ScheduledProperty, amountCents: number): Promise<string> {
  await world.control('POST', `/accounts/${own.accountId}/credit`, { amountCents });
  await world.runJob('incoming-wires');
  const { body } = expectStatus(await admin.client.get<{ id: string; spvId: SpvId }[]>(WIRES), 200);
  const wire = body.find(({ spvId }) => spvId === own.spvId);
  if (!wire) throw new Error('the wire was not picked up');
  return wire.id;
}

type Assignment = { wireToBeAssignedId: string; echeanceId: string | undefined; paymentFor: string; isSimulation: boolean };
const assign = (assignment: Assignment) => admin.client.post<Shown>(`${WIRES}/assign`, assignment);

/** A wire that arrives today, assigned to the echeance with this number. */
async function paid(
  own: ScheduledProperty,
  number: number,
  amountCents: number,
  paymentFor: 'capitalRepayment' | 'mensualite' = 'capitalRepayment',
): Promise<{ wireId: string; schedule: Shown }> {
  const wireId = await wireOf(own, amountCents);
  const echeanceId = (await read(own)).echeances[number - 1]?.id;
  const { body } = expectStatus(await assign({ wireToBeAssignedId: wireId, echeanceId, paymentFor, isSimulation: false }), 201);
  assert.deepEqual(await read(own), body);
  return { wireId, schedule: body };
}

describe('20 000 of 50 000 paid back in February, due in June', () => {
  /** 500 before that day; then 400 less every month, half of February included. */
  const LOWERED = [500, 400, 300, 300, 300, 300];
  const EXTENDED = [...LOWERED, 300, 300];

  it('assigned to the last echeance, or as an event that is then paid: the same interest, before and after a recomputation', async () => {
    const assigned = await project(LENT_50_000);
    assert.equal(sum(interests(await read(assigned))), 3_000);
    const { schedule } = await paid(assigned, 6, 20_000);
    assert.deepEqual([interests(schedule), sum(interests(schedule))], [LOWERED, 2_100]);
    assert.deepEqual([dues(schedule)[5], schedule.echeances[5]?.capitalRepaymentRemaining], [50_000, 30_000]);

    const recorded = await project(LENT_50_000);
    assert.deepEqual(interests(expectStatus(await addEvent(recorded, repayment(TODAY, 20_000)), 201).body), LOWERED);
    assert.deepEqual(interests((await paid(recorded, 2, 20_000)).schedule), LOWERED);
    for (const own of [assigned, recorded])
      for (const period of ['2026-01', '2026-05']) assert.deepEqual(interests(await recompute(own, period)), LOWERED);
  });
  it('before or after a prorogation, which lowers no mensualite that was due', async () => {
    const [before, afterIt, recorded] = [await project(LENT_50_000), await project(LENT_50_000), await project(LENT_50_000)];
    await paid(before, 6, 20_000);
    const prorogated = await prorogate(before, 8);
    assert.deepEqual([interests(prorogated), dues(prorogated)], [EXTENDED, [0, 0, 0, 0, 0, 20_000, 0, 30_000]]);
    await prorogate(afterIt, 8);
    const onNewLast = (await paid(afterIt, 8, 20_000)).schedule;
    assert.deepEqual([interests(onNewLast), dues(onNewLast)], [EXTENDED, [0, 0, 0, 0, 0, 0, 0, 50_000]]);
    expectStatus(await addEvent(recorded, repayment(TODAY, 20_000)), 201);
    await paid(recorded, 2, 20_000);
    assert.deepEqual(interests(await prorogate(recorded, 8)), EXTENDED);
  });
  it('an event of June that is paid in February counts from February on', async () => {
    const own = await project(LENT_50_000);
    expectStatus(await addEvent(own, repayment('2026-05-20', 20_000)), 201);
    const { schedule } = await paid(own, 5, 20_000);
    assert.deepEqual([interests(schedule), dues(schedule)], [LOWERED, [0, 0, 0, 0, 20_000, 30_000]]);
  });
  it('a month that was paid keeps its amounts, those after it follow', async () => {
    const own = await project(LENT_50_000);
    await paid(own, 3, 200, 'mensualite');
    const { schedule, wireId } = await paid(own, 6, 20_000);
    assert.deepEqual(interests(schedule), [500, 400, 500, 300, 300, 300]);
    expectStatus(await unassign(wireId), 201);
    assert.deepEqual(interests(await read(own)), [500, 500, 500, 500, 500, 500]);
  });
  it('the simulation answers the schedule as it will be, the shown repayment included, and stores nothing', async () => {
    const own = await project(LENT_50_000);
    const before = await read(own);
    const wireToBeAssignedId = await wireOf(own, 20_000);
    const assignment = { wireToBeAssignedId, echeanceId: before.echeances[5]?.id, paymentFor: 'capitalRepayment' };
    const simulated = expectStatus(await assign({ ...assignment, isSimulation: true }), 201).body;
    assert.deepEqual(await read(own), before);
    const stored = expectStatus(await assign({ ...assignment, isSimulation: false }), 201).body;
    assert.deepEqual(simulated, stored);
    assert.deepEqual(stored.config.events, [
      { type: 'capitalRepaymentUnplanned', date: TODAY, amount: 20_000, interestSequestreAmount: 0, echeancePeriod: '2026-06' },
    ]);
  });
});

describe('an event in the tail of the last echeance', () => {
  const TAIL = repayment('2026-07-10', 9_000, { period: '2026-06', escrow: 4_000 });
  it('stays due there after a prorogation, its escrow part too: never more is asked for than was lent', async () => {
    const own = await project(LENT_100_000);
    const added = expectStatus(await addEvent(own, TAIL), 201).body;
    assert.deepEqual(
      added.config.events.map(({ echeancePeriod }) => echeancePeriod),
      ['2026-06'],
    );
    await paid(own, 6, 5_000);
    assert.deepEqual([await purseCents(world, own, 'CAPITAL'), await purseCents(world, own, 'SURPLUS')], [9_000, 0]);
    const prorogated = await prorogate(own, 9);
    assert.deepEqual(dues(prorogated), [0, 0, 0, 0, 0, 9_000, 0, 0, 91_000]);
    assert.equal(sum(prorogated.echeances.map(({ capitalRepaymentRemaining }) => capitalRepaymentRemaining)), 91_000);
    assert.deepEqual([await purseCents(world, own, 'CAPITAL'), await purseCents(world, own, 'SURPLUS')], [9_000, 0]);
  });
  it('of a schedule that was created with it', async () => {
    const events = [{ type: 'capitalRepaymentUnplanned', date: '2026-07-10', amount: 9_000 }];
    const own = await project({ ...LENT_100_000, events });
    await paid(own, 6, 9_000);
    assert.deepEqual(dues(await prorogate(own, 9)), [0, 0, 0, 0, 0, 9_000, 0, 0, 91_000]);
  });
});

describe('a capital event before a month whose interest cannot follow', () => {
  it('a later month is paid -> 400 event-date-is-out-of-bound', async () => {
    const own = await project(LENT_50_000);
    const { wireId } = await paid(own, 5, 500, 'mensualite');
    const half = repayment('2026-03-01', 25_000);
    expectCode(await addEvent(own, half), 400, 'event-date-is-out-of-bound');
    expectCode(await admin.client.patch(`${url(own)}/simulation/capital-event`, half), 400, 'event-date-is-out-of-bound');
    expectStatus(await addEvent(own, repayment('2026-06-01', 1_000)), 201);
    expectStatus(await unassign(wireId), 201);
    const { body } = expectStatus(await addEvent(own, half), 201);
    assert.deepEqual(interests(body), [500, 500, 250, 250, 250, 240]);
  });
  it('the fee of a later month was executed -> 400 event-date-is-out-of-bound', async () => {
    const own = await project({ ...LENT_50_000, managementFeesPercentage: 1 });
    const executed = { propertyId: own.propertyId, paymentId: own.echeances[2]?.id, comment: 'Payé ailleurs' };
    const path = `${PROPERTY}/payment-schedule/management-fees/mark-as-executed`;
    expectStatus(await admin.client.post(path, executed), 201);
    expectCode(await addEvent(own, repayment('2026-02-20', 25_000)), 400, 'event-date-is-out-of-bound');
  });
});

describe('unassign of capital', () => {
  it('takes back what followed from it, also after a prorogation and a recomputation', async () => {
    const [own, other] = [await project(LENT_100_000), await project(LENT_100_000)];
    const untouched = await prorogate(other, 9);
    const { wireId } = await paid(own, 6, 20_000);
    assert.deepEqual(dues(await prorogate(own, 9)), [0, 0, 0, 0, 0, 20_000, 0, 0, 80_000]);
    expectStatus(await unassign(wireId), 201);
    for (const now of [await read(own), await recompute(own, '2026-01')]) {
      assert.deepEqual([interests(now), dues(now), now.config.events], [interests(untouched), dues(untouched), []]);
    }
    const { schedule } = await paid(own, 9, 100_000);
    assert.equal(sum(schedule.echeances.map(({ capitalRepaymentRemaining }) => capitalRepaymentRemaining)), 0);
  });
  it('restores the very schedule', async () => {
    const own = await project(LENT_100_000);
    expectStatus(await addEvent(own, repayment('2026-04-10', 30_000)), 201);
    const before = await read(own);
    const [last, april] = [await paid(own, 6, 20_000), await paid(own, 4, 30_000)];
    for (const { wireId } of [last, april]) expectStatus(await unassign(wireId), 201);
    assert.deepEqual(timeless(await read(own)), timeless(before));
  });
});

describe('DELETE .../payment-schedule/capital-event/:capitalEventId', () => {
  const KIND = 'PROPERTY_PAYMENT_SCHEDULE_REMOVE_CAPITAL_EVENT';
  it('restores the very schedule and the escrow, and audits', async () => {
    const own = await project(LENT_100_000);
    const before = await read(own);
    const event = repayment('2026-04-10', 30_000, { escrow: 3_000 });
    const added = expectStatus(await addEvent(own, event), 201).body;
    assert.deepEqual([await purseCents(world, own, 'ESCROW'), await purseCents(world, own, 'CAPITAL')], [2_000, 3_000]);
    const removed = expectStatus(await removeEvent(own, newestId(added)), 200).body;
    assert.deepEqual([timeless(removed), await read(own)], [timeless(before), removed]);
    assert.deepEqual([await purseCents(world, own, 'ESCROW'), await purseCents(world, own, 'CAPITAL')], [5_000, 0]);
    assert.equal((await readAudits(world, { kind: KIND, targetId: own.propertyId }, ['id'])).length, 1);
    const again = expectStatus(await addEvent(own, event), 201).body;
    assert.deepEqual(interests(again), interests(added));
  });
  it('one that is due on the last echeance, though capital was paid there', async () => {
    const own = await project(LENT_50_000);
    const { schedule } = await paid(own, 6, 20_000);
    const added = expectStatus(await addEvent(own, repayment('2026-06-10', 10_000)), 201).body;
    const id = added.config.events.find(({ date }) => date === '2026-06-10')?.id;
    assert.deepEqual(timeless(expectStatus(await removeEvent(own, id), 200).body), timeless(schedule));
  });
  it('a loan, and the capital it added', async () => {
    const own = await project({ ...LENT_50_000, totalFundedAmount: 60_000 });
    const before = await read(own);
    const loan = { echeancePeriod: '2026-03', event: { type: 'capitalLoaned', date: '2026-03-10', amount: 10_000 } };
    const added = expectStatus(await addEvent(own, loan), 201).body;
    assert.deepEqual(timeless(expectStatus(await removeEvent(own, newestId(added)), 200).body), timeless(before));
  });
  it('its capital is paid -> 400 capital-event-already-paid', async () => {
    const own = await project(LENT_50_000);
    const id = newestId(expectStatus(await addEvent(own, repayment('2026-04-10', 10_000)), 201).body);
    const { wireId } = await paid(own, 4, 4_000);
    expectCode(await removeEvent(own, id), 400, 'capital-event-already-paid');
    expectStatus(await unassign(wireId), 201);
    expectStatus(await removeEvent(own, id), 200);
  });
  it('its escrow part is the holders’ -> 400 capital-event-already-paid', async () => {
    const own = await project(LENT_100_000);
    const event = repayment('2026-04-10', 10_000, { escrow: 2_000 });
    const id = newestId(expectStatus(await addEvent(own, event), 201).body);
    await world.runJob('capital-payout');
    await world.runJob('wallet-transactions');
    expectCode(await removeEvent(own, id), 400, 'capital-event-already-paid');
  });
  it('so it is when other capital is due on its echeance -> 400 capital-event-already-paid', async () => {
    const [own, last] = [await project(LENT_100_000), await project(LENT_100_000)];
    const id = newestId(expectStatus(await addEvent(own, repayment('2026-04-10', 10_000, { escrow: 2_000 })), 201).body);
    expectStatus(await addEvent(own, repayment('2026-04-20', 30_000)), 201);
    const tail = newestId(expectStatus(await addEvent(last, repayment('2026-06-20', 10_000, { escrow: 2_000 })), 201).body);
    await world.runJob('capital-payout');
    await world.runJob('wallet-transactions');
    expectCode(await removeEvent(own, id), 400, 'capital-event-already-paid');
    expectCode(await removeEvent(last, tail), 400, 'capital-event-already-paid');
    // Money that came in beside it goes back to the escrow in its place.
    const { wireId } = await paid(own, 4, 2_000);
    expectStatus(await removeEvent(own, id), 200);
    assert.deepEqual([await purseCents(world, own, 'ESCROW'), await purseCents(world, own, 'CAPITAL')], [5_000, 0]);
    expectCode(await unassign(wireId), 400, 'wire-already-paid-out');
  });
  it('a loan that was repaid by an event -> 400 sum-repayment-is-greater-than-sum-loaned', async () => {
    const own = await project({ ...LENT_50_000, totalFundedAmount: 60_000 });
    const loan = { echeancePeriod: '2026-03', event: { type: 'capitalLoaned', date: '2026-03-10', amount: 10_000 } };
    const id = newestId(expectStatus(await addEvent(own, loan), 201).body);
    expectStatus(await addEvent(own, repayment('2026-04-10', 55_000)), 201);
    expectCode(await removeEvent(own, id), 400, 'sum-repayment-is-greater-than-sum-loaned');
  });
  it('a later month is paid -> 400 event-date-is-out-of-bound', async () => {
    const own = await project(LENT_50_000);
    const id = newestId(expectStatus(await addEvent(own, repayment('2026-04-10', 10_000)), 201).body);
    await paid(own, 5, 100, 'mensualite');
    expectCode(await removeEvent(own, id), 400, 'event-date-is-out-of-bound');
  });
  it('everything is repaid -> 400 project-is-finished', async () => {
    const own = await finishedProject(world, admin, { holders: [{ investor: holder, bricks: 1 }] });
    expectCode(await removeEvent(own, randomUUID()), 400, 'project-is-finished');
    expectCode(await removeProrogation(own), 400, 'project-is-finished');
  });
  it('of another project, or taken back before -> 404 capital-event-not-found', async () => {
    const [own, other] = [await project(LENT_50_000), await project(LENT_50_000)];
    const id = newestId(expectStatus(await addEvent(own, repayment('2026-04-10', 10_000)), 201).body);
    expectCode(await removeEvent(other, id), 404, 'capital-event-not-found');
    const answers = await Promise.all([removeEvent(own, id), removeEvent(own, id)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404]);
  });
  it('without a schedule -> 400 echeancier-not-found', async () =>
    expectCode(await removeEvent({ propertyId: newId<PropertyId>() }, randomUUID()), 400, 'echeancier-not-found'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(
      await world.visitor().delete(`${PROPERTY}/${randomUUID()}/payment-schedule/capital-event/${randomUUID()}`),
      401,
      'unauthenticated',
    ));
  it('as an investor -> 403 forbidden', async () => {
    const path = `${PROPERTY}/${randomUUID()}/payment-schedule/capital-event/${randomUUID()}`;
    expectCode(await (await signUp(world)).client.delete(path), 403, 'forbidden');
  });
});

describe('DELETE .../payment-schedule/prorogation', () => {
  const KIND = 'PROPERTY_PAYMENT_SCHEDULE_REMOVE_PROROGATION';
  it('takes the newest back, one after the other, and restores the very schedule', async () => {
    const own = await project(LENT_100_000);
    await paid(own, 6, 20_000);
    const before = await read(own);
    const once = await prorogate(own, 9);
    await prorogate(own, 12);
    assert.deepEqual(timeless(expectStatus(await removeProrogation(own), 200).body), timeless(once));
    const removed = expectStatus(await removeProrogation(own), 200).body;
    assert.deepEqual([timeless(removed), await read(own)], [timeless(before), removed]);
    assert.equal((await readAudits(world, { kind: KIND, targetId: own.propertyId }, ['id'])).length, 2);
    assert.deepEqual(dues(await prorogate(own, 9)), dues(once));
  });
  it('the old last echeance was paid in full before it', async () => {
    const own = await project(LENT_100_000);
    await paid(own, 6, 1_000, 'mensualite');
    const before = await read(own);
    await prorogate(own, 9);
    assert.deepEqual(timeless(expectStatus(await removeProrogation(own), 200).body), timeless(before));
  });
  it('something is paid, charged or planned in its months -> 400 prorogation-already-used', async () => {
    const refused = async (own: ScheduledProperty, undo: () => Promise<unknown>) => {
      expectCode(await removeProrogation(own), 400, 'prorogation-already-used');
      await undo();
      expectStatus(await removeProrogation(own), 200);
    };
    const prorogated = async () => {
      const own = await project(LENT_100_000);
      return { own, schedule: await prorogate(own, 9) };
    };
    for (const paymentFor of ['mensualite', 'capitalRepayment'] as const) {
      const { own } = await prorogated();
      const { wireId } = await paid(own, 9, 100, paymentFor);
      await refused(own, () => unassign(wireId));
    }
    const { own } = await prorogated();
    const added = expectStatus(await addEvent(own, repayment('2026-08-01', 100)), 201).body;
    await refused(own, () => removeEvent(own, newestId(added)));
    const escrow = await prorogated();
    const target = { propertyId: escrow.own.propertyId, echeanceId: escrow.schedule.echeances[7]?.id };
    const path = `${PROPERTY}/echeancier/interest-sequestre/transfer-to-echeance-payment-to-be-assigned`;
    const asked = { ...target, interestSequestreAmountToTransfer: 100, paymentDate: TODAY };
    const { body } = expectStatus(await admin.client.post<{ id: string }>(path, asked), 201);
    await refused(escrow.own, () =>
      admin.client.post(`${WIRES}/archive`, { wireToBeAssignedId: body.id, comment: 'retour au séquestre' }),
    );
  });
  it('the old last echeance was paid since, without its tail -> 400 prorogation-already-used', async () => {
    const own = await project(LENT_100_000);
    await prorogate(own, 9);
    await paid(own, 6, 100, 'mensualite');
    expectCode(await removeProrogation(own), 400, 'prorogation-already-used');
  });
  it('never prorogated -> 404 prorogation-not-found', async () =>
    expectCode(await removeProrogation(await project(LENT_50_000)), 404, 'prorogation-not-found'));
  it('without a schedule -> 400 echeancier-not-found', async () =>
    expectCode(await removeProrogation({ propertyId: newId<PropertyId>() }), 400, 'echeancier-not-found'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().delete(`${PROPERTY}/${randomUUID()}/payment-schedule/prorogation`), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(
      await (await signUp(world)).client.delete(`${PROPERTY}/${randomUUID()}/payment-schedule/prorogation`),
      403,
      'forbidden',
    ));
});
