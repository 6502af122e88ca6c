// A worker, or an API, dies by kill -9 while the provider is moving money; another worker carries each payment on within seconds, and
// the money moved once.

import assert from 'node:assert/strict';
import { after, before, it, type TestContext } from 'node:test';
import { administratorOf, signInAdministrator } from '../support/actors.ts';
import { fundedProperty } from '../support/funding-actors.ts';
import { clientAt, type ServiceProcess, startProcess } from '../support/processes.ts';
import { proveLedger } from '../support/withdrawal-actors.ts';
import { expectStatus, startWorld, type World } from '../support/world.ts';
import { allPayments, assertPaidOnce, orderFault, type Payment } from './payments.ts';

/** Ample: the output says how long it took. */
const TAKEN_OVER_WITHIN_MS = 60_000;
/** The reply of the provider never comes in the life of this test. */
const NEVER_MS = 300_000;

let world: World;
const workers: ServiceProcess[] = [];

before(async () => {
  world = await startWorld({ worker: false });
});
after(async () => {
  for (const worker of workers) await worker.kill();
  await world.close();
});

async function startWorker(): Promise<ServiceProcess> {
  const worker = await startProcess(world, 'worker');
  workers.push(worker);
  return worker;
}

/** The payments as they are at the provider once it has moved the money, its replies on their way. */
async function inTheAir(payments: readonly Payment[]): Promise<void> {
  await world.until(async () => {
    const traces = await Promise.all(payments.map((payment) => payment.traces()));
    return traces.every(({ movements }) => movements.length === 1);
  }, 'the provider has moved the money, its replies are on their way');
}

/** Waits until others have finished all; says how long that took. */
async function keyTakenOver(test: TestContext, payments: readonly Payment[]): Promise<void> {
  const killedAt = performance.now();
  for (const payment of payments) {
    const { orders } = await payment.traces();
    assert.match(orders[0] ?? '', /^sent /, `${payment.what} is in the air: ${orders}`);
  }
  await Promise.all(
    payments.map((payment) =>
      world.until(
        async () => (await payment.status()) === payment.paid,
        `another worker finishes ${payment.what}`,
        TAKEN_OVER_WITHIN_MS,
      ),
    ),
  );
  test.diagnostic(`carried on ${((performance.now() - killedAt) / 1000).toFixed(1)} s after the kill`);
  for (const payment of payments) await assertPaidOnce(world, payment);
  await proveLedger(await signInAdministrator(world));
}

it('a deal, a purchase and a withdrawal are finished by the next worker, each moved once, and the proof holds', async (test) => {
  const first = await startWorker();
  // The mailed code of the withdrawal needs a worker already.
  const payments = await allPayments(world);
  for (const payment of payments) await orderFault(world, payment, 'timeout-after', { latencyMs: NEVER_MS });
  for (const payment of payments) expectStatus(await payment.ask(), 201);
  await inTheAir(payments);
  // What the queue knows of a dead worker's jobs is not waited for.
  const next = startWorker();
  await first.kill();
  await keyTakenOver(test, payments);
  await (await next).kill();
});

it('an administrator’s payment, whose API carries it out itself and is killed, is finished by the worker', async (test) => {
  await startWorker();
  const api = await startProcess(world, 'api');
  const project = await fundedProperty(world, { mainCents: 600_000, fundingFees: 100_000, fiducieFees: null });
  const admin = await administratorOf(world);
  const calls = async () =>
    (await world.control<{ method: string }[]>('GET', '/calls?path=/v2/p2p')).filter(({ method }) => method === 'POST');
  const before = (await calls()).length;
  await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'timeout-after', times: 1, latencyMs: NEVER_MS });
  const lost = clientAt(api, admin.client)
    .post(`/administration/property/${project.propertyId}/funding/transfer-funding-fees`)
    .catch(() => undefined);
  await world.until(async () => (await calls()).length > before, 'the call of the provider');
  await api.kill();
  await lost;
  const killedAt = performance.now();
  const status = async () =>
    (await world.sql<{ status: string }>(`select status from payment where purpose = 'funding-fees'`))[0]?.status;
  assert.equal(await status(), 'sent');
  await world.until(async () => (await status()) === 'succeeded', 'the worker finishes it', TAKEN_OVER_WITHIN_MS);
  test.diagnostic(`carried on ${((performance.now() - killedAt) / 1000).toFixed(1)} s after the kill`);
  assert.equal((await calls()).length, before + 1, 'the call left once');
  await proveLedger(admin);
});
