// SIGTERM in the middle of the traffic: readiness says so first, requests and jobs under way end, and nothing is cut.

import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { createClient } from '../support/client.ts';
import { clientAt, type ServiceProcess, startProcess } from '../support/processes.ts';
import { startReadinessProxy } from '../support/readiness-proxy.ts';
import { expectStatus, startWorld, type World } from '../support/world.ts';
import { allPayments, assertPaidOnce, dealPayment, faultsMet, newKey, orderFault, purchasePayment } from './payments.ts';

const STOPPED_WITHIN_MS = 60_000;

let world: World;
const processes: ServiceProcess[] = [];

before(async () => {
  world = await startWorld({ worker: false });
});
after(async () => {
  for (const one of processes) await one.kill();
  await world.close();
});

async function start(command: 'api' | 'worker' | 'all', settings: Record<string, string> = {}): Promise<ServiceProcess> {
  const started = await startProcess(world, command, settings);
  processes.push(started);
  return started;
}

/** Loads `url` in parallel until stopped; the statuses, and what was no answer. */
function load(url: string, clients: ReturnType<typeof createClient>[]) {
  const heard = new Map<string, number>();
  let isOver = false;
  const visit = async (client: ReturnType<typeof createClient>) => {
    while (!isOver) {
      const status = await client.get('/customers/wallet').then(
        (answer) => (answer.status === 200 ? '200' : `${answer.status} ${answer.text}`),
        (error: unknown) => `no answer: ${String(error)}`,
      );
      heard.set(status, (heard.get(status) ?? 0) + 1);
    }
  };
  const visits = clients.map((client) => visit(clientAt({ url }, client)));
  return {
    count: () => [...heard.values()].reduce((sum, count) => sum + count, 0),
    end: async () => {
      isOver = true;
      await Promise.all(visits);
      return heard;
    },
  };
}

describe('behind a proxy that follows readiness', () => {
  it('one of two instances is stopped under load: no request fails', async () => {
    const payments = await Promise.all([dealPayment(world), purchasePayment(world)]);
    const [leaving, staying] = await Promise.all([start('all', { SHUTDOWN_GRACE_MS: '1500' }), start('all')]);
    const proxy = await startReadinessProxy([leaving.url, staying.url]);
    await world.until(async () => [leaving, staying].every(({ url }) => proxy.isReady(url)), 'both instances to be ready');
    const clients = payments.flatMap(({ payer }) => Array.from({ length: 4 }, () => payer.client));
    const traffic = load(proxy.url, clients);
    const isBusy = async (more: number) => traffic.count() > more;
    await world.until(() => isBusy(50), 'traffic');
    // A payment is in the middle of its provider call when the signal comes.
    for (const payment of payments) await orderFault(world, payment, 'latency', { latencyMs: 1_000 });
    const paying = payments.map((payment) => payment.ask(newKey(), clientAt(leaving, payment.payer.client)));
    await faultsMet(world);

    const code = leaving.stop();
    await world.until(async () => !proxy.isReady(leaving.url), 'the proxy to hear of it');
    for (const answer of await Promise.all(paying)) expectStatus(answer, 201);
    assert.equal(await code, 0, leaving.lines.slice(-10).join('\n'));
    const before = traffic.count();
    await world.until(() => isBusy(before + 50), 'traffic at the instance that stays');
    assert.deepEqual([...(await traffic.end()).keys()], ['200']);
    await proxy.close();
    for (const payment of payments)
      await world.until(async () => (await payment.status()) === payment.paid, `${payment.what} to be paid`);
    for (const payment of payments) await assertPaidOnce(world, payment);
    await staying.stop();
  });
});

it('while it is stopping: live, not ready, serving, and no connection is kept', async () => {
  const { payer } = await dealPayment(world);
  const api = await start('api', { SHUTDOWN_GRACE_MS: '3000' });
  const client = clientAt(api, payer.client);
  assert.notEqual(expectStatus(await client.get('/health/ready'), 200).headers.get('connection'), 'close');
  const code = api.stop();
  const readiness = await world.until(async () => {
    const answer = await client.get<{ code: string }>('/health/ready');
    return answer.status === 503 ? answer : undefined;
  }, 'not to be ready');
  assert.equal(readiness.body.code, 'not-ready');
  assert.equal(readiness.headers.get('connection'), 'close');
  expectStatus(await client.get('/health/live'), 200);
  assert.equal(expectStatus(await client.get('/customers/wallet'), 200).headers.get('connection'), 'close');
  assert.equal(await code, 0);
});

it('a worker finishes the payments that it carries, whose settlements need the database and the mailer', async () => {
  const helper = await start('worker');
  const payments = await allPayments(world);
  await helper.stop();
  const worker = await start('worker');
  for (const payment of payments) await orderFault(world, payment, 'latency', { latencyMs: 1_500 });
  for (const payment of payments) expectStatus(await payment.ask(), 201);
  await faultsMet(world);
  // A supervisor that repeats itself cuts nothing.
  const [code] = await Promise.all([worker.stop(), worker.stop()]);
  assert.equal(code, 0, worker.lines.slice(-10).join('\n'));
  for (const payment of payments) assert.equal(await payment.status(), payment.paid, payment.what);
  assert.deepEqual(
    worker.lines.filter((line) => line.includes('"job failed"') || line.includes('stopped at the time limit')),
    [],
  );
});

it('what never ends is cut at the limit, and its job is given back', async () => {
  const payment = await purchasePayment(world);
  const worker = await start('worker', { SHUTDOWN_LIMIT_MS: '1000', PROVIDER_TIMEOUT_MS: '20000' });
  await orderFault(world, payment, 'timeout-after', { latencyMs: 120_000 });
  expectStatus(await payment.ask(), 201);
  await faultsMet(world);
  assert.equal(await worker.stop(), 1);
  assert.ok(worker.lines.some((line) => line.includes('stopped at the time limit')));
  const next = await start('worker');
  await world.until(async () => (await payment.status()) === payment.paid, 'the next worker to finish', STOPPED_WITHIN_MS);
  await assertPaidOnce(world, payment);
  await next.stop();
});

it('a connection that says nothing does not keep it', async () => {
  const api = await start('api');
  const { hostname, port } = new URL(api.url);
  const idle = connect(Number(port), hostname);
  idle.on('error', () => {});
  expectStatus(await createClient(api.url).get('/health/live'), 200);
  assert.equal(await api.stop(), 0, api.lines.slice(-5).join('\n'));
  idle.destroy();
});
