// A scheduled debit makes room for a payment, and follows what its echeance lacks. Through HTTP, with the sandbox as the bank.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Person, type Spv, signInAdministrator } from '../../../../test/support/actors.ts';
import { assertSoundLedger } from '../../../../test/support/ledger-proof.ts';
import { chatWritten } from '../../../../test/support/readers.ts';
import {
  readEcheances,
  type ScheduledPayment,
  type ScheduledProperty,
  scheduledProperty,
} from '../../../../test/support/scheduled-property.ts';
import { queue } from '../../../../test/support/session-states.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { newId } from '../../../core/ids.ts';
import { resizeDebit } from './change-amount.ts';

type Wire = { id: string; projectId: PropertyId | null; status: string };
type AtProvider = { id: number; amountCents: number; status: number; scheduledDate: string };

const WIRES = '/administration/property/payment-schedule/wire-to-be-assigned';
const DEFAULTS = '/administration/defaults-management/echeancier/penalties';
const JOB = 'echeancier-bank-debit-status-update';
const CANCEL = 'PUT /v2/moneyins/:transactionid/cancel';
const ORDER = 'POST /v2/moneyins/sdd/init';
const [PENDING, CANCELED] = [4, 7];
/** Echeance 1 of G-1. */
const DUE = 89_167;

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  await world.moveClock({ now: '2026-01-20T10:00:00Z' });
});
after(() => world.close());
afterEach(async () => {
  await assertSoundLedger(world);
});

/** G-1, paid by direct debit on the fifth, with a debit of its first echeance. */
async function debited(spv?: Spv): Promise<ScheduledProperty> {
  const own = await scheduledProperty(world, admin, spv ? { spv } : {});
  const { id } = await world.control<{ id: number }>('POST', `/accounts/${own.accountId}/mandates`, {
    iban: 'FR7630006000011234567890189',
    holder: 'Promoteur SAS',
    status: 6,
  });
  const mode = { paymentMode: 'directDebit', providerMandateId: id };
  expectStatus(await admin.client.put(`/administration/property/${own.propertyId}/echeancier/payment-mode`, mode), 200);
  const path = `/administration/property/${own.propertyId}/payment-schedule/program-unscheduled-mensualite-payment`;
  expectStatus(await admin.client.put(path, { echeanceId: own.echeances[0]?.id }), 200);
  return own;
}

async function scheduled(own: ScheduledProperty): Promise<ScheduledPayment> {
  const echeances = await readEcheances(admin, own.propertyId);
  return echeances[0]?.scheduledPayment ?? null;
}

/** The debits of the project's wallet at the provider, oldest first: amount, status. */
async function debitsAtProvider({ accountId }: Spv): Promise<number[][]> {
  const { movements } = await world.control<{ movements: (AtProvider & { cause: string })[] }>('GET', `/accounts/${accountId}`);
  const debits = movements.filter(({ cause }) => cause === 'debit').toSorted((a, b) => a.id - b.id);
  return debits.map(({ amountCents, status }) => [amountCents, status]);
}

async function wireOf(amountCents: number, { accountId }: Spv): Promise<Wire> {
  const list = async () => expectStatus(await admin.client.get<Wire[]>(WIRES), 200).body;
  const known = new Set((await list()).map(({ id }) => id));
  await world.control('POST', `/accounts/${accountId}/credit`, { amountCents });
  await world.runJob('incoming-wires');
  const wire = (await list()).find(({ id }) => !known.has(id));
  if (!wire) throw new Error('the wire was not picked up');
  return wire;
}

const assign = (wire: Wire, own: ScheduledProperty, more: object = {}) =>
  admin.client.post<{ echeances: { remainingToBePaid: number }[] }>(`${WIRES}/assign`, {
    ...{ wireToBeAssignedId: wire.id, paymentFor: 'mensualite', echeanceId: own.echeances[0]?.id, isSimulation: false },
    ...more,
  });
const fault = (route: string, mode: string) => world.control('POST', '/faults', { route, mode, times: 1 });
const statusOf = async (wire: Wire) =>
  (await world.sql<{ status: string }>('select status from received_payment where id = $1', [wire.id]))[0]?.status;
const remaining = async (own: ScheduledProperty) => (await readEcheances(admin, own.propertyId))[0]?.remainingToBePaid;
/** Runs what the job queue holds for this echeance; no worker does in this world. */
async function resize(own: ScheduledProperty): Promise<unknown[]> {
  const echeanceId = own.echeances[0]?.id ?? newId();
  const jobs = await queue.taken(world, 'resize-debit', 'echeanceId', echeanceId);
  const results: unknown[] = [];
  for (const _job of jobs) results.push(await resizeDebit(world.deps, echeanceId));
  return results;
}
const told = async (own: ScheduledProperty, text: string) => (await chatWritten(world, [own.propertyId, text])).length;

describe('a payment assigned to an echeance with a scheduled debit', () => {
  it('all of it: the debit is cancelled at the provider', async () => {
    const own = await debited();
    expectStatus(await assign(await wireOf(DUE, own), own), 201);
    assert.deepEqual([await debitsAtProvider(own), (await scheduled(own))?.status], [[[DUE, CANCELED]], 'canceled']);
    assert.equal(await remaining(own), 0);
  });
  it('a part of it: another debit for the rest, on the same day', async () => {
    const own = await debited();
    const before = await scheduled(own);
    expectStatus(await assign(await wireOf(60_000, own), own), 201);
    assert.deepEqual(await debitsAtProvider(own), [
      [DUE, CANCELED],
      [29_167, PENDING],
    ]);
    const { date, amount, status } = (await scheduled(own)) ?? {};
    assert.deepEqual([date, amount, status], [before?.date, 29_167, 'scheduled']);
  });
  it('too late for that day: on the next debit day', async () => {
    const own = await debited();
    await world.moveClock({ now: '2026-02-03T10:00:00Z' });
    expectStatus(await assign(await wireOf(60_000, own), own), 201);
    assert.equal((await scheduled(own))?.date, '2026-03-05');
    await world.moveClock({ now: '2026-01-20T10:00:00Z' });
  });
  it('that of a sibling on the same SPV stays as it is', async () => {
    const own = await debited();
    const sibling = await debited(own);
    expectStatus(await assign(await wireOf(DUE, own), own), 201);
    assert.deepEqual([(await scheduled(own))?.status, (await scheduled(sibling))?.status], ['canceled', 'scheduled']);
  });
  it('a simulation, and a payment for capital, ask nobody', async () => {
    const own = await debited();
    const wire = await wireOf(DUE, own);
    assert.equal(expectStatus(await assign(wire, own, { isSimulation: true }), 201).body.echeances[0]?.remainingToBePaid, 0);
    const last = { paymentFor: 'capitalRepayment', echeanceId: own.echeances.at(-1)?.id };
    expectStatus(await assign(wire, own, last), 201);
    assert.deepEqual(await debitsAtProvider(own), [[DUE, PENDING]]);
  });
  it('the debit was collected meanwhile: nothing is written -> 400 echeance-debit-cannot-be-changed', async () => {
    const own = await debited();
    const wire = await wireOf(DUE, own);
    await world.control('POST', `/debits/${(await scheduled(own))?.providerDebitId}/settle`, {});
    expectCode(await assign(wire, own), 400, 'echeance-debit-cannot-be-changed');
    assert.deepEqual([await statusOf(wire), (await scheduled(own))?.status], ['waiting', 'scheduled']);
    await world.runJob(JOB);
    assert.equal(await remaining(own), 0);
    // Paid by the debit: now the wire may be assigned, as an excess.
    expectStatus(await assign(wire, own), 201);
  });
  it('the provider refuses to cancel: nothing is written -> 400 echeance-debit-cannot-be-changed', async () => {
    const own = await debited();
    const wire = await wireOf(DUE, own);
    await fault(CANCEL, 'error-in-200');
    expectCode(await assign(wire, own), 400, 'echeance-debit-cannot-be-changed');
    assert.deepEqual([await statusOf(wire), (await scheduled(own))?.status], ['waiting', 'scheduled']);
    expectStatus(await assign(wire, own), 201);
  });
  for (const mode of ['timeout-before', 'timeout-after'])
    it(`no answer (${mode}): nothing is assigned, and the debit is there again -> 400 echeance-debit-cannot-be-changed`, async () => {
      const own = await debited();
      const wire = await wireOf(60_000, own);
      await fault(CANCEL, mode);
      expectCode(await assign(wire, own), 400, 'echeance-debit-cannot-be-changed');
      assert.equal(await statusOf(wire), 'waiting');
      expectCode(await assign(wire, own), 400, 'echeance-debit-cannot-be-changed');
      await resize(own);
      assert.deepEqual(await debitsAtProvider(own), [
        [DUE, CANCELED],
        [DUE, PENDING],
      ]);
      expectStatus(await assign(wire, own), 201);
      assert.deepEqual((await debitsAtProvider(own)).at(-1), [29_167, PENDING]);
    });
  it('no answer, and the status job is first: the same', async () => {
    const own = await debited();
    const wire = await wireOf(60_000, own);
    await fault(CANCEL, 'timeout-after');
    expectCode(await assign(wire, own), 400, 'echeance-debit-cannot-be-changed');
    await world.runJob(JOB);
    await resize(own);
    assert.deepEqual((await debitsAtProvider(own)).at(-1), [DUE, PENDING]);
    assert.equal(await told(own, 'a été annulé'), 0);
  });
  it('the debit for the rest gets no answer: assigned, and the status job finds it', async () => {
    const own = await debited();
    await fault(ORDER, 'timeout-after');
    expectStatus(await assign(await wireOf(60_000, own), own), 201);
    assert.equal(await remaining(own), 29_167);
    await world.runJob(JOB);
    const { amount, status } = (await scheduled(own)) ?? {};
    assert.deepEqual([amount, status], [29_167, 'scheduled']);
  });
  it('two at once: one debit is left, for what is still lacking', async () => {
    const own = await debited();
    const wires = [await wireOf(20_000, own), await wireOf(30_000, own)];
    const answers = await Promise.all(wires.map((wire) => assign(wire, own)));
    for (const [index, { status }] of answers.entries())
      if (status !== 201) expectStatus(await assign(wires[index] as Wire, own), 201);
    const open = (await debitsAtProvider(own)).filter(([, status]) => status === PENDING);
    assert.deepEqual([open, await remaining(own)], [[[39_167, PENDING]], 39_167]);
  });
});

describe('job resize-debit', () => {
  const penalty = async (own: ScheduledProperty, cents: number) => {
    const penalties = [{ echeanceId: own.echeances[0]?.id, penalty: { total: cents, forInvestors: cents, forBricks: 0 } }];
    const told = [{ propertyId: own.propertyId, status: null, penalties }];
    expectStatus(await world.visitor().post(DEFAULTS, told, { 'x-api-key': 'sandbox-defaults-key' }), 201);
  };

  it('a penalty makes the debit larger, its end smaller again', async () => {
    const own = await debited();
    await penalty(own, 1_000);
    assert.deepEqual(await debitsAtProvider(own), [[DUE, PENDING]]);
    assert.deepEqual(await resize(own), ['reordered']);
    await penalty(own, 0);
    assert.deepEqual(await resize(own), ['reordered']);
    assert.deepEqual(await debitsAtProvider(own), [
      [DUE, CANCELED],
      [DUE + 1_000, CANCELED],
      [DUE, PENDING],
    ]);
    assert.deepEqual(await resize(own), []);
  });
  it('a capital event that changes the interest does too', async () => {
    const own = await debited();
    const event = { type: 'capitalRepaymentUnplanned', date: '2026-01-16', amount: 5_000_000 };
    const path = `/administration/property/${own.propertyId}/payment-schedule/capital-event`;
    expectStatus(await admin.client.post(path, { echeancePeriod: '2026-01', event }), 201);
    assert.deepEqual(await resize(own), ['reordered']);
    assert.deepEqual((await debitsAtProvider(own)).at(-1), [await remaining(own), PENDING]);
    assert.notEqual(await remaining(own), DUE);
  });
  it('an assignment that is taken back does too', async () => {
    const own = await debited();
    const wire = await wireOf(60_000, own);
    expectStatus(await assign(wire, own), 201);
    expectStatus(await admin.client.post(`${WIRES}/unassign`, { wireToBeAssignedId: wire.id }), 201);
    await resize(own);
    assert.deepEqual((await debitsAtProvider(own)).at(-1), [DUE, PENDING]);
  });
  it('a debit beyond recall is collected as it is, and the team is notified', async () => {
    const own = await debited();
    await penalty(own, 1_000);
    await world.control('POST', `/debits/${(await scheduled(own))?.providerDebitId}/settle`, {});
    assert.deepEqual(await resize(own), ['refused']);
    assert.equal(await told(own, 'ne peut plus changer de montant'), 1);
    await world.runJob(JOB);
    assert.equal(await remaining(own), 1_000);
  });
  it('an echeance whose debit an administrator cancelled gets none', async () => {
    const own = await debited();
    const path = `/administration/property/${own.propertyId}/payment-schedule/unprogram-scheduled-mensualite-payment`;
    expectStatus(await admin.client.put(path, { echeanceId: own.echeances[0]?.id }), 200);
    await penalty(own, 1_000);
    assert.equal(await resizeDebit(world.deps, own.echeances[0]?.id ?? newId()), 'unchanged');
    assert.deepEqual(await debitsAtProvider(own), [[DUE, CANCELED]]);
  });
});
