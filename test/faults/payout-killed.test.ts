// kill -9 at every step of a payout: before and after each commit of the run, while the provider moves the money, and in the
// settlement. The month pays once, whatever died: every holder, the tax, the mails.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { SpvId } from '../../src/core/db/tables.ts';
import { newId } from '../../src/core/ids.ts';
import { type Investor, type Person, signInAdministrator, verifiedInvestor } from '../support/actors.ts';
import { customerIs } from '../support/customer-states.ts';
import { endLeases } from '../support/money-states.ts';
import { type ServiceProcess, startJobProcess, startProcess } from '../support/processes.ts';
import { type ScheduledProperty, scheduledProperty } from '../support/scheduled-property.ts';
import { proveLedger } from '../support/withdrawal-actors.ts';
import { expectStatus, startWorld, type World } from '../support/world.ts';
import { type CommitProxy, startCommitProxy } from './commit-proxy.ts';

const WIRES = '/administration/property/payment-schedule/wire-to-be-assigned';
const COUPON_CENTS = 1_000;
/** 429 and 428 at 31.4 %, and the 143 of a company, in each of two projects. */
const NET_CENTS = [2 * (429 - 135), 2 * (428 - 134), 2 * 143];
const TAX_CENTS = 2 * (135 + 134);
/** The reply of the provider never comes in the life of this test. */
const NEVER_MS = 300_000;

let world: World;
let proxy: CommitProxy;
let admin: Person;
let holders: Investor[];
let projects: ScheduledProperty[];
const workers: ServiceProcess[] = [];

before(async () => {
  world = await startWorld({ worker: false });
  proxy = await startCommitProxy(world.environment.DATABASE_URL ?? '');
  admin = await signInAdministrator(world);
  await world.moveClock({ now: '2026-02-10T08:00:00Z' });
  holders = [await verifiedInvestor(world), await verifiedInvestor(world), await verifiedInvestor(world)];
  await customerIs(world, holders[2]?.customerId ?? newId(), 'business');
  const owners = holders.map((investor, index) => ({ investor, bricks: [3, 3, 1][index] ?? 0 }));
  // Shares of equal remainder go by the holders' ids: the first two must be in that order.
  if ((holders[0]?.customerId ?? '') > (holders[1]?.customerId ?? '')) holders.splice(0, 2, ...holders.slice(0, 2).reverse());
  projects = [
    await scheduledProperty(world, admin, { holders: owners }),
    await scheduledProperty(world, admin, { holders: owners }),
  ];
  for (const project of projects) await pay(project, COUPON_CENTS);
});
after(async () => {
  for (const worker of workers) await worker.kill();
  await proxy.close();
  await world.close();
});

async function pay({ accountId, spvId, echeances }: ScheduledProperty, amountCents: number, paymentFor = 'mensualite') {
  await world.control('POST', `/accounts/${accountId}/credit`, { amountCents });
  await world.runJob('incoming-wires');
  const { body } = expectStatus(await admin.client.get<{ id: string; spvId: SpvId }[]>(WIRES), 200);
  const wireToBeAssignedId = body.find((wire) => wire.spvId === spvId)?.id;
  const echeanceId = (paymentFor === 'mensualite' ? echeances[0] : echeances.at(-1))?.id;
  expectStatus(
    await admin.client.post(`${WIRES}/assign`, { wireToBeAssignedId, paymentFor, echeanceId, isSimulation: false }),
    201,
  );
}

/** Runs the job in its own process and kills it around the commit of the transaction that sent `statement`. */
async function killJobAt(name: string, when: 'before' | 'after', statement: string): Promise<void> {
  proxy.hold(when, statement);
  const job = startJobProcess(world, name, { DATABASE_URL: proxy.url });
  await world.until(async () => {
    if (job.lines.some((line) => line.startsWith('ended'))) throw new Error(`${name} ended:\n${job.lines.join('\n')}`);
    return proxy.held() > 0;
  }, `${name} to reach ${statement}`);
  await job.kill();
  proxy.release();
}

async function startWorker(databaseUrl: string): Promise<ServiceProcess> {
  const worker = await startProcess(world, 'worker', { DATABASE_URL: databaseUrl });
  workers.push(worker);
  return worker;
}

const runs = async () => (await world.sql('select id from payout_run')).length;
const countOf = async (query: string) => (await world.sql<{ count: number }>(query))[0]?.count ?? 0;
const openOrders = () => countOf(`select count(*)::integer as count from payment where status in ('created', 'sent')`);
type Movement = { kind: string; direction: string; amountCents: number };
/** Transfers that reached the account; holders bought their bricks with money that came by wire. */
const movedTo = async (accountId: string) =>
  (await world.control<{ movements: Movement[] }>('GET', `/accounts/${accountId}`)).movements.filter(
    ({ kind, direction }) => kind === 'p2p' && direction === 'in',
  );

/** Mails of payouts, by holder. */
const mailsAbout = (kind: string) =>
  Promise.all(
    holders.map(({ email }) =>
      countOf(
        `select count(*)::integer as count from pgboss.job where name = 'send-email' and data ->> 'template' = 'echeance-paid'
         and data -> 'data' ->> 'kind' = '${kind}' and data ->> 'to' = '${email}'`,
      ),
    ),
  );
/** What each project has in a purse, cents. */
const purses = (name: string) =>
  Promise.all(
    projects.map(({ propertyId }) =>
      countOf(
        `select coalesce(sum(balance_cents), 0)::integer as count from ledger_account where name = 'PRO:${propertyId}:${name}'`,
      ),
    ),
  );
/** A worker with replies that never come and settlements whose commit is held, dies once the provider has made `count` movements. */
async function killWorkerInSettlement(sql: string, count: number, accountIds: readonly string[]): Promise<void> {
  proxy.hold('before', sql);
  await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'timeout-after', times: 1, latencyMs: NEVER_MS });
  const worker = await startWorker(proxy.url);
  await world.until(async () => {
    const moved = await Promise.all(accountIds.map(movedTo));
    return moved.flat().length === count && proxy.held() > 0;
  }, `${count} movements at the provider, and settlements before their commit`);
  await worker.kill();
  proxy.release();
  assert.equal(await openOrders(), count);
  await world.control('DELETE', '/faults');
}

/** Orders whose worker died are looked up by reference once their lease is over: at once here, worker-killed.test.ts waits for it. */
async function finishOrders(): Promise<void> {
  await endLeases(world);
  await world.until(async () => {
    await world.runJob('wallet-transactions');
    return (await openOrders()) === 0;
  }, 'all orders to be settled');
}

it('before the month has begun: nothing is there', async () => {
  await killJobAt('coupon-payout', 'before', 'insert into "coupon_month"');
  assert.equal(await countOf('select count(*)::integer as count from coupon_month'), 0);
});

it('before the first project is written: nothing of it is there', async () => {
  await killJobAt('coupon-payout', 'before', 'insert into "payout_run"');
  assert.equal(await runs(), 0);
  assert.equal(await openOrders(), 0);
});

it('between two projects: the first one stands with its orders and jobs', async () => {
  await killJobAt('coupon-payout', 'after', 'insert into "payout_run"');
  assert.equal(await runs(), 1);
  assert.equal(await openOrders(), 3);
  const jobs = `select count(*)::integer as count from pgboss.job job join payment placed on placed.id::text = job.data ->> 'paymentId'
    where job.name = 'execute-payment' and placed.status = 'created'`;
  assert.equal(await countOf(jobs), 3);
});

it('before the month is closed: both projects stand, each once', async () => {
  await killJobAt('coupon-payout', 'before', 'update "coupon_month"');
  assert.equal(await runs(), 2);
  assert.equal(await openOrders(), 6);
  assert.equal(await countOf('select count(*)::integer as count from coupon_month where finished_at is null'), 1);
});

it('while the money moves: replies that never come, and settlements that are not committed', async () => {
  await killWorkerInSettlement(
    'update "payout_line"',
    6,
    holders.map(({ customerId }) => customerId),
  );
  assert.equal(await countOf(`select count(*)::integer as count from payout_line where status = 'paid'`), 0);
});

it('around the order of the tax: one transfer of each SPV', async () => {
  await finishOrders();
  await killJobAt('coupon-payout', 'before', 'set "tax_payment_id"');
  assert.equal(await openOrders(), 0);
  await killJobAt('coupon-payout', 'after', 'set "tax_payment_id"');
  assert.equal(await openOrders(), 1);
  await world.runJob('coupon-payout');
  assert.equal(await openOrders(), 2);
});

it('while the tax moves: the same, and the next run orders no second transfer', async () => {
  const taxAccount = world.deps.config.PLATFORM_TAX_ACCOUNT_ID;
  await killWorkerInSettlement('update "payment"', 2, [taxAccount]);
  await world.runJob('coupon-payout');
  await finishOrders();
  await world.runJob('coupon-payout');
  assert.equal(await openOrders(), 0);
  const moved = (await movedTo(taxAccount)).map(({ amountCents }) => amountCents);
  assert.deepEqual(moved, [TAX_CENTS / 2, TAX_CENTS / 2]);
});

it('afterwards everybody has been paid once', async () => {
  await world.runJob('coupon-payout');
  await finishOrders();
  assert.equal(await runs(), 2);
  for (const [index, holder] of holders.entries()) {
    const moved = await movedTo(holder.customerId);
    assert.deepEqual(moved.length, 2, JSON.stringify(moved));
    const { body } = expectStatus(await holder.client.get('/customers/wallet'), 200);
    const cents = NET_CENTS[index];
    assert.deepEqual(body, { availableCents: cents, heldCents: 0, balanceCents: cents });
    const { balanceCents } = await world.control<{ balanceCents: number }>('GET', `/accounts/${holder.customerId}`);
    assert.equal(balanceCents, cents);
  }
  assert.equal(await countOf('select count(*)::integer as count from coupon_month where finished_at is not null'), 1);
  assert.deepEqual(await mailsAbout('coupon'), [2, 2, 2]);
  assert.deepEqual(await purses('COUPON'), [0, 0]);
  const [books] = await world.sql<Record<string, number>>(
    `select (sum(amount_cents) filter (where type = 'COUPON_PAYOUT'))::integer as gross, (sum(amount_cents) filter (where type = 'WITHHOLDING_TAX'))::integer as tax,
       count(*) filter (where type = 'COUPON_PAYOUT')::integer as coupons, count(*) filter (where type = 'WITHHOLDING_TAX')::integer as taxes,
       count(*) filter (where status <> 'CONFIRMED')::integer as open
     from wallet_transaction where type in ('COUPON_PAYOUT', 'WITHHOLDING_TAX')`,
  );
  assert.deepEqual(books, { gross: 2 * COUPON_CENTS, tax: TAX_CENTS, coupons: 6, taxes: 4, open: 0 });
  const { body } = expectStatus(await admin.client.get<{ runs: unknown[] }>('/administration/payouts/2026-02'), 200);
  assert.equal(body.runs.length, 2);
});

it('a capital run, killed after its commit and again in its settlement: once', async () => {
  const [project] = projects;
  assert.ok(project);
  await pay(project, 7_000, 'capitalRepayment');
  await killJobAt('capital-payout', 'before', 'insert into "payout_run"');
  await killJobAt('capital-payout', 'after', 'insert into "payout_run"');
  proxy.hold('after', 'update "payout_line"');
  const worker = await startWorker(proxy.url);
  await world.until(async () => proxy.held() > 0, 'a settlement to be committed, unheard of');
  await worker.kill();
  proxy.release();
  await world.runJob('capital-payout');
  await finishOrders();
  const capital = await world.sql<{ cents: number }>(
    `select amount_cents::integer as cents from wallet_transaction where type = 'CAPITAL_REPAYMENT' and status = 'CONFIRMED' order by 1`,
  );
  assert.deepEqual(
    capital.map(({ cents }) => cents),
    [1_000, 3_000, 3_000],
  );
  for (const holder of holders) assert.equal((await movedTo(holder.customerId)).length, 3);
  assert.deepEqual(await mailsAbout('capital'), [1, 1, 1]);
  assert.deepEqual(await purses('CAPITAL'), [0, 0]);
});

it('the proof holds', () => proveLedger(admin));
