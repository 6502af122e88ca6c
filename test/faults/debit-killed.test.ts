// kill -9 at every step of a direct debit: while it is programmed, cancelled, and booked. An echeance is debited once and paid once.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type Investor, type Person, signInAdministrator, verifiedInvestor } from '../support/actors.ts';
import { clientAt, startJobProcess, startProcess } from '../support/processes.ts';
import { readEcheances, type ScheduledProperty, scheduledProperty } from '../support/scheduled-property.ts';
import { proveLedger } from '../support/withdrawal-actors.ts';
import { expectStatus, startWorld, type World } from '../support/world.ts';
import { type CommitProxy, startCommitProxy } from './commit-proxy.ts';

/** Of the first month of G-1, and 31.4 % of it. */
const [INTEREST_CENTS, TAX_CENTS] = [79_167, 24_858];
const JOB = 'echeancier-bank-debit-status-update';
const PROGRAM = 'program-unscheduled-mensualite-payment';
const UNPROGRAM = 'unprogram-scheduled-mensualite-payment';

let world: World;
let proxy: CommitProxy;
let admin: Person;
let holder: Investor;
let own: ScheduledProperty;
/** Of the SPV's wallet at the provider, before the debit. */
let beforeCents: number;

before(async () => {
  world = await startWorld({ worker: false });
  proxy = await startCommitProxy(world.environment.DATABASE_URL ?? '');
  admin = await signInAdministrator(world);
  await world.moveClock({ now: '2026-01-20T10:00:00Z' });
  holder = await verifiedInvestor(world);
  own = await scheduledProperty(world, admin, { holders: [{ investor: holder, bricks: 3 }] });
  beforeCents = await atProvider();
  const signed = { iban: 'FR7630006000011234567890189', holder: 'Promoteur SAS', status: 6 };
  const { id } = await world.control<{ id: number }>('POST', `/accounts/${own.accountId}/mandates`, signed);
  const mode = { paymentMode: 'directDebit', providerMandateId: id };
  expectStatus(await admin.client.put(`/administration/property/${own.propertyId}/echeancier/payment-mode`, mode), 200);
});
after(async () => {
  await proxy.close();
  await world.close();
});

const atProvider = async () => (await world.control<{ balanceCents: number }>('GET', `/accounts/${own.accountId}`)).balanceCents;

/** An API for this request dies around the commit of the transaction that sent `statement`. */
async function killApiAt(verb: string, when: 'before' | 'after', statement: string): Promise<void> {
  const api = await startProcess(world, 'api', { DATABASE_URL: proxy.url });
  proxy.hold(when, statement);
  const asked = put(verb, clientAt(api, admin.client)).then(
    ({ status }) => status,
    () => 'nothing',
  );
  await world.until(async () => proxy.held() > 0, `${verb} to reach ${statement}`);
  await api.kill();
  proxy.release();
  assert.equal(await asked, 'nothing');
}

/** The same with the status job. */
async function killJobAt(when: 'before' | 'after', statement: string): Promise<void> {
  proxy.hold(when, statement);
  const job = startJobProcess(world, JOB, { DATABASE_URL: proxy.url });
  await world.until(async () => proxy.held() > 0, `the job to reach ${statement}`);
  await job.kill();
  proxy.release();
}

const put = (verb: string, client = admin.client) =>
  client.put(`/administration/property/${own.propertyId}/payment-schedule/${verb}`, { echeanceId: own.echeances[0]?.id });
const debits = async () =>
  (await world.sql<{ status: string }>('select status from direct_debit order by created_at, id')).map((row) => row.status);
const payments = () => world.sql(`select id from received_payment where source = 'directDebit'`);

it('before the intent is written: nothing is there', async () => {
  await killApiAt(PROGRAM, 'before', 'insert into "direct_debit"');
  assert.deepEqual(await debits(), []);
});

it('before the provider is asked: the job frees the echeance, nothing is collected', async () => {
  await killApiAt(PROGRAM, 'after', 'insert into "direct_debit"');
  assert.deepEqual(await debits(), ['creating']);
  expectStatus(await put(PROGRAM), 400);
  await world.until(async () => {
    await world.runJob(JOB);
    return (await debits())[0] !== 'creating';
  }, 'the job to free the echeance, PROVIDER_RESEND_AFTER_SECONDS later');
  assert.deepEqual(await debits(), ['failed']);
});

it('after the provider took it, before we wrote so: the job finds the one debit', async () => {
  await killApiAt(PROGRAM, 'before', 'update "direct_debit"');
  assert.deepEqual(await debits(), ['failed', 'creating']);
  expectStatus(await put(PROGRAM), 400);
  await world.runJob(JOB);
  assert.deepEqual(await debits(), ['failed', 'scheduled']);
});

it('before the cancelling is written: it is scheduled as before', async () => {
  await killApiAt(UNPROGRAM, 'before', 'update "direct_debit"');
  assert.deepEqual(await debits(), ['failed', 'scheduled']);
});

it('while it is cancelled, before the provider is asked: it is scheduled as before', async () => {
  await killApiAt(UNPROGRAM, 'after', 'update "direct_debit"');
  assert.deepEqual(await debits(), ['failed', 'canceling']);
  await world.runJob(JOB);
  assert.deepEqual(await debits(), ['failed', 'scheduled']);
});

it('after the provider cancelled it, before we wrote so: it is cancelled, and free for another', async () => {
  await killApiAt(UNPROGRAM, 'before', 'canceled');
  assert.deepEqual(await debits(), ['failed', 'canceling']);
  await world.runJob(JOB);
  assert.deepEqual(await debits(), ['failed', 'canceled']);
  expectStatus(await put(PROGRAM), 200);
  assert.deepEqual(await debits(), ['failed', 'canceled', 'scheduled']);
});

it('collected by the bank: booked and assigned once, around its commit too', async () => {
  const read = async () => (await readEcheances(admin, own.propertyId))[0];
  const [row] = await world.sql<{ id: string }>(`select provider_debit_id as id from direct_debit where status = 'scheduled'`);
  await world.control('POST', `/debits/${row?.id}/settle`, {});
  await killJobAt('before', 'update "direct_debit"');
  assert.deepEqual([await payments(), (await read())?.status], [[], 'unpaid']);
  await killJobAt('after', 'update "direct_debit"');
  assert.deepEqual([(await payments()).length, (await read())?.status], [1, 'paid']);
  for (let time = 0; time < 2; time += 1)
    await Promise.all([JOB, JOB, 'incoming-wires', 'provider-reconciliation'].map((name) => world.runJob(name)));
  assert.equal((await payments()).length, 1);
  const paid = await read();
  assert.deepEqual([paid?.status, paid?.remainingToBePaid, paid?.overpaid], ['paid', 0, 0]);
  assert.deepEqual(await debits(), ['failed', 'canceled', 'succeeded']);
  assert.equal((await atProvider()) - beforeCents, 89_167);
  await proveLedger(admin);
});

it('and the month that it paid is distributed once', async () => {
  await world.moveClock({ now: '2026-02-10T08:00:00Z' });
  for (let time = 0; time < 3; time += 1) {
    await world.runJob('coupon-payout');
    await world.runJob('wallet-transactions');
  }
  const cents = INTEREST_CENTS - TAX_CENTS;
  const { body } = expectStatus(await holder.client.get('/customers/wallet'), 200);
  assert.deepEqual(body, { availableCents: cents, heldCents: 0, balanceCents: cents });
  const account = await world.control<{ movements: { kind: string; direction: string; amountCents: number }[] }>(
    'GET',
    `/accounts/${holder.customerId}`,
  );
  const coupons = account.movements.filter(({ kind, direction }) => kind === 'p2p' && direction === 'in');
  assert.deepEqual(
    coupons.map(({ amountCents }) => amountCents),
    [cents],
  );
  await proveLedger(admin);
});
