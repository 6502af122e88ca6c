// A project whose investors' money was all lent to its owner, who pays late: funded, closed, paid out and scheduled through HTTP.

import assert from 'node:assert/strict';
import type { PropertyId, SpvId } from '../../src/core/db/tables.ts';
import { type Holding, openFunding, type Person, type Spv, sellAndClose, spvWithWallet } from './actors.ts';
import { type EcheanceView, readEcheances } from './scheduled-property.ts';
import { expectStatus, type World } from './world.ts';

const PROPERTY = '/administration/property';
const WIRES = `${PROPERTY}/payment-schedule/wire-to-be-assigned`;
const PENALTIES = '/administration/defaults-management/echeancier/penalties';

export type LentProject = { propertyId: PropertyId; spvId: SpvId; accountId: string; echeances: EcheanceView[] };

/**
 * Two months from 1 January 2026 at 12 %, fees 1.2 %, France: 10 000 of interest and 1 200 of fees a month on the 1 000 000 cents that
 * are lent (less what is not lent yet), beside an escrow of `escrowCents` of the owner.
 */
export async function lentProject(
  world: World,
  admin: Person,
  terms: { holders: readonly Holding[]; contractType?: string; escrowCents?: number; unlentCents?: number; spv?: Spv },
): Promise<LentProject> {
  const { holders, contractType = 'loan', escrowCents = 0, unlentCents = 0 } = terms;
  const bricks = holders.reduce((sum, holding) => sum + holding.bricks, 0);
  const brickPriceCents = 1_000_000 / bricks;
  const spv = terms.spv ?? (await spvWithWallet(world));
  const { propertyId } = await openFunding(world, { bricks, brickPriceCents, contractType, spv, contract: { escrowCents } });
  await sellAndClose(world, { propertyId, brickPriceCents }, holders);
  const transfer = { action: 'no-withdraw', amountToTransfer: 1_000_000 - escrowCents - unlentCents };
  expectStatus(await admin.client.post(`${PROPERTY}/${propertyId}/funding/transfer-funds-to-project-owner`, transfer), 201);
  const echeancierConfig = {
    ...{ totalFundedAmount: 1_000_000, initialCapitalLoaned: { date: '2026-01-01', amount: 1_000_000 - unlentCents } },
    ...{ durationInMonths: 2, annualInterestPercentage: 12, managementFeesPercentage: 1.2 },
    ...{ spvCountry: 'France', interestSequestre: escrowCents, events: [] },
  };
  const schedule = { propertyId, echeancierConfig, totalConstructionBudget: 0 };
  expectStatus(await admin.client.post(`${PROPERTY}/payment-schedule/v2`, schedule), 201);
  return { propertyId, ...spv, echeances: await readEcheances(admin, propertyId) };
}

/** The defaults platform notifies that the project is late or in default, or neither. */
export async function tellDefault(
  world: World,
  own: LentProject,
  status: 'delay' | 'default' | null,
  penalties: readonly object[] = [],
): Promise<void> {
  const notified = [{ propertyId: own.propertyId, status, penalties }];
  expectStatus(await world.visitor().post(PENALTIES, notified, { 'x-api-key': 'sandbox-defaults-key' }), 201);
}

/** A wire to the SPV that waits; its id. */
export async function receiveWire(world: World, admin: Person, own: LentProject, amountCents: number): Promise<string> {
  const list = async () => expectStatus(await admin.client.get<{ id: string; spvId: SpvId }[]>(WIRES), 200).body;
  const known = new Set((await list()).map(({ id }) => id));
  await world.control('POST', `/accounts/${own.accountId}/credit`, { amountCents });
  await world.runJob('incoming-wires');
  const wire = (await list()).find(({ id, spvId }) => spvId === own.spvId && !known.has(id));
  assert.ok(wire, 'the wire was not picked up');
  return wire.id;
}

/** What a wire is for: the echeance by its place in the schedule. */
export type Place = { paymentFor: 'mensualite' | 'capitalRepayment'; index: number };

/** Assigns a waiting wire; the answer. */
export function assignTo(admin: Person, own: LentProject, wireToBeAssignedId: string, { paymentFor, index }: Place) {
  const place = { paymentFor, echeanceId: own.echeances[index]?.id, isSimulation: false };
  return admin.client.post(`${WIRES}/assign`, { wireToBeAssignedId, ...place });
}

/** A wire of the owner, received and assigned. */
export async function payByWire(world: World, admin: Person, own: LentProject, paid: Place & { cents: number }): Promise<void> {
  expectStatus(await assignTo(admin, own, await receiveWire(world, admin, own, paid.cents), paid), 201);
}

/** Coupons, capital, and the payments that they order; each job of its day and month once. */
export async function payOut(world: World): Promise<void> {
  for (const job of ['coupon-payout', 'capital-payout', 'wallet-transactions', 'coupon-payout', 'wallet-transactions'])
    await world.runJob(job);
}
