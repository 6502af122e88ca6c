// Programming direct debits, through HTTP, and what the bank makes of them.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Person, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import { assertSoundLedger } from '../../../../test/support/ledger-proof.ts';
import { chatWritten, readAudits } from '../../../../test/support/readers.ts';
import { shows } from '../../../../test/support/recorder.ts';
import { owesNothing } from '../../../../test/support/schedule-states.ts';
import {
  readEcheances,
  type ScheduledPayment,
  type ScheduledProperty,
  scheduledProperty,
} from '../../../../test/support/scheduled-property.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { EcheanceId, PropertyId, SpvId } from '../../../core/db/tables.ts';
import { newId } from '../../../core/ids.ts';

type Report = { succeeded: number; failed: number; canceled: number; scheduled: number; unknown: number; broken: number };

const JOB = 'echeancier-bank-debit-status-update';
const PROGRAM = 'PROPERTY_PAYMENT_SCHEDULE_PROGRAM_ONE_PAYMENT';
const UNPROGRAM = 'PROPERTY_PAYMENT_SCHEDULE_UNPROGRAM_ONE_PAYMENT';

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

/** G-1, paid by direct debit on the fifth. */
async function project(): Promise<ScheduledProperty> {
  const own = await scheduledProperty(world, admin);
  const { id: mandateId } = await world.control<{ id: number }>('POST', `/accounts/${own.accountId}/mandates`, {
    iban: 'FR7630006000011234567890189',
    holder: 'Promoteur SAS',
    status: 6,
  });
  await setMode(own, { paymentMode: 'directDebit', providerMandateId: mandateId });
  return own;
}
const setMode = async (own: ScheduledProperty, mode: object) =>
  expectStatus(await admin.client.put(`/administration/property/${own.propertyId}/echeancier/payment-mode`, mode), 200);
const put = (verb: string, own: { propertyId: PropertyId }, echeanceId: EcheanceId | undefined, by = admin) =>
  by.client.put(`/administration/property/${own.propertyId}/payment-schedule/${verb}`, { echeanceId });
const program = (own: ScheduledProperty, number = 1) =>
  put('program-unscheduled-mensualite-payment', own, own.echeances[number - 1]?.id);
const unprogram = (own: ScheduledProperty, number = 1) =>
  put('unprogram-scheduled-mensualite-payment', own, own.echeances[number - 1]?.id);
async function scheduled(own: ScheduledProperty, number = 1): Promise<ScheduledPayment> {
  const echeances = await readEcheances(admin, own.propertyId);
  return echeances[number - 1]?.scheduledPayment ?? null;
}
const settle = (own: ScheduledPayment, how: 'settle' | 'reject' = 'settle') =>
  world.control('POST', `/debits/${own?.providerDebitId}/${how}`, {});
/** Statuses of the SPV's debits at the provider, oldest first. */
const debitsAtProvider = async ({ accountId }: ScheduledProperty) =>
  (await world.control<{ movements: { cause: string; status: number }[] }>('GET', `/accounts/${accountId}`)).movements
    .filter(({ cause }) => cause === 'debit')
    .map(({ status }) => status)
    .toReversed();
const [PENDING, CANCELED] = [4, 7];
const runJob = () => world.runJob<Report>(JOB);
const fault = (route: string, mode: string, latencyMs = 0) =>
  world.control('POST', '/faults', { route, mode, times: 1, ...(latencyMs === 0 ? {} : { latencyMs }) });
const auditsOf = async (kind: string, own: ScheduledProperty) =>
  (await readAudits(world, { kind, targetId: own.echeances[0]?.id }, ['id'])).length;

async function pay(own: ScheduledProperty, amountCents: number): Promise<void> {
  const wires = '/administration/property/payment-schedule/wire-to-be-assigned';
  await world.control('POST', `/accounts/${own.accountId}/credit`, { amountCents });
  await world.runJob('incoming-wires');
  const { body } = expectStatus(await admin.client.get<{ id: string; spvId: SpvId }[]>(wires), 200);
  expectStatus(
    await admin.client.post(`${wires}/assign`, {
      wireToBeAssignedId: body.find(({ spvId }) => spvId === own.spvId)?.id,
      paymentFor: 'mensualite',
      echeanceId: own.echeances[0]?.id,
      isSimulation: false,
    }),
    201,
  );
}

describe('PUT .../program-unscheduled-mensualite-payment', () => {
  it('programs a debit of what remains, on the debit day after the due date', async () => {
    const own = await project();
    await pay(own, 60_000);
    const look = async () => (await scheduled(own))?.status;
    const change = { from: undefined, to: 'scheduled', look, by: () => program(own) };
    expectStatus(await world.changes('state.debit-programmed', change), 200);
    const { date, amount, status } = (await scheduled(own)) ?? {};
    assert.deepEqual([date, amount, status], ['2026-02-05', 29_167, 'scheduled']);
    assert.equal(await auditsOf(PROGRAM, own), 1);
  });
  it('twice at once: one debit -> 400 echeance-mensualite-must-be-not-scheduled', async () => {
    const own = await project();
    const answers = await Promise.all([program(own), program(own)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400]);
    expectCode(await program(own), 400, 'echeance-mensualite-must-be-not-scheduled');
  });
  it('unknown echeance, or one of another property -> 400 echeance-not-found', async () => {
    const [own, other] = [await project(), await project()];
    expectCode(await put('program-unscheduled-mensualite-payment', own, newId()), 400, 'echeance-not-found');
    expectCode(await put('program-unscheduled-mensualite-payment', own, other.echeances[0]?.id), 400, 'echeance-not-found');
  });
  it('paid -> 400 echeance-mensualite-must-be-unpaid', async () => {
    const own = await project();
    await pay(own, 89_167);
    expectCode(await program(own), 400, 'echeance-mensualite-must-be-unpaid');
  });
  it('nothing due -> 400 echeance-nothing-to-pay', async () => {
    const own = await project();
    await owesNothing(world, own.echeances[0]?.id);
    expectCode(await program(own), 400, 'echeance-nothing-to-pay');
  });
  it('paid by wire -> 400 echeancier-config-payment-mode-not-direct-debit', async () => {
    const own = await scheduledProperty(world, admin);
    expectCode(await program(own), 400, 'echeancier-config-payment-mode-not-direct-debit');
  });
  it('refused by the provider: free for another try -> 500 failed-at-provider', async () => {
    const own = await project();
    await fault('POST /v2/moneyins/sdd/init', 'error-in-200');
    expectCode(await program(own), 500, 'failed-at-provider');
    assert.equal(await scheduled(own), null);
    assert.equal(await auditsOf(PROGRAM, own), 1, 'of the order that the provider had');
    expectStatus(await program(own), 200);
    assert.equal(await auditsOf(PROGRAM, own), 2);
  });
  it('a reply lost after the effect -> 500 failed-at-provider; the job finds the one debit', async () => {
    const own = await project();
    await fault('POST /v2/moneyins/sdd/init', 'timeout-after');
    expectCode(await program(own), 500, 'failed-at-provider');
    assert.equal(await auditsOf(PROGRAM, own), 1, 'before anybody knows whether the provider has it');
    expectCode(await program(own), 400, 'echeance-mensualite-must-be-not-scheduled');
    assert.equal((await runJob()).broken, 0);
    assert.equal((await scheduled(own))?.status, 'scheduled');
    assert.equal(await auditsOf(PROGRAM, own), 1);
  });
  it('a request lost before the effect: the job frees the echeance', async () => {
    const own = await project();
    await fault('POST /v2/moneyins/sdd/init', 'timeout-before');
    expectCode(await program(own), 500, 'failed-at-provider');
    assert.equal((await runJob()).failed, 1);
    assert.equal(await auditsOf(PROGRAM, own), 1);
    expectStatus(await program(own), 200);
    assert.equal(await auditsOf(PROGRAM, own), 2);
  });
  it('given up by the job, and taken after all: not collected, free for another try -> 500 failed-at-provider', async () => {
    const own = await project();
    // Longer than PROVIDER_RESEND_AFTER_SECONDS, shorter than PROVIDER_TIMEOUT_MS.
    await fault('POST /v2/moneyins/sdd/init', 'latency', 2_000);
    const asked = program(own);
    await world.until(async () => (await runJob()).failed === 1, 'the job to give it up while it is on its way');
    expectCode(await asked, 500, 'failed-at-provider');
    assert.deepEqual(await debitsAtProvider(own), [CANCELED]);
    assert.equal(await auditsOf(PROGRAM, own), 1);
    expectStatus(await program(own), 200);
    assert.deepEqual(await debitsAtProvider(own), [CANCELED, PENDING]);
  });
  it('without an echeance -> 400 validation-failed', async () =>
    expectCode(
      await put('program-unscheduled-mensualite-payment', { propertyId: newId() }, undefined),
      400,
      'validation-failed',
    ));
});

describe('PUT .../unprogram-scheduled-mensualite-payment', () => {
  it('cancels the debit at the provider; it can be programmed again', async () => {
    const own = await project();
    expectStatus(await program(own), 200);
    const look = async () => (await scheduled(own))?.status;
    const change = { from: 'scheduled', to: 'canceled', look, by: () => unprogram(own) };
    expectStatus(await world.changes('state.debit-unprogrammed', change), 200);
    assert.equal(await auditsOf(UNPROGRAM, own), 1);
    expectStatus(await program(own), 200);
  });
  it('twice at once -> 400 echeance-mensualite-scheduled-payment-must-be-scheduled', async () => {
    const own = await project();
    expectStatus(await program(own), 200);
    const answers = await Promise.all([unprogram(own), unprogram(own)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400]);
    expectCode(await unprogram(own), 400, 'echeance-mensualite-scheduled-payment-must-be-scheduled');
  });
  it('unknown echeance -> 400 echeance-not-found', async () =>
    expectCode(await put('unprogram-scheduled-mensualite-payment', await project(), newId()), 400, 'echeance-not-found'));
  it('paid -> 400 echeance-mensualite-must-be-unpaid', async () => {
    const own = await project();
    expectStatus(await program(own), 200);
    await pay(own, 89_167);
    expectCode(await unprogram(own), 400, 'echeance-mensualite-must-be-unpaid');
  });
  it('collected meanwhile: the job still books it -> 500 failed-at-provider', async () => {
    const own = await project();
    expectStatus(await program(own), 200);
    await settle(await scheduled(own));
    expectCode(await unprogram(own), 500, 'failed-at-provider');
    assert.equal((await runJob()).succeeded, 1);
    assert.equal(await auditsOf(UNPROGRAM, own), 1, 'of the order that the provider had');
  });
  it('a request lost before the effect: scheduled again, and what the bank does later is nobody’s', async () => {
    const own = await project();
    expectStatus(await program(own), 200);
    await fault('PUT /v2/moneyins/:transactionid/cancel', 'timeout-before');
    expectCode(await unprogram(own), 500, 'failed-at-provider');
    await runJob();
    const debit = await scheduled(own);
    assert.equal(debit?.status, 'scheduled');
    await settle(debit, 'reject');
    await runJob();
    assert.equal(await auditsOf(UNPROGRAM, own), 1, 'of the order alone');
  });
  it('the job sees it scheduled while it is being cancelled: cancelled all the same, audited once', async () => {
    const own = await project();
    expectStatus(await program(own), 200);
    await fault('PUT /v2/moneyins/:transactionid/cancel', 'latency', 600);
    const asked = unprogram(own);
    await world.until(async () => (await world.control<unknown[]>('GET', '/faults')).length === 0, 'the provider is asked');
    await runJob();
    expectStatus(await asked, 200);
    assert.equal((await scheduled(own))?.status, 'canceled');
    assert.equal(await auditsOf(UNPROGRAM, own), 1);
  });
  it('a reply lost after the effect: the job sees it canceled', async () => {
    const own = await project();
    expectStatus(await program(own), 200);
    await fault('PUT /v2/moneyins/:transactionid/cancel', 'timeout-after');
    expectCode(await unprogram(own), 500, 'failed-at-provider');
    assert.equal(await auditsOf(UNPROGRAM, own), 1, 'before anybody knows whether it is cancelled');
    assert.equal((await runJob()).canceled, 1);
    assert.equal((await scheduled(own))?.status, 'canceled');
    assert.equal(await auditsOf(UNPROGRAM, own), 1);
  });
});

describe(JOB, () => {
  it('settled: the payment is booked and assigned, once, however often it runs', async () => {
    const own = await project();
    expectStatus(await program(own), 200);
    await settle(await scheduled(own));
    await Promise.all([runJob(), runJob()]);
    const [first] = await readEcheances(admin, own.propertyId);
    assert.deepEqual([first?.remainingToBePaid, first?.status, (await scheduled(own))?.status], [0, 'paid', 'succeeded']);
    await runJob();
    const payments = await world.sql(`select id from received_payment where source = 'directDebit' and property_id = $1`, [
      own.propertyId,
    ]);
    assert.equal(payments.length, 1);
  });
  it('settled after a switch to wire: booked all the same', async () => {
    const own = await project();
    expectStatus(await program(own), 200);
    await setMode(own, { paymentMode: 'wire' });
    await settle(await scheduled(own));
    assert.equal((await runJob()).succeeded, 1);
    assert.equal((await readEcheances(admin, own.propertyId))[0]?.status, 'paid');
    shows('job.debit-status');
  });
  it('rejected by the bank: unscheduled again, and the team is notified', async () => {
    const own = await project();
    expectStatus(await program(own), 200);
    await settle(await scheduled(own), 'reject');
    assert.equal((await runJob()).failed, 1);
    assert.equal((await scheduled(own))?.status, 'failed');
    assert.ok((await chatWritten(world, [own.propertyId, 'a échoué'])).length > 0);
    expectStatus(await program(own), 200);
  });
  it('a dry run changes nothing', async () => {
    const own = await project();
    expectStatus(await program(own), 200);
    await settle(await scheduled(own));
    assert.equal((await world.runJob<Report>(JOB, { dryRun: true })).succeeded, 1);
    assert.equal((await scheduled(own))?.status, 'scheduled');
    await runJob();
  });
});

describe('who may', () => {
  for (const verb of ['program-unscheduled-mensualite-payment', 'unprogram-scheduled-mensualite-payment']) {
    const path = `/administration/property/${randomUUID()}/payment-schedule/${verb}`;
    it(`${verb} without a session -> 401 unauthenticated`, async () =>
      expectCode(await world.visitor().put(path, {}), 401, 'unauthenticated'));
    it(`${verb} as an investor -> 403 forbidden`, async () =>
      expectCode(await (await signUp(world)).client.put(path, {}), 403, 'forbidden'));
  }
});
