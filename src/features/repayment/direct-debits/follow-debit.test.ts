// Debits that the job gave up, and that the provider takes after all: adopted, collected or cancelled. Through HTTP and the sandbox.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Person, signInAdministrator } from '../../../../test/support/actors.ts';
import { chatWritten } from '../../../../test/support/readers.ts';
import { watchOver } from '../../../../test/support/schedule-states.ts';
import {
  readEcheances,
  type ScheduledPayment,
  type ScheduledProperty,
  scheduledProperty,
} from '../../../../test/support/scheduled-property.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { centsOf } from '../../../core/cents.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';

type Report = { failed: number; scheduled: number; watched: Record<string, number>; seconds: Record<string, number> };

const JOB = 'echeancier-bank-debit-status-update';
const ORDER = 'POST /v2/moneyins/sdd/init';
const CANCEL = 'PUT /v2/moneyins/*/cancel';
const WIRES = '/administration/property/payment-schedule/wire-to-be-assigned';
const [DONE, PENDING, CANCELED] = [0, 4, 7];
const DUE = centsOf(89_167);

let world: World;
let admin: Person;

before(async () => {
  // A margin well below the wait of the late effect: the job gives up, then the provider has it.
  world = await startWorld({ worker: false, settings: { PROVIDER_RESEND_AFTER_SECONDS: '1' } });
  admin = await signInAdministrator(world);
  await world.moveClock({ now: '2026-01-20T10:00:00Z' });
});
after(() => world.close());
afterEach(async () => {
  const proof = await world.runJob<{ ok: boolean; invariants: { ok: boolean }[]; providerDifferences: unknown[] }>(
    'ledger-proof',
    { dryRun: true },
  );
  const broken = proof.invariants.filter(({ ok }) => !ok);
  assert.ok(proof.ok, JSON.stringify([broken, proof.providerDifferences]));
});

async function project(): Promise<ScheduledProperty & { mandateId: number }> {
  const own = await scheduledProperty(world, admin);
  const { id: mandateId } = await world.control<{ id: number }>('POST', `/accounts/${own.accountId}/mandates`, {
    iban: 'FR7630006000011234567890189',
    holder: 'Promoteur SAS',
    status: 6,
  });
  const mode = { paymentMode: 'directDebit', providerMandateId: mandateId };
  expectStatus(await admin.client.put(`/administration/property/${own.propertyId}/echeancier/payment-mode`, mode), 200);
  return { ...own, mandateId };
}
const program = (own: ScheduledProperty) =>
  admin.client.put(`/administration/property/${own.propertyId}/payment-schedule/program-unscheduled-mensualite-payment`, {
    echeanceId: own.echeances[0]?.id,
  });
const runJob = () => world.runJob<Report>(JOB);
async function scheduled(own: ScheduledProperty): Promise<ScheduledPayment> {
  const echeances = await readEcheances(admin, own.propertyId);
  return echeances[0]?.scheduledPayment ?? null;
}
type Movement = { id: number; cause: string; amountCents: number; status: number };
async function debitsAtProvider({ accountId }: ScheduledProperty): Promise<Movement[]> {
  const { movements } = await world.control<{ movements: Movement[] }>('GET', `/accounts/${accountId}`);
  return movements.filter(({ cause }) => cause === 'debit').toSorted((a, b) => a.id - b.id);
}
const statuses = async (own: ScheduledProperty) => (await debitsAtProvider(own)).map(({ status }) => status);
const told = async (own: ScheduledProperty, text: string) => (await chatWritten(world, [own.propertyId, text])).length;

/** Ordered without an answer, given up by the job, and at the provider seconds later. */
async function late(own: ScheduledProperty, meanwhile: () => Promise<unknown> = async () => {}): Promise<void> {
  await world.control('POST', '/faults', { route: ORDER, mode: 'late-effect', times: 1, afterSeconds: 5 });
  expectCode(await program(own), 500, 'failed-at-provider');
  await world.until(async () => (await runJob()).failed === 1, 'the job to give it up');
  const count = (await debitsAtProvider(own)).length;
  await meanwhile();
  const ordered = (await debitsAtProvider(own)).length - count;
  await world.until(async () => (await debitsAtProvider(own)).length > count + ordered, 'the late effect');
}

async function pay(own: ScheduledProperty, amountCents: number): Promise<void> {
  await world.control('POST', `/accounts/${own.accountId}/credit`, { amountCents });
  await world.runJob('incoming-wires');
  const { body } = expectStatus(await admin.client.get<{ id: string; spvId: SpvId }[]>(WIRES), 200);
  const wireToBeAssignedId = body.find(({ spvId }) => spvId === own.spvId)?.id;
  const echeanceId = own.echeances[0]?.id;
  const assignment = { wireToBeAssignedId, paymentFor: 'mensualite', echeanceId, isSimulation: false };
  expectStatus(await admin.client.post(`${WIRES}/assign`, assignment), 201);
}

describe('a debit that was given up and is found at the provider', () => {
  it('is adopted where the echeance still lacks the money', async () => {
    const own = await project();
    await late(own);
    assert.equal((await runJob()).watched.adopted, 1);
    const debit = await scheduled(own);
    assert.deepEqual([debit?.status, debit?.amount, await told(own, 'retrouvé')], ['scheduled', DUE, 1]);
    await world.control('POST', `/debits/${debit?.providerDebitId}/settle`, {});
    await runJob();
    assert.equal((await readEcheances(admin, own.propertyId))[0]?.status, 'paid');
  });
  it('is cancelled where another one asks for the money', async () => {
    const own = await project();
    await late(own, () => program(own).then((answer) => expectStatus(answer, 200)));
    assert.equal((await runJob()).watched.canceled, 1);
    assert.deepEqual((await statuses(own)).sort(), [PENDING, CANCELED]);
    assert.deepEqual([(await scheduled(own))?.status, await told(own, 'est annulé')], ['scheduled', 1]);
    assert.deepEqual((await runJob()).watched.canceled, 0);
  });
  it('is cancelled where a wire has paid the echeance', async () => {
    const own = await project();
    await late(own, () => pay(own, DUE));
    assert.equal((await runJob()).watched.canceled, 1);
    assert.deepEqual(await statuses(own), [CANCELED]);
  });
  it('collected before anybody looked: booked, and an excess where it was paid', async () => {
    const own = await project();
    await late(own, () => pay(own, DUE));
    const [debit] = await debitsAtProvider(own);
    await world.control('POST', `/debits/${debit?.id}/settle`, {});
    assert.equal((await runJob()).watched.collected, 1);
    const [first] = await readEcheances(admin, own.propertyId);
    assert.deepEqual([await statuses(own), first?.overpaid], [[DONE], DUE]);
  });
  it('is not asked for when ten days are over', async () => {
    const own = await project();
    await late(own);
    await watchOver(world, own.echeances[0]?.id);
    await runJob();
    assert.deepEqual([await statuses(own), await scheduled(own)], [[PENDING], null]);
  });
});

describe('a second debit under one reference', () => {
  type Waiting = { id: string; spvId: SpvId; projectId: PropertyId | null; amount: number };
  /** The first has come; the reference of both, and the second's id at the provider. */
  async function twice(own: ScheduledProperty & { mandateId: number }): Promise<{ reference: string; second: number }> {
    await world.control('POST', '/faults', { route: ORDER, mode: 'timeout-after', times: 1 });
    expectCode(await program(own), 500, 'failed-at-provider');
    const [row] = await world.sql<{ id: string }>('select id from direct_debit where echeance_id = $1', [own.echeances[0]?.id]);
    const reference = row?.id ?? randomUUID();
    const { accountId, mandateId } = own;
    const again = await world.deps.payments.createDirectDebit({
      ...{ accountId, mandateId, amountCents: DUE, comment: '', reference },
      collectionDate: Temporal.PlainDate.from('2026-02-05'),
    });
    assert.ok(again.ok);
    return { reference, second: again.value.debitId };
  }
  const toldTwice = async (reference: string, text: string) => (await chatWritten(world, ['en double', reference, text])).length;
  const settleAt = (debitId: number | undefined) => world.control('POST', `/debits/${debitId}/settle`, {});
  const waitingOf = async (own: ScheduledProperty) =>
    expectStatus(await admin.client.get<Waiting[]>(WIRES), 200).body.filter(({ spvId }) => spvId === own.spvId);

  it('is cancelled at the provider and reported', async () => {
    const own = await project();
    const { reference } = await twice(own);
    assert.equal((await runJob()).seconds.canceled, 1);
    assert.deepEqual(await statuses(own), [PENDING, CANCELED]);
    assert.deepEqual([(await scheduled(own))?.status, await toldTwice(reference, 'annulé')], ['scheduled', 1]);
    await runJob();
    assert.equal(await toldTwice(reference, ''), 1);
  });
  it('both were collected: one pays the echeance, the other waits as the project’s money, reported once, and pays the next', async () => {
    const own = await project();
    const { reference, second } = await twice(own);
    for (const { id } of await debitsAtProvider(own)) await settleAt(id);
    await Promise.all([runJob(), runJob()]);
    await runJob();
    const [first] = await readEcheances(admin, own.propertyId);
    assert.deepEqual([first?.status, first?.overpaid, first?.scheduledPayment?.status], ['paid', 0, 'succeeded']);
    const [record, ...more] = await waitingOf(own);
    assert.deepEqual([record?.projectId, record?.amount, more], [own.propertyId, DUE, []]);
    assert.equal(await toldTwice(reference, 'encaissé deux fois'), 1);
    const kept = await world.sql('select received_payment_id from direct_debit where provider_debit_id = $1', [second]);
    assert.deepEqual(kept, [{ received_payment_id: record?.id }]);
    const place = { paymentFor: 'mensualite', echeanceId: own.echeances[1]?.id, isSimulation: false };
    expectStatus(await admin.client.post(`${WIRES}/assign`, { wireToBeAssignedId: record?.id, ...place }), 201);
    assert.ok(((await readEcheances(admin, own.propertyId))[1]?.remainingToBePaid ?? DUE) < DUE);
  });
  it('is beyond recall, and collected days later: followed until then, and archived for the owner', async () => {
    const own = await project();
    const { reference, second } = await twice(own);
    await world.control('POST', '/faults', { route: CANCEL, mode: 'error-in-200', times: 1 });
    assert.equal((await runJob()).seconds.scheduled, 1);
    assert.equal(await toldTwice(reference, ''), 0);
    await settleAt(second);
    assert.equal((await runJob()).seconds.collected, 1);
    const [record] = await waitingOf(own);
    const archived = { wireToBeAssignedId: record?.id, comment: 'prélevé deux fois' };
    expectStatus(await admin.client.post(`${WIRES}/archive`, archived), 201);
    const settlement = `/administration/property/${own.propertyId}/solde-de-tout-compte`;
    const { body } = expectStatus(await admin.client.get<{ payBack: { surplusCents: number } }>(settlement), 200);
    assert.equal(body.payBack.surplusCents, DUE);
    assert.deepEqual([(await scheduled(own))?.status, await toldTwice(reference, '')], ['scheduled', 1]);
  });
  it('is taken back by the bank: its money leaves, and the echeance stays paid', async () => {
    const own = await project();
    const { second } = await twice(own);
    for (const { id } of await debitsAtProvider(own)) await settleAt(id);
    await runJob();
    await world.control('POST', '/chargebacks', { moneyInId: second });
    assert.deepEqual([await waitingOf(own), (await readEcheances(admin, own.propertyId))[0]?.status], [[], 'paid']);
    assert.deepEqual([await told(own, 'rejeté après encaissement'), await told(own, 'n’est plus payée')], [1, 0]);
  });
});
