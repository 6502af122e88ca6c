// Assignments to a finished project: taken back where it got them in excess, never so that it would be owed again.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type Person, signInAdministrator } from '../../../../test/support/actors.ts';
import { ONE_MONTH, payFirst } from '../../../../test/support/finished-project.ts';
import { purseCents } from '../../../../test/support/readers.ts';
import { type ScheduledProperty, scheduledProperty } from '../../../../test/support/scheduled-property.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { SpvId } from '../../../core/db/tables.ts';

const WIRES = '/administration/property/payment-schedule/wire-to-be-assigned';
/** 1 % of 10 000 cents for the month, with 20 % of tax. */
const FEE_CENTS = 120;

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  await world.moveClock({ now: '2026-02-11T10:00:00Z' });
});
after(() => world.close());

const unassign = (wireToBeAssignedId: string) => admin.client.post(`${WIRES}/unassign`, { wireToBeAssignedId });

async function assignedWire(own: ScheduledProperty, amountCents: number): Promise<string> {
  await world.control('POST', `/accounts/${own.accountId}/credit`, { amountCents });
  await world.runJob('incoming-wires');
  const { body } = expectStatus(await admin.client.get<{ id: string; spvId: SpvId }[]>(WIRES), 200);
  const id = body.find(({ spvId }) => spvId === own.spvId)?.id;
  if (id === undefined) throw new Error('the wire was not picked up');
  const place = { paymentFor: 'mensualite', echeanceId: own.echeances[0]?.id, isSimulation: false };
  expectStatus(await admin.client.post(`${WIRES}/assign`, { wireToBeAssignedId: id, ...place }), 201);
  return id;
}

it('of a finished project: what would be due again stays -> 400 wire-already-paid-out', async () => {
  const own = await scheduledProperty(world, admin, { terms: { ...ONE_MONTH, managementFeesPercentage: 12 } });
  const fee = await assignedWire(own, FEE_CENTS);
  await payFirst(world, admin, own, 10_000);
  for (const job of ['capital-payout', 'wallet-transactions']) await world.runJob(job);
  const { finishedProjects } = await world.runJob<{ finishedProjects: string[] }>('capital-payout');
  assert.ok(finishedProjects.includes(own.propertyId));
  // Its money is still there, as the fee was not taken yet: only the state of the project forbids it.
  assert.equal(await purseCents(world, own, 'FEES'), FEE_CENTS);
  expectCode(await unassign(fee), 400, 'wire-already-paid-out');
  const excess = await assignedWire(own, 500);
  assert.equal(await purseCents(world, own, 'SURPLUS'), 500);
  expectStatus(await unassign(excess), 201);
  assert.equal(await purseCents(world, own, 'SURPLUS'), 0);
});
