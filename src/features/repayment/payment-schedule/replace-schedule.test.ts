// Other terms for a schedule on which nothing stands yet, through HTTP.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Person, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import { assertSoundLedger } from '../../../../test/support/ledger-proof.ts';
import { financialStatusIs, linkSpv, propertyIs } from '../../../../test/support/property-states.ts';
import { readAudits } from '../../../../test/support/readers.ts';
import {
  archiveUnassigned,
  askForDebit,
  escrowWaits,
  G1,
  paidEcheance,
  payByDebit,
  type ShownSchedule,
  scheduledProperty,
} from '../../../../test/support/schedule-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { newId } from '../../../core/ids.ts';

const PREFIX = '/administration/property';
const IN_USE = 'payment-schedule.in-use';

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
});
after(() => world.close());
afterEach(async () => {
  await assertSoundLedger(world);
});

const SIX = { ...G1, durationInMonths: 6, initialCapitalLoaned: { date: '2026-03-15', amount: 9_000_000 } };
const replace = (propertyId: PropertyId, echeancierConfig: object = SIX, by = admin) =>
  by.client.put<ShownSchedule>(`${PREFIX}/${propertyId}/payment-schedule`, { echeancierConfig, totalConstructionBudget: 0 });
const read = async (propertyId: PropertyId) =>
  expectStatus(await admin.client.get<ShownSchedule>(`${PREFIX}/${propertyId}/payment-schedule`), 200).body;

describe('PUT /administration/property/:propertyId/payment-schedule', () => {
  it('writes the new terms over the old ones, and audits both', async () => {
    const { propertyId, schedule } = await scheduledProperty(world, admin);
    expectStatus(await admin.client.post(`${PREFIX}/${propertyId}/payment-schedule/prorogation`, { durationInMonths: 15 }), 201);
    const event = { type: 'capitalRepaymentUnplanned', date: '2026-06-20', amount: 10 };
    const added = { echeancePeriod: '2026-06', event };
    expectStatus(await admin.client.post(`${PREFIX}/${propertyId}/payment-schedule/capital-event`, added), 201);
    const { body } = expectStatus(await replace(propertyId), 200);
    assert.deepEqual(await read(propertyId), body);
    assert.deepEqual(
      body.echeances.map(({ period }) => period),
      ['2026-03', '2026-04', '2026-05', '2026-06', '2026-07', '2026-08'],
    );
    assert.deepEqual([body.config.events, body.config.prorogations, body.currentDurationInMonths], [[], [], 6]);
    assert.deepEqual(
      body.echeances.map(({ id }) => id),
      schedule.echeances.slice(0, 6).map(({ id }) => id),
    );
    assert.equal(body.echeances.at(-1)?.capitalRepaymentDue, 9_000_000);
    // It is what a creation would have made.
    const other = await scheduledProperty(world, admin, SIX);
    const amounts = ({ echeances }: ShownSchedule) => echeances.map(({ id: _, ...echeance }) => echeance);
    assert.deepEqual(amounts(body), amounts(other.schedule));
    const [audit] = await readAudits<{ payload: { before: { durationInMonths: number } } }>(
      world,
      { targetId: propertyId, kind: 'PROPERTY_PAYMENT_SCHEDULE_REPLACE' },
      ['payload'],
    );
    assert.equal(audit?.payload.before.durationInMonths, 12);
    // Longer again, and a month earlier: periods move past each other.
    const longer = { ...G1, durationInMonths: 14, initialCapitalLoaned: { date: '2026-02-01', amount: 9_000_000 } };
    assert.equal(expectStatus(await replace(propertyId, longer), 200).body.echeances.length, 14);
  });
  it('what was taken back is no use: an archived transfer of escrow, a canceled debit', async () => {
    const own = await scheduledProperty(world, admin);
    const { propertyId, schedule } = own;
    await payByDebit(world, own);
    const orderOf = (echeance: ShownSchedule['echeances'][number] | undefined) => ({
      propertyId,
      echeanceId: echeance?.id ?? newId(),
    });
    const [first, last] = [orderOf(schedule.echeances[0]), orderOf(schedule.echeances.at(-1))];
    const id = await escrowWaits(world, first, 79_167);
    expectCode(await replace(propertyId), 400, IN_USE);
    await archiveUnassigned(world, id);
    expectStatus(await askForDebit(world, 'program-unscheduled', first), 200);
    expectCode(await replace(propertyId), 400, IN_USE);
    expectStatus(await askForDebit(world, 'unprogram-scheduled', first), 200);
    expectStatus(await replace(propertyId, { ...G1, annualInterestPercentage: 8 }), 200);
    // A debit that was canceled may still succeed: its month stays.
    expectStatus(await askForDebit(world, 'program-unscheduled', last), 200);
    expectStatus(await askForDebit(world, 'unprogram-scheduled', last), 200);
    expectCode(await replace(propertyId), 400, IN_USE);
    expectStatus(await replace(propertyId, G1), 200);
  });
  it(`something paid -> 400 ${IN_USE}, and allowed again once it is taken back`, async () => {
    const { propertyId, schedule } = await scheduledProperty(world, admin);
    await paidEcheance(world, { echeanceId: schedule.echeances[2]?.id ?? newId(), amountCents: 1_000 });
    expectCode(await replace(propertyId), 400, IN_USE);
    assert.equal((await read(propertyId)).echeances.length, 12);
    const { body } = await admin.client.get<{ paymentToBeAssigned: { id: string; projectId: string }[] }>(
      `${PREFIX}/payment-schedule/payment-to-be-assigned/history`,
    );
    const paid = body.paymentToBeAssigned.find(({ projectId }) => projectId === propertyId);
    const path = `${PREFIX}/payment-schedule/wire-to-be-assigned/unassign`;
    expectStatus(await admin.client.post(path, { wireToBeAssignedId: paid?.id }), 201);
    expectStatus(await replace(propertyId), 200);
  });
  it(`a fee that was paid outside -> 400 ${IN_USE}`, async () => {
    const { propertyId, schedule } = await scheduledProperty(world, admin);
    const executed = { propertyId, paymentId: schedule.echeances[0]?.id, comment: 'hors plateforme' };
    expectStatus(await admin.client.post(`${PREFIX}/payment-schedule/management-fees/mark-as-executed`, executed), 201);
    expectCode(await replace(propertyId), 400, IN_USE);
  });
  it('is refused as a creation would be -> 400 initial-capital-loaned-is-greater-than-total-funded-amount', async () => {
    const { propertyId } = await scheduledProperty(world, admin);
    const more = { ...G1, initialCapitalLoaned: { ...G1.initialCapitalLoaned, amount: 10_000_001 } };
    expectCode(await replace(propertyId, more), 400, 'initial-capital-loaned-is-greater-than-total-funded-amount');
  });
  for (const [what, other] of Object.entries({
    'more than was collected': { totalFundedAmount: 10_240_000 },
    'more escrow than was set aside': { interestSequestre: 237_501 },
    'another country': { spvCountry: 'Portugal' },
    'no month': { durationInMonths: 0 },
    'less than no month': { durationInMonths: -3 },
  })) {
    it(`${what} -> 400 echeancier-config-is-invalid`, async () => {
      const { propertyId } = await scheduledProperty(world, admin);
      expectCode(await replace(propertyId, { ...G1, ...other }), 400, 'echeancier-config-is-invalid');
    });
  }
  it('without a schedule -> 400 echeancier-not-found', async () =>
    expectCode(await replace(newId()), 400, 'echeancier-not-found'));
  it('without an SPV -> 400 spv-not-found', async () => {
    const { propertyId, spvId } = await scheduledProperty(world, admin);
    await propertyIs(world, propertyId, 'withoutSpv');
    expectCode(await replace(propertyId), 400, 'spv-not-found');
    await linkSpv(world, propertyId, spvId);
  });
  it('of a finished project -> 400 project-is-finished', async () => {
    const { propertyId } = await scheduledProperty(world, admin);
    await financialStatusIs(world, [propertyId], 'repayment-finished');
    expectCode(await replace(propertyId), 400, 'project-is-finished');
    expectCode(await admin.client.post(`${PREFIX}/${propertyId}/payment-schedule/confirm`), 400, 'project-is-finished');
  });
  it('of a settled project -> 400 project-is-settled', async () => {
    const { propertyId } = await scheduledProperty(world, admin);
    await propertyIs(world, propertyId, 'settled');
    expectCode(await replace(propertyId), 400, 'project-is-settled');
    expectCode(await admin.client.post(`${PREFIX}/${propertyId}/payment-schedule/confirm`), 400, 'project-is-settled');
    await propertyIs(world, propertyId, 'notSettled');
  });
  it('two at once: one after the other', async () => {
    const { propertyId } = await scheduledProperty(world, admin);
    const answers = await Promise.all([replace(propertyId, SIX), replace(propertyId, G1)]);
    for (const answer of answers) expectStatus(answer, 200);
    const { echeances, config } = await read(propertyId);
    assert.equal(echeances.length, config.durationInMonths);
  });
  it('beside an assignment: never under money', async () => {
    const { propertyId, schedule } = await scheduledProperty(world, admin);
    const last = schedule.echeances.at(-1);
    const [answer] = await Promise.all([
      replace(propertyId),
      paidEcheance(world, { echeanceId: last?.id ?? newId(), amountCents: 1_000 }).catch(() => undefined),
    ]);
    const paid = (await read(propertyId)).echeances.some(({ status }) => status !== 'unpaid');
    assert.equal(answer.status === 200, !paid, answer.text);
  });
  it('as an investor -> 403 forbidden', async () => {
    const { propertyId } = await scheduledProperty(world, admin);
    expectCode(await replace(propertyId, SIX, await signUp(world)), 403, 'forbidden');
  });
});
