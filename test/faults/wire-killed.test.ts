// kill -9 while the owner's wire is booked and while it is assigned. It is booked once, and pays its echeance once.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type Person, signInAdministrator } from '../support/actors.ts';
import { clientAt, startJobProcess, startProcess } from '../support/processes.ts';
import { readEcheances, type ScheduledProperty, scheduledProperty } from '../support/scheduled-property.ts';
import { proveLedger } from '../support/withdrawal-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../support/world.ts';
import { type CommitProxy, startCommitProxy } from './commit-proxy.ts';

const WIRES = '/administration/property/payment-schedule/wire-to-be-assigned';
const DUE_CENTS = 89_167;

let world: World;
let proxy: CommitProxy;
let admin: Person;
let own: ScheduledProperty;
/** Of the SPV's wallet at the provider, before the wire. */
let beforeCents: number;

before(async () => {
  world = await startWorld({ worker: false });
  proxy = await startCommitProxy(world.environment.DATABASE_URL ?? '');
  admin = await signInAdministrator(world);
  await world.moveClock({ now: '2026-02-03T10:00:00Z' });
  own = await scheduledProperty(world, admin);
  beforeCents = await atProvider();
  await world.control('POST', `/accounts/${own.accountId}/credit`, { amountCents: DUE_CENTS });
});
after(async () => {
  await proxy.close();
  await world.close();
});

const atProvider = async () => (await world.control<{ balanceCents: number }>('GET', `/accounts/${own.accountId}`)).balanceCents;

/** The job that books wires, in its own process, dies around the commit of the transaction that sent `statement`. */
async function killJobAt(when: 'before' | 'after', statement: string): Promise<void> {
  proxy.hold(when, statement);
  const job = startJobProcess(world, 'incoming-wires', { DATABASE_URL: proxy.url });
  await world.until(async () => proxy.held() > 0, `the job to reach ${statement}`);
  await job.kill();
  proxy.release();
}

/** The same with an API that is asked to assign. */
async function killApiAt(when: 'before' | 'after', wireId: string): Promise<void> {
  const api = await startProcess(world, 'api', { DATABASE_URL: proxy.url });
  proxy.hold(when, 'insert into "admin_action"');
  const asked = assign(wireId, clientAt(api, admin.client)).then(
    ({ status }) => status,
    () => 'nothing',
  );
  await world.until(async () => proxy.held() > 0, 'the assignment to reach its commit');
  await api.kill();
  proxy.release();
  assert.equal(await asked, 'nothing');
}

const assign = (wireToBeAssignedId: string, client = admin.client) => {
  const echeanceId = own.echeances[0]?.id;
  return client.post(`${WIRES}/assign`, { wireToBeAssignedId, paymentFor: 'mensualite', echeanceId, isSimulation: false });
};
const waiting = async () =>
  expectStatus(await admin.client.get<{ id: string; amount: number }[]>(WIRES), 200).body.map(({ id, amount }) => ({
    id,
    amount,
  }));
const first = async () => (await readEcheances(admin, own.propertyId))[0];
const count = async (query: string) => (await world.sql<{ count: number }>(query))[0]?.count;
const booked = () =>
  count(`select count(*)::integer as count from wallet_transaction where type = 'SPV_WIRE_IN' and amount_cents = ${DUE_CENTS}`);
const audits = () =>
  count(`select count(*)::integer as count from admin_action where kind = 'PROPERTY_PAYMENT_SCHEDULE_ASSIGN_WIRE_TO_ECHEANCE'`);

it('before it is booked: nothing is there', async () => {
  await killJobAt('before', 'insert into "received_payment"');
  assert.deepEqual([await booked(), await waiting()], [0, []]);
});

it('once it is booked, before the reading is noted: it waits once, however often it is read again', async () => {
  await killJobAt('after', 'insert into "received_payment"');
  assert.equal(await booked(), 1);
  for (let time = 0; time < 2; time += 1) await Promise.all([world.runJob('incoming-wires'), world.runJob('incoming-wires')]);
  await world.runJob('provider-reconciliation');
  assert.equal(await booked(), 1);
  assert.deepEqual(
    (await waiting()).map(({ amount }) => amount),
    [DUE_CENTS],
  );
});

it('before it is assigned: it still waits, the echeance is unpaid', async () => {
  const [wire] = await waiting();
  await killApiAt('before', wire?.id ?? '');
  assert.deepEqual([await waiting(), (await first())?.status, await audits()], [[wire], 'unpaid', 0]);
});

it('once it is assigned, before the answer: a repeated request is refused, the echeance is paid once', async () => {
  const [wire] = await waiting();
  await killApiAt('after', wire?.id ?? '');
  assert.deepEqual([await waiting(), await audits()], [[], 1]);
  expectCode(await assign(wire?.id ?? ''), 400, 'wire-not-waiting');
  const paid = await first();
  assert.deepEqual([paid?.status, paid?.remainingToBePaid, paid?.overpaid], ['paid', 0, 0]);
  assert.equal(await atProvider(), beforeCents + DUE_CENTS);
  await proveLedger(admin);
});
