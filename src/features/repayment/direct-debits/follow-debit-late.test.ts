// A debit that was given up and is collected after all when its project is finished or settled: its money waits for a decision.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Person, signInAdministrator } from '../../../../test/support/actors.ts';
import { ONE_MONTH, payFirst } from '../../../../test/support/finished-project.ts';
import { purseCents } from '../../../../test/support/readers.ts';
import { readEcheances, type ScheduledProperty, scheduledProperty } from '../../../../test/support/scheduled-property.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { SpvId } from '../../../core/db/tables.ts';

type Wire = { id: string; spvId: SpvId; projectId: string | null; amount: number; status: string };
type Report = { failed: number; watched: Record<string, number> };

const JOB = 'echeancier-bank-debit-status-update';
const WIRES = '/administration/property/payment-schedule/wire-to-be-assigned';
const INTEREST_CENTS = 100;

let world: World;
let admin: Person;
let finished: ScheduledProperty;
let settled: ScheduledProperty;

before(async () => {
  world = await startWorld({ worker: false, settings: { PROVIDER_RESEND_AFTER_SECONDS: '1' } });
  admin = await signInAdministrator(world);
  await world.moveClock({ now: '2026-02-11T10:00:00Z' });
  [finished, settled] = [await projectWithLateDebit(), await projectWithLateDebit()];
  // The job runs no more until both are collected: it would cancel what is found pending.
  let givenUp = 0;
  await world.until(async () => {
    givenUp += (await world.runJob<Report>(JOB)).failed;
    return givenUp === 2;
  }, 'the job to give both debits up');
  for (const own of [finished, settled]) {
    await payInterest(own);
    await payFirst(world, admin, own, 10_000);
  }
  await finish([finished, settled]);
  expectStatus(await admin.client.post(`/administration/property/${settled.propertyId}/solde-de-tout-compte/done`), 201);
  for (const own of [finished, settled]) await world.control('POST', `/debits/${await lateDebitOf(own)}/settle`, {});
  assert.equal((await world.runJob<Report>(JOB)).watched.collected, 2);
});
after(() => world.close());
afterEach(async () => {
  const proof = await world.runJob<{ ok: boolean }>('ledger-proof', { dryRun: true });
  assert.ok(proof.ok, JSON.stringify(proof));
});

const wiresOf = async ({ spvId }: ScheduledProperty) =>
  expectStatus(await admin.client.get<Wire[]>(WIRES), 200).body.filter((wire) => wire.spvId === spvId);

async function payInterest(own: ScheduledProperty): Promise<void> {
  await world.control('POST', `/accounts/${own.accountId}/credit`, { amountCents: INTEREST_CENTS });
  await world.runJob('incoming-wires');
  const wireToBeAssignedId = (await wiresOf(own))[0]?.id;
  const place = { paymentFor: 'mensualite', echeanceId: own.echeances[0]?.id, isSimulation: false };
  expectStatus(await admin.client.post(`${WIRES}/assign`, { wireToBeAssignedId, ...place }), 201);
}

/** The order of a debit of its one mensualite gets no answer, and the provider will have it in a while. */
async function projectWithLateDebit(): Promise<ScheduledProperty> {
  const own = await scheduledProperty(world, admin, { terms: { ...ONE_MONTH, annualInterestPercentage: 12 } });
  const mandate = { iban: 'FR7630006000011234567890189', holder: 'Promoteur SAS', status: 6 };
  const { id } = await world.control<{ id: number }>('POST', `/accounts/${own.accountId}/mandates`, mandate);
  const path = `/administration/property/${own.propertyId}`;
  const mode = { paymentMode: 'directDebit', providerMandateId: id };
  expectStatus(await admin.client.put(`${path}/echeancier/payment-mode`, mode), 200);
  await world.control('POST', '/faults', {
    route: 'POST /v2/moneyins/sdd/init',
    mode: 'late-effect',
    times: 1,
    afterSeconds: 20,
  });
  const program = `${path}/payment-schedule/program-unscheduled-mensualite-payment`;
  expectCode(await admin.client.put(program, { echeanceId: own.echeances[0]?.id }), 500, 'failed-at-provider');
  return own;
}

/** Coupons are paid once a month: what was repaid before reaches the holders together. */
async function finish(projects: readonly ScheduledProperty[]): Promise<void> {
  for (const job of ['coupon-payout', 'capital-payout', 'wallet-transactions']) await world.runJob(job);
  const { finishedProjects } = await world.runJob<{ finishedProjects: string[] }>('capital-payout');
  assert.ok(projects.every(({ propertyId }) => finishedProjects.includes(propertyId)));
}

async function lateDebitOf(own: ScheduledProperty): Promise<number> {
  type Account = { movements: { id: number; cause: string }[] };
  return world.until(
    async () => {
      const { movements } = await world.control<Account>('GET', `/accounts/${own.accountId}`);
      return movements.find(({ cause }) => cause === 'debit')?.id;
    },
    'the provider to take the debit',
    60_000,
  );
}

/** The wire that it has become; its echeance is paid by the owner's wire, and nothing in excess. */
async function waitingOf(own: ScheduledProperty): Promise<Wire | undefined> {
  const [echeance] = await readEcheances(admin, own.propertyId);
  assert.deepEqual([echeance?.status, echeance?.overpaid], ['paid', 0]);
  return (await wiresOf(own))[0];
}

describe('a debit that succeeds late', () => {
  it('into a finished project: its money waits there, to be archived or moved', async () => {
    const own = finished;
    const wire = await waitingOf(own);
    assert.deepEqual([wire?.projectId, wire?.amount, wire?.status], [own.propertyId, INTEREST_CENTS, 'waiting']);
    assert.equal(await purseCents(world, own, 'UNASSIGNED'), INTEREST_CENTS);
    expectStatus(await admin.client.post(`${WIRES}/archive`, { wireToBeAssignedId: wire?.id, comment: 'À rendre' }), 201);
    assert.equal(await purseCents(world, own, 'SURPLUS'), INTEREST_CENTS);
  });
  it('into a settled project: its money waits on the SPV’s wallet, and no purse of the project holds any', async () => {
    const own = settled;
    const wire = await waitingOf(own);
    assert.deepEqual([wire?.projectId, wire?.amount, wire?.status], [null, INTEREST_CENTS, 'waiting']);
    assert.equal(await purseCents(world, own, 'UNASSIGNED'), 0);
  });
});
