// Two instances of the API on one database: what one has answered for written, the other shows at once, cached pages included.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { PropertyId } from '../../src/core/db/tables.ts';
import { openFunding, resaleProperty, signInAdministrator, spvWithWallet, verifiedInvestor } from '../support/actors.ts';
import type { Client } from '../support/client.ts';
import { clientAt } from '../support/processes.ts';
import { expectCode, expectStatus, startWorld, type World } from '../support/world.ts';

type Page = { isMarketplaceAllowed: boolean; name: string };

const TURNS = 12;
const READERS = 4;

let world: World;
/** An administrator's client at each instance, in the same session. */
let instances: [Client, Client];
let other: { url: string };

before(async () => {
  world = await startWorld({ worker: false });
  other = { url: (await world.another({ api: true, worker: false })).url ?? '' };
  const { client } = await signInAdministrator(world);
  instances = [client, clientAt(other, client)];
});
after(() => world.close());

const pageAt = async (instance: Client, propertyId: PropertyId) =>
  expectStatus(await instance.get<Page>(`/properties/${propertyId}`), 200).body;

it('a property page is never older than the last answered change of any instance', async (test) => {
  const owner = await verifiedInvestor(world);
  const { propertyId } = await resaleProperty(world, { owners: [{ customerId: owner.customerId, bricks: 2 }] });
  // What was last answered; readers note it before they ask, so whatever comes back must be as new.
  let version = 0;
  let isAllowed = true;
  const stale: string[] = [];
  let reads = 0;
  const reading = new AbortController();
  test.after(() => reading.abort());
  const readers = Array.from({ length: READERS }, async (_, index) => {
    const instance = instances[index % 2] as Client;
    while (!reading.signal.aborted) {
      const before = { version, isAllowed };
      const page = await pageAt(instance, propertyId);
      reads += 1;
      // A change that was answered meanwhile makes both values right.
      if (version === before.version && page.isMarketplaceAllowed !== before.isAllowed && !changing)
        stale.push(`instance ${index % 2} showed ${page.isMarketplaceAllowed} after change ${before.version}`);
    }
  });
  let changing = false;
  for (let turn = 1; turn <= TURNS; turn += 1) {
    for (const instance of instances) assert.equal((await pageAt(instance, propertyId)).isMarketplaceAllowed, isAllowed);
    changing = true;
    const body = { isAllowed: !isAllowed };
    const changed = await (instances[turn % 2] as Client).patch(
      `/administration/property/${propertyId}/marketplace-allowed`,
      body,
    );
    expectStatus(changed, 200);
    isAllowed = !isAllowed;
    version = turn;
    changing = false;
    for (const instance of instances)
      assert.equal((await pageAt(instance, propertyId)).isMarketplaceAllowed, isAllowed, `turn ${turn}`);
  }
  reading.abort();
  await Promise.all(readers);
  assert.deepEqual(stale, []);
  assert.ok(reads > TURNS, `${reads} reads`);
});

it('a property that is published at one instance is there at the other', async () => {
  const { spvId } = await spvWithWallet(world);
  const [here, there] = instances;
  const now = world.deps.clock.now();
  const draft = {
    name: 'Les Ormes',
    investorContractType: 'obligation',
    spvId,
    imageGallery: ['https://example.test/1.png', 'https://example.test/2.png'],
    amountToFundCents: 10_000,
    minAmountToFundCents: 5_000,
    fundingStartDate: now.add({ hours: 3 }).toString(),
    fundingMaxEndDate: now.add({ hours: 300 }).toString(),
  };
  const { id } = expectStatus(await here.post<{ id: PropertyId }>('/administration/property', draft), 201).body;
  for (const instance of instances) assert.equal((await instance.get(`/properties/${id}`)).status, 404);
  expectStatus(await there.patch(`/administration/property/${id}/publish`, { displayDate: now.toString() }), 200);
  for (const instance of instances) {
    assert.equal((await pageAt(instance, id)).name, 'Les Ormes');
    const { items } = expectStatus(await instance.get<{ items: { id: string }[] }>('/properties'), 200).body;
    assert.ok(items.some((property) => property.id === id));
  }
});

it('an edited property is the new one at both instances, on its page, in the lists and by itself', async () => {
  const [here, there] = instances;
  const { propertyId } = await openFunding(world, { bricks: 10, contract: { operation: { version: 'V2' } } });
  const path = `/administration/property/${propertyId}`;
  for (let turn = 1; turn <= TURNS; turn += 1) {
    const [writer, reader] = turn % 2 === 1 ? [here, there] : [there, here];
    const name = `Les Ormes ${turn}`;
    // Reads meanwhile fill the caches with the one or the other.
    await Promise.all([writer.patch(path, { name }), pageAt(reader, propertyId), pageAt(writer, propertyId)]);
    for (const instance of [reader, writer]) {
      assert.equal((await pageAt(instance, propertyId)).name, name);
      assert.equal((await instance.get<Page>(path)).body.name, name);
      const listed = (await instance.get<{ project: Page & { id: string } }[]>('/administration/property')).body;
      assert.equal(listed.find(({ project }) => project.id === propertyId)?.project.name, name);
    }
  }
  expectStatus(await there.patch(`${path}/contract-budget`, { totalConstructionBudget: 0 }), 200);
  expectStatus(await here.patch(`${path}/internal-note`, { content: 'ici', version: 0 }), 200);
  expectCode(await there.patch(`${path}/internal-note`, { content: 'là', version: 0 }), 409, 'NOTE_VERSION_CONFLICT');
});

it('a draft that is deleted at one instance is gone at the other, for its token too', async () => {
  const [here, there] = instances;
  const body = { name: 'Plan', investorContractType: 'loan' };
  const { id } = expectStatus(await here.post<{ id: string }>('/administration/property', body), 201).body;
  const { url } = expectStatus(await there.post<{ url: string }>(`/administration/property/${id}/draft-token`), 201).body;
  const preview = `/properties/${id}${new URL(url).search}`;
  for (const instance of instances) assert.equal(expectStatus(await instance.get<Page>(preview), 200).body.name, 'Plan');
  expectStatus(await here.delete(`/administration/property/${id}`), 200);
  for (const instance of instances) {
    expectCode(await instance.get(preview), 404, 'property.not-found');
    assert.equal((await instance.get(`/administration/property/${id}`)).body, null);
  }
});

it('a session that is ended at one instance is ended at the other', async () => {
  const person = await verifiedInvestor(world);
  const there = clientAt(other, person.client);
  expectStatus(await there.get('/customers/me'), 200);
  expectStatus(await person.client.post('/api/auth/sign-out', {}), 200);
  expectCode(await there.get('/customers/me'), 401, 'unauthenticated');
});
