// A project that its owner has repaid to the last cent, through HTTP and the jobs; and the penalties that are claimed of it before.

import assert from 'node:assert/strict';
import type { SpvId } from '../../src/core/db/tables.ts';
import type { Holding, Person, Spv } from './actors.ts';
import { type ScheduledProperty, scheduledProperty, type Terms } from './scheduled-property.ts';
import { expectStatus, type World } from './world.ts';

const WIRES = '/administration/property/payment-schedule/wire-to-be-assigned';
const PENALTIES = '/administration/defaults-management/echeancier/penalties';

/** One month in which what was lent bears no interest, so that a project is repaid only by its capital. */
export const ONE_MONTH: Terms = {
  totalFundedAmount: 10_000,
  initialCapitalLoaned: { date: '2026-01-01', amount: 10_000 },
  durationInMonths: 1,
  annualInterestPercentage: 0,
  managementFeesPercentage: 0,
  interestSequestre: 0,
};

/** The defaults platform sends penalties for the platform, one amount an echeance from the first on; the project is in repayment. */
export async function penalize(world: World, own: ScheduledProperty, cents: readonly number[]): Promise<void> {
  const penalties = cents.map((total, index) => ({
    echeanceId: own.echeances[index]?.id,
    penalty: { total, forInvestors: 0, forBricks: total },
  }));
  const notified = [{ propertyId: own.propertyId, status: null, penalties }];
  expectStatus(await world.visitor().post(PENALTIES, notified, { 'x-api-key': 'sandbox-defaults-key' }), 201);
}

/** A wire of the owner that pays the first echeance, its capital unless another is given; of an SPV with several projects it is named for this one. */
export async function payFirst(
  world: World,
  admin: Person,
  own: ScheduledProperty,
  amountCents: number,
  paymentFor: 'capitalRepayment' | 'mensualite' = 'capitalRepayment',
): Promise<void> {
  await world.control('POST', `/accounts/${own.accountId}/credit`, { amountCents });
  await world.runJob('incoming-wires');
  const { body } = expectStatus(await admin.client.get<{ id: string; spvId: SpvId; amount: number }[]>(WIRES), 200);
  const wireToBeAssignedId = body.find(({ spvId, amount }) => spvId === own.spvId && amount === amountCents)?.id;
  const named = { wireToBeAssignedId, newProjectId: own.propertyId };
  expectStatus(await admin.client.post(`${WIRES}/switch-project`, named), 201);
  const place = { paymentFor, echeanceId: own.echeances[0]?.id, isSimulation: false };
  expectStatus(await admin.client.post(`${WIRES}/assign`, { wireToBeAssignedId, ...place }), 201);
}

/**
 * `repayment-finished`: what was lent came back and reached the holders. MAIN holds `mainCents`, ESCROW what the terms say. For a world
 * whose payments leave only by the job; its clock is past the month.
 */
export async function finishedProject(
  world: World,
  admin: Person,
  options: { holders: readonly Holding[]; terms?: Terms; mainCents?: number; penalties?: readonly number[]; spv?: Spv },
): Promise<ScheduledProperty> {
  const { terms = ONE_MONTH, penalties = [], ...rest } = options;
  const own = await scheduledProperty(world, admin, { terms, ...rest });
  if (penalties.length > 0) await penalize(world, own, penalties);
  await payFirst(world, admin, own, terms.initialCapitalLoaned?.amount ?? 0);
  await world.runJob('capital-payout');
  await world.runJob('wallet-transactions');
  const { finishedProjects } = await world.runJob<{ finishedProjects: string[] }>('capital-payout');
  assert.ok(finishedProjects.includes(own.propertyId));
  return own;
}
