// The database's machine stops answering in the middle of requests and of a commit: no request waits endlessly or gets a
// 500, the service heals by itself, and a payment whose commit was not answered is paid once by the repeated request.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Service } from '../../src/service.ts';
import { signInAdministrator } from '../support/actors.ts';
import { createClient } from '../support/client.ts';
import { clientAt } from '../support/processes.ts';
import { type SilentProxy, startSilentProxy } from '../support/silent-proxy.ts';
import { proveLedger } from '../support/withdrawal-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../support/world.ts';
import { type CommitProxy, STORES_ANSWER, startCommitProxy } from './commit-proxy.ts';
import { allPayments, assertPaidOnce, dealPayment, newKey } from './payments.ts';

const WAITS = { DATABASE_CONNECTION_WAIT_MS: '400', DATABASE_LOCK_WAIT_MS: '400', DATABASE_STATEMENT_LIMIT_MS: '600' };

let world: World;
const proxies: (SilentProxy | CommitProxy)[] = [];

before(async () => {
  world = await startWorld();
});
after(async () => {
  await world.close();
  for (const proxy of proxies) await proxy.close();
});

async function instanceBehind<P extends SilentProxy | CommitProxy>(proxy: P): Promise<{ url: string; proxy: P }> {
  proxies.push(proxy);
  const settings = { ...WAITS, DATABASE_URL: proxy.url };
  const service: Service = await world.another({ api: true, worker: false, settings });
  return { url: service.url ?? '', proxy };
}

it('nothing comes back any more: 503 for all, readiness included; then it heals by itself', async () => {
  const payment = await dealPayment(world);
  const { url, proxy } = await instanceBehind(await startSilentProxy(world.environment.DATABASE_URL ?? ''));
  const client = clientAt({ url }, payment.payer.client);
  expectStatus(await client.get('/customers/wallet'), 200);
  const key = newKey();
  proxy.hush();
  const answers = await Promise.all([
    payment.ask(key, client),
    ...Array.from({ length: 15 }, () => client.get('/customers/wallet')),
    client.get('/api/auth/list-sessions'),
    createClient(url).get('/health/ready'),
  ]);
  for (const answer of answers) expectCode(answer, 503, 'temporarily-unavailable');
  proxy.speak();
  await world.until(async () => (await createClient(url).get('/health/ready')).status === 200, 'to be ready again');
  // Ready once is not every connection healed: their limits are short here.
  await world.until(async () => (await client.get('/customers/wallet')).status === 200, 'the wallet to be read again');
  await world.until(async () => (await payment.ask(key, client)).status === 201, 'the payment to be taken');
  await world.until(async () => (await payment.status()) === payment.paid, 'the payment to be paid');
  await assertPaidOnce(world, payment);
});

for (const when of ['before', 'after'] as const) {
  it(`a commit is not answered, and was ${when === 'after' ? '' : 'not '}done: 503, and the repeated request pays once`, async () => {
    const payments = await allPayments(world);
    const { url, proxy } = await instanceBehind(await startCommitProxy(world.environment.DATABASE_URL ?? ''));
    proxy.hold(when, STORES_ANSWER);
    const asked = payments.map((payment) => ({ payment, key: newKey(), client: clientAt({ url }, payment.payer.client) }));
    const answers = await Promise.all(asked.map(({ payment, key, client }) => payment.ask(key, client)));
    assert.ok(proxy.held() >= payments.length, 'every commit was held');
    for (const answer of answers) expectCode(answer, 503, 'temporarily-unavailable');
    proxy.release();
    // What was not committed keeps its locks until the database notices; a taken key and a taken code are free again after a while.
    await world.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like 'mortar%' and state = 'idle in transaction'`,
    );
    await world.moveClock({ advance: 'PT2M5S' });
    for (const { payment, key, client } of asked)
      await world.until(async () => (await payment.ask(key, client)).status === 201, `${payment.what} to be taken`);
    for (const { payment } of asked) {
      await world.until(async () => (await payment.status()) === payment.paid, `${payment.what} to be paid`);
      await assertPaidOnce(world, payment);
    }
    await proveLedger(await signInAdministrator(world));
  });
}
