// The worker dies by kill -9 while the daily job closes fundings: the team hears of every closing, and of each once.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { inTransaction } from '../../src/core/db/transaction.ts';
import { fundingAutoCloseJob } from '../../src/features/projects/funding/index.ts';
import { type Investor, openFunding, passWindows, verifiedInvestor } from '../support/actors.ts';
import { type ServiceProcess, startProcess } from '../support/processes.ts';
import { renameProperty } from '../support/property-states.ts';
import { expectStatus, startWorld, type World } from '../support/world.ts';
import { type CommitProxy, startCommitProxy } from './commit-proxy.ts';

const TAKEN_OVER_WITHIN_MS = 90_000;

let world: World;
let proxy: CommitProxy;
let ines: Investor;
const workers: ServiceProcess[] = [];

before(async () => {
  world = await startWorld({ worker: false });
  proxy = await startCommitProxy(world.environment.DATABASE_URL ?? '');
  ines = await verifiedInvestor(world, { fundsCents: 100_000 });
});
after(async () => {
  for (const worker of workers) await worker.kill();
  await proxy.close();
  await world.close();
});

/** Sold out, its last window over. */
async function complete(name: string): Promise<string> {
  const { propertyId } = await openFunding(world, { bricks: 1 });
  await renameProperty(world, propertyId, name);
  expectStatus(await ines.client.post(`/properties/${propertyId}/purchase`, { amount: 1 }), 201);
  await world.runJob('wallet-transactions');
  await passWindows(world, propertyId);
  return propertyId;
}
async function startWorker(settings: Record<string, string> = {}): Promise<ServiceProcess> {
  const worker = await startProcess(world, 'worker', settings);
  workers.push(worker);
  return worker;
}
const enqueue = () => inTransaction(world.deps.db, (tx) => world.deps.jobs.enqueue(tx, fundingAutoCloseJob, {}));
const messages = async () =>
  (
    await world.sql<{ text: string }>(
      `select data->>'text' as text from pgboss.job where name = 'post-chat-message' and data->>'channel' = 'funding-follow-up'`,
    )
  ).map(({ text }) => text);
const endedCount = async () => (await world.sql('select from property where funding_ended_at is not null')).length;
const runs = async () =>
  (
    await world.sql<{ state: string }>(`select state::text from pgboss.job where name = 'funding-auto-close' order by created_on`)
  ).map(({ state }) => state);

it('between two closings: the run that takes over reports both', async () => {
  const names = ['Les Acacias', 'Les Bouleaux'];
  for (const name of names) await complete(name);
  proxy.hold('after', 'funding_auto_closing');
  const first = await startWorker({ DATABASE_URL: proxy.url });
  await enqueue();
  await world.until(async () => proxy.held() > 0, 'the first closing is committed, and nobody heard', TAKEN_OVER_WITHIN_MS);
  await first.kill();
  proxy.release();
  assert.deepEqual([await endedCount(), await messages()], [1, []]);

  const second = await startWorker();
  await world.until(async () => (await runs())[0] === 'completed', 'another worker ends the run', TAKEN_OVER_WITHIN_MS);
  await second.kill();
  const [text = '', ...more] = await messages();
  assert.deepEqual([await endedCount(), more], [2, []]);
  assert.match(text, /Clôturés avec succès \(2\)/);
  for (const name of names) assert.ok(text.includes(`- ${name} :`), text);
});

it('after its report, before it is recorded: no second report', async () => {
  await complete('Les Charmes');
  proxy.hold('after', 'update "funding_auto_closing"');
  const first = await startWorker({ DATABASE_URL: proxy.url });
  await enqueue();
  await world.until(async () => proxy.held() > 0, 'the message is committed, and nobody heard', TAKEN_OVER_WITHIN_MS);
  await first.kill();
  proxy.release();
  assert.deepEqual(await runs(), ['completed', 'completed']);
  assert.equal((await messages()).filter((text) => text.includes('Les Charmes')).length, 1);
  const next = await world.runJob<{ closed: unknown[] }>('funding-auto-close');
  assert.deepEqual(next.closed, []);
});
