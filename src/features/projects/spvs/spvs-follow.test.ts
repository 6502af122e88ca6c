// An SPV whose wallet was opened and verified at the provider without us: its KYB follows, without a notification.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Person, signInAdministrator } from '../../../../test/support/actors.ts';
import { silently } from '../../../../test/support/notifications.ts';
import { expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

type Spv = { id: string; kybStatus: string; providerExternalId: string };

const SPVS = '/administration/spv';
const READ_ACCOUNT = 'GET /v2/accounts/:id';
/** The provider's numbers: verified, documents expired, under review. */
const [VERIFIED, EXPIRED, IN_REVIEW] = [6, 8, 13];

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld();
  admin = await signInAdministrator(world);
});
afterEach(() => world.control('DELETE', '/faults'));
after(() => world.close());

const body = (change: object) => ({ name: 'SPV Lyon', country: 'France', ...change });
const create = async (providerExternalId: string) =>
  expectStatus(await admin.client.post<Spv>(SPVS, body({ providerExternalId })), 201).body;
const update = async (change: object) => expectStatus(await admin.client.put(SPVS, body(change)), 200);
const kybOf = async (id: string) => expectStatus(await admin.client.get<Spv>(`${SPVS}/${id}`), 200).body.kybStatus;
const until = (id: string, status: string) => world.until(async () => (await kybOf(id)) === status, `KYB ${status}`);

/** An account of a company that the provider has without us; opening it sends no notification. */
async function accountAtProvider(status: number): Promise<string> {
  const accountId = `spv-${randomUUID()}`;
  await world.control('POST', '/accounts', { accountId, kind: 'legal', status, balanceCents: 0 });
  return accountId;
}

type Job = { state: string; about: { spvId?: string } };
const jobsOf = async (spvId: string) => {
  const answer = await admin.client.get<{ items: Job[] }>('/administration/jobs?queue=follow-spv');
  return expectStatus(answer, 200).body.items.filter(({ about }) => about.spvId === spvId);
};

describe('the wallet of an SPV is read at the provider', () => {
  it('when the SPV is created: verified before is shown as verified, and the answer itself is as it was', async () => {
    const spv = await create(await accountAtProvider(VERIFIED));
    assert.equal(spv.kybStatus, 'notStarted');
    await until(spv.id, 'verified');
  });

  it('when it gets another wallet, and when it is saved again', async () => {
    const { id } = await create(await accountAtProvider(VERIFIED));
    await until(id, 'verified');
    const accountId = await accountAtProvider(IN_REVIEW);
    await update({ id, providerExternalId: accountId });
    await until(id, 'waitingForVerifier');
    await silently(world, () => world.control('PUT', `/accounts/${accountId}/status`, { status: EXPIRED }));
    await update({ id });
    await until(id, 'outdated');
  });

  it('again after the provider was silent', async () => {
    await world.control('POST', '/faults', { route: READ_ACCOUNT, mode: 'http-500', times: 8 });
    const { id } = await create(await accountAtProvider(VERIFIED));
    await world.until(async () => (await jobsOf(id)).some(({ state }) => state === 'retry'), 'the job to be tried again');
    assert.equal(await kybOf(id), 'notStarted');
    await world.control('DELETE', '/faults');
    await until(id, 'verified');
  });

  it('to no effect where the provider does not know it, or the SPV has none', async () => {
    const spv = await create(`spv-${randomUUID()}`);
    await world.until(async () => (await jobsOf(spv.id)).some(({ state }) => state === 'completed'), 'the job to be done');
    assert.equal(await kybOf(spv.id), 'notStarted');
    const { id } = expectStatus(await admin.client.post<Spv>(SPVS, body({})), 201).body;
    await update({ id });
    assert.deepEqual(await jobsOf(id), []);
  });
});
