// The API dies by kill -9 around the commit of a payment: a repeated request with the same Idempotency-Key pays once.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { signInAdministrator } from '../support/actors.ts';
import type { Client } from '../support/client.ts';
import { clientAt, type ServiceProcess, startProcess } from '../support/processes.ts';
import { proveLedger } from '../support/withdrawal-actors.ts';
import { expectStatus, startWorld, type World } from '../support/world.ts';
import { type CommitProxy, STORES_ANSWER, startCommitProxy } from './commit-proxy.ts';
import { allPayments, assertPaidOnce, newKey, type Payment } from './payments.ts';

let world: World;
let proxy: CommitProxy;
let api: ServiceProcess;

before(async () => {
  world = await startWorld();
  proxy = await startCommitProxy(world.environment.DATABASE_URL ?? '');
  api = await startApi();
});
after(async () => {
  await api.kill();
  await proxy.close();
  await world.close();
});

/** An API for this file: it reaches the database through the proxy and lets all payments in at once. */
function startApi(): Promise<ServiceProcess> {
  return startProcess(world, 'api', { DATABASE_URL: proxy.url, HEAVY_REQUESTS_AT_ONCE: '50' });
}

/** The payer at that API, with the session they have. */
const atApi = ({ payer }: Payment) => clientAt(api, payer.client);

/** Other processes hear of a moved clock by a notification, a moment later. */
async function hasFollowedClock(): Promise<boolean> {
  const read = async (client: Client) =>
    Temporal.Instant.from(expectStatus(await client.get<{ now: string }>('/dev/clock'), 200).body.now).epochMilliseconds;
  return Math.abs((await read(clientAt(api, world.visitor()))) - (await read(world.visitor()))) < 60_000;
}

type Asked = { payment: Payment; key: ReturnType<typeof newKey>; heard: Promise<number | 'nothing'> };

/** Asks for every payment at once, stops the world at their commits, and kills the API there. */
async function askAndKill(when: 'before' | 'after'): Promise<Asked[]> {
  const payments = await allPayments(world);
  proxy.hold(when, STORES_ANSWER);
  const asked = payments.map((payment): Asked => {
    const key = newKey();
    const heard = payment.ask(key, atApi(payment)).then(
      ({ status }) => status,
      () => 'nothing' as const,
    );
    return { payment, key, heard };
  });
  await world.until(async () => proxy.held() === payments.length, `${payments.length} commits to be held`);
  await api.kill();
  proxy.release();
  for (const { payment, heard } of asked) assert.equal(await heard, 'nothing', `${payment.what} was answered`);
  api = await startApi();
  return asked;
}

async function settle(asked: readonly Asked[]): Promise<void> {
  for (const { payment } of asked)
    await world.until(async () => (await payment.status()) === payment.paid, `${payment.what} to be paid`);
  for (const { payment } of asked) await assertPaidOnce(world, payment);
  await proveLedger(await signInAdministrator(world));
}

it('between the commit and the answer: the restarted API gives the stored answer, and nothing happens twice', async () => {
  const asked = await askAndKill('after');
  for (const { payment, key } of asked) {
    assert.notEqual((await payment.traces()).orders.length, 0, `${payment.what} was committed`);
    const again = expectStatus(await payment.ask(key, atApi(payment)), 201);
    assert.equal(again.headers.get('idempotency-replayed'), 'true', payment.what);
  }
  await settle(asked);
});

it('just before the commit: nothing happened; the key is free again after a while, and then the payment happens', async () => {
  const asked = await askAndKill('before');
  for (const { payment } of asked) assert.deepEqual((await payment.traces()).orders, [], `${payment.what} was not committed`);
  // The code of the withdrawal was taken by a request that is dead: it is given back after two minutes.
  await world.moveClock({ advance: 'PT2M5S' });
  await world.until(hasFollowedClock, 'the restarted API to follow the clock');
  for (const { payment, key } of asked) {
    const done = expectStatus(await payment.ask(key, atApi(payment)), 201);
    assert.equal(done.headers.get('idempotency-replayed'), null, payment.what);
  }
  await settle(asked);
});
