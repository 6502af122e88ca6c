// The two lists over all schedules, through HTTP.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Person, signInAdministrator } from '../../../../test/support/actors.ts';
import { assertParts } from '../../../../test/support/parts.ts';
import { financialStatusIs, renameProperty } from '../../../../test/support/property-states.ts';
import { G1, G2, G3_BARE, paidEcheance, scheduledProperty } from '../../../../test/support/schedule-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { EcheanceId } from '../../../core/db/tables.ts';
import { newId } from '../../../core/ids.ts';

const PREFIX = '/administration/property/payment-schedule';

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
});
after(() => world.close());

type Payment = { id: string; period: string; status: string; remainingToBePaid: number; project: Record<string, unknown> };
type Unpaid = {
  echeanceId: EcheanceId;
  dueDate: string;
  capitalRepaymentRemaining: number;
  capitalRepaymentStatus: string;
  isLate: boolean;
  project: { id: string };
};
const payments = (period: string) => admin.client.get<Payment[]>(`${PREFIX}/payment/${period}`);
const unpaid = async () => expectStatus(await admin.client.get<Unpaid[]>(`${PREFIX}/capital-repayment/unpaid`), 200).body;

describe('lists over all schedules', () => {
  it('payments of one month, with the financial status of each project', async () => {
    const first = await scheduledProperty(world, admin, {
      ...G1,
      initialCapitalLoaned: { date: '2031-01-01', amount: 10_000_000 },
    });
    const second = await scheduledProperty(world, admin, {
      ...G2,
      initialCapitalLoaned: { date: '2031-02-15', amount: 10_000_000 },
    });
    await renameProperty(world, second.propertyId, 'Zinnias');
    await financialStatusIs(world, [second.propertyId], 'repayment-delay');
    await paidEcheance(world, { echeanceId: first.schedule.echeances[1]?.id ?? newId(), amountCents: 60_000 });
    assert.equal(expectStatus(await payments('2031-01'), 200).body.length, 1);
    const { body } = expectStatus(await payments('2031-02'), 200);
    assert.deepEqual(
      body.map(({ id, status, remainingToBePaid, project }) => [id, status, remainingToBePaid, project]),
      [
        [
          ...[first.schedule.echeances[1]?.id, 'partiallyPaid', 29_167],
          { id: first.propertyId, name: 'Les Acacias', financialStatus: 'repayment-ongoing', spvId: first.spvId },
        ],
        [
          ...[second.schedule.echeances[0]?.id, 'unpaid', second.schedule.echeances[0]?.amountDue],
          { id: second.propertyId, name: 'Zinnias', financialStatus: 'repayment-delay', spvId: second.spvId },
        ],
      ],
    );
    assert.deepEqual((await payments('2030-12')).body, []);
  });
  it('unpaid capital by due date, late from the day after it', async () => {
    const events = [{ type: 'capitalRepaymentUnplanned', date: '2026-06-20', amount: 2_500_000 }];
    const { propertyId, schedule } = await scheduledProperty(world, admin, { ...G3_BARE, events });
    await assertParts(admin, `${PREFIX}/capital-repayment/unpaid`);
    const mine = async () => (await unpaid()).filter(({ project }) => project.id === propertyId);
    const shown = async () =>
      (await mine()).map((row) => [row.dueDate, row.capitalRepaymentRemaining, row.capitalRepaymentStatus, row.isLate]);
    await world.moveClock({ now: '2027-01-15T12:00:00Z' });
    assert.deepEqual(await shown(), [
      ['2026-07-01', 2_500_000, 'unpaid', true],
      ['2027-01-15', 3_500_000, 'unpaid', false],
    ]);
    const june = schedule.echeances[5]?.id ?? newId();
    await paidEcheance(world, { echeanceId: june, amountCents: 2_499_999, paymentFor: 'capitalRepayment' });
    assert.deepEqual((await shown())[0], ['2026-07-01', 1, 'partiallyPaid', true]);
    await paidEcheance(world, { echeanceId: june, amountCents: 1, paymentFor: 'capitalRepayment' });
    await world.moveClock({ now: '2027-01-15T23:00:00Z' });
    assert.deepEqual(await shown(), [['2027-01-15', 3_500_000, 'unpaid', true]]);
    const dates = (await unpaid()).map(({ dueDate }) => dueDate);
    assert.deepEqual(dates, dates.toSorted());
  });
  it('a malformed month -> 400 validation-failed', async () => {
    for (const period of ['2031-13', '2031', 'unpaid']) expectCode(await payments(period), 400, 'validation-failed');
  });
});
