// A worker dies by kill -9 while the provider is moving money; another worker finishes each payment, and the money moved once.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { signInAdministrator } from '../support/actors.ts';
import { type ServiceProcess, startProcess } from '../support/processes.ts';
import { proveLedger } from '../support/withdrawal-actors.ts';
import { expectStatus, startWorld, type World } from '../support/world.ts';
import { allPayments, assertPaidOnce, orderFault } from './payments.ts';

const TAKEN_OVER_WITHIN_MS = 90_000;
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

it('a deal, a purchase and a withdrawal are finished by the next worker, each moved once, and the proof holds', async () => {
  const first = await startWorker();
  // The mailed code of the withdrawal needs a worker already.
  const payments = await allPayments(world);
  for (const payment of payments) await orderFault(world, payment, 'timeout-after', { latencyMs: NEVER_MS });
  for (const payment of payments) expectStatus(await payment.ask(), 201);
  await world.until(async () => {
    const traces = await Promise.all(payments.map((payment) => payment.traces()));
    return traces.every(({ movements }) => movements.length === 1);
  }, 'the provider has moved the money, its replies are on their way');
  await first.kill();
  for (const payment of payments) {
    const { orders } = await payment.traces();
    assert.match(orders[0] ?? '', /^sent /, `${payment.what} is in the air: ${orders}`);
  }

  const killedAt = performance.now();
  await startWorker();
  await Promise.all(
    payments.map((payment) =>
      world.until(
        async () => (await payment.status()) === payment.paid,
        `another worker finishes ${payment.what}`,
        TAKEN_OVER_WITHIN_MS,
      ),
    ),
  );
  assert.ok(performance.now() - killedAt < TAKEN_OVER_WITHIN_MS);
  for (const payment of payments) await assertPaidOnce(world, payment);
  await proveLedger(await signInAdministrator(world));
});
