// The database goes away in the middle of the traffic, once in order and once by a crash, and comes back: the service recovers
// by itself, nothing is lost and nothing happens twice.

import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import pg from 'pg';
import { type EmbeddedPostgres, startPostgres, THROWAWAY_SETTINGS } from '../../scripts/embedded-postgres.ts';
import { removeHome } from '../../scripts/postgres-home.ts';
import { signInAdministrator } from '../support/actors.ts';
import { createClient } from '../support/client.ts';
import { clientAt, type ServiceProcess, startProcess } from '../support/processes.ts';
import { proveLedger } from '../support/withdrawal-actors.ts';
import { expectStatus, startWorld, type World } from '../support/world.ts';
import { assertPaidOnce, dealPayment, newKey, type Payment, purchasePayment } from './payments.ts';

const PAYERS = 6;
const RECOVERED_WITHIN_MS = 30_000;

const folder = mkdtempSync(join(tmpdir(), 'mortar-restart-'));
const dataDir = join(folder, 'postgres');
let postgres: EmbeddedPostgres;
let world: World;
let service: ServiceProcess;

/** A server for this file: that of other tests must not stop. What it has committed survives its crash. */
function startServer(): Promise<EmbeddedPostgres> {
  return startPostgres({ dataDir, settings: { ...THROWAWAY_SETTINGS, synchronous_commit: 'on', max_connections: '60' } });
}

before(async () => {
  // As root, the user of the database must get through.
  chmodSync(folder, 0o711);
  postgres = await startServer();
  world = await startWorld({ worker: false, server: postgres.url });
  service = await startProcess(world, 'all', { HEAVY_REQUESTS_AT_ONCE: '50' });
});
after(async () => {
  await service.kill();
  await world.close();
  await postgres.stop('immediate');
  removeHome(dataDir);
  rmSync(folder, { recursive: true, force: true });
});

/** Asks with one key until the payment is taken, as a patient client does; answers the statuses that were heard. */
async function payPatiently(payment: Payment): Promise<number[]> {
  const key = newKey();
  const heard: number[] = [];
  const ask = async () => {
    heard.push((await payment.ask(key, clientAt(service, payment.payer.client))).status);
    return heard.at(-1) === 201;
  };
  await world.until(ask, `${payment.what} to be taken`, RECOVERED_WITHIN_MS).catch((cause: unknown) => {
    throw new Error(`heard ${[...new Set(heard)].join(' ')}`, { cause });
  });
  return heard;
}

async function restartDuringTraffic(mode: 'fast' | 'immediate'): Promise<void> {
  const payments = await Promise.all(
    Array.from({ length: PAYERS }, (_, index) => (index % 2 === 0 ? dealPayment(world) : purchasePayment(world))),
  );
  const statuses: number[] = [];
  const watch = new AbortController();
  const watching = watchReadiness(statuses, watch.signal);
  // Some are in the middle of their transaction, some come while nothing answers.
  const blocker = await blockPayments();
  const early = payments.slice(0, PAYERS / 2).map(payPatiently);
  await world.until(async () => (await countWaiting()) === early.length, 'payments in the middle of their transactions');
  await postgres.stop(mode);
  blocker.end().catch(() => {});
  const late = payments.slice(PAYERS / 2).map(payPatiently);
  await world.until(async () => statuses.includes(503), 'the service to say that it is not ready');
  postgres = await startServer();
  await world.until(async () => statuses.at(-1) === 200, 'the service to be ready again');
  // A request that died with its connection keeps its key for some seconds: the answer may still have been on its way.
  await world.moveClock({ advance: 'PT10S' });
  const heard = await Promise.all([...early, ...late]);
  watch.abort();
  await watching;

  assert.ok(service.isRunning(), `the service died:\n${service.lines.slice(-20).join('\n')}`);
  assert.deepEqual([...new Set(statuses)].sort(), [200, 503]);
  assert.ok(heard.flat().includes(503), `somebody heard of it: ${heard.join(' | ')}`);
  for (const status of heard.flat()) assert.ok([201, 409, 503].includes(Number(status)), `heard ${status}`);
  for (const payment of payments)
    await world.until(async () => (await payment.status()) === payment.paid, `${payment.what} to be paid`, RECOVERED_WITHIN_MS);
  for (const payment of payments) await assertPaidOnce(world, payment);
}

/** Holds what every payment must lock, until the server goes away. */
async function blockPayments(): Promise<pg.Client> {
  const blocker = new pg.Client({ connectionString: world.environment.DATABASE_URL });
  blocker.on('error', () => {});
  await blocker.connect();
  await blocker.query('begin');
  await blocker.query('select from market_deal for update');
  await blocker.query('select from property for update');
  return blocker;
}

async function countWaiting(): Promise<number> {
  const waiting = await world.sql(`select from pg_stat_activity where application_name = 'mortar' and wait_event_type = 'Lock'`);
  return waiting.length;
}

async function watchReadiness(statuses: number[], signal: AbortSignal): Promise<void> {
  const visitor = createClient(service.url);
  while (!signal.aborted) {
    statuses.push((await visitor.get('/health/ready')).status);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

it('shut down in order and started again', () => restartDuringTraffic('fast'));

it('crashed and started again', () => restartDuringTraffic('immediate'));

it('the clock, the jobs and the proof still work', async () => {
  const clockOf = async (url: string) => {
    const { body } = await createClient(url).get<{ now: string }>('/dev/clock');
    return Temporal.Instant.from(body.now);
  };
  const before = await clockOf(service.url);
  await world.moveClock({ advance: 'P1D' });
  await world.until(
    async () => (await clockOf(service.url)).since(before).total('hours') > 23,
    'the process to follow the clock that another one moved',
  );
  expectStatus(await createClient(service.url).post('/dev/jobs/wallet-transactions', {}), 200);
  await proveLedger(await signInAdministrator(world));
});
