// The health of the platform through HTTP: provider, work that waits, last runs.

import assert from 'node:assert/strict';
import { after, afterEach, before, it } from 'node:test';
import { type Person, signInAdministrator, signUp, verifiedInvestor } from '../../../../test/support/actors.ts';
import { buyerOfBricks, orderTransferFault } from '../../../../test/support/payers.ts';
import { expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PlatformHealth, ProviderHealth } from './schemas.ts';

let world: World;
let admin: Person;
before(async () => {
  world = await startWorld();
  admin = await signInAdministrator(world);
});
after(() => world.close());
afterEach(() => world.control('DELETE', '/faults'));

const health = async () => expectStatus(await admin.client.get<PlatformHealth>('/administration/health'), 200).body;
const provider = async () => expectStatus(await admin.client.get<ProviderHealth>('/administration/health/provider'), 200).body;

it('a platform that works', async () => {
  await verifiedInvestor(world);
  await world.runJob('outside-operations');
  const found = await health();
  assert.match(found.version, /^\d+\.\d+\.\d+/);
  assert.deepEqual(found.provider, { isDown: false, since: null, failing: [] });
  assert.deepEqual([found.database, found.otherServices], [{ isWritable: true }, []]);
  assert.deepEqual(found.openPayments, { count: 0, oldestAt: null });
  const proof = found.lastRuns.find(({ job }) => job === 'ledger-proof');
  assert.match(proof?.cron ?? '', /^\S+ \S+ \S+ \S+ \S+$/);
});

it('the provider is down from the first failure until a success, or until nobody has asked for a while', async () => {
  const { client } = await signUp(world);
  const list = () => client.get('/customers/investor-identity-document');
  await world.control('POST', '/faults', { route: 'GET /v2/accounts/:id/documents', mode: 'http-500', times: 2 });
  expectStatus(await list(), 500);
  await world.runJob('outside-operations');
  const { isDown, since, failing } = await provider();
  assert.deepEqual([isDown, failing.map(({ operation }) => operation)], [true, ['listDocuments']]);
  assert.equal(since, failing[0]?.failingSince);
  await world.moveClock({ advance: 'PT10M' });
  expectStatus(await list(), 500);
  await world.runJob('outside-operations');
  await world.moveClock({ advance: 'PT14M' });
  const still = await provider();
  assert.deepEqual([still.isDown, still.since], [true, since]);
  await world.moveClock({ advance: 'PT2M' });
  assert.equal((await provider()).isDown, false);
  await world.control('POST', '/faults', { route: 'GET /v2/accounts/:id/documents', mode: 'http-500', times: 1 });
  expectStatus(await list(), 500);
  await world.runJob('outside-operations');
  assert.equal((await health()).provider.isDown, true);
  expectStatus(await list(), 200);
  await world.runJob('outside-operations');
  assert.deepEqual(await provider(), { isDown: false, since: null, failing: [] });
});

it('shows the oldest payment without an outcome', async () => {
  const buyer = await buyerOfBricks(world);
  await orderTransferFault(world, 'pending');
  expectStatus(await buyer.ask(), 201);
  const { openPayments } = await health();
  assert.equal(openPayments.count, 1);
  assert.ok(openPayments.oldestAt);
});
