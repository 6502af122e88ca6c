// A corrected profile and a changed address reach the provider, whatever fails on the way.

import assert from 'node:assert/strict';
import { after, afterEach, before, it } from 'node:test';
import { type Investor, signUp } from '../../../../test/support/actors.ts';
import { changeAddress } from '../../../../test/support/codes.ts';
import { recordIdentity } from '../../../../test/support/customer-states.ts';
import { PDF, uploadOf } from '../../../../test/support/files.ts';
import { waitingInvestor } from '../../../../test/support/notifications.ts';
import { PROFILE } from '../../../../test/support/profiles.ts';
import { readChat } from '../../../../test/support/readers.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

type Call = { method: string; path: string; status: number; body: Record<string, unknown> };

let world: World;
before(async () => {
  world = await startWorld();
});
after(() => world.close());
afterEach(() => world.control('DELETE', '/faults'));

const UPDATE = 'PUT /v2/accounts/individual/:accountid';
const updatesOf = async (person: Investor) =>
  (await world.control<Call[]>('GET', `/calls?path=${person.customerId}`)).filter(
    ({ method, path }) => method === 'PUT' && path.includes('/individual/'),
  );
const jobsOf = async (person: Investor) =>
  world.sql<{ state: string }>(
    `select state from pgboss.job where name = 'update-provider-account' and data ->> 'customerId' = $1`,
    [person.customerId],
  );
const save = (person: Investor, change: object) => person.client.patch('/customers/profile', change);
const reopen = (person: Investor) => recordIdentity(world, person.customerId, 'refused');
const lastUpdate = (person: Investor, field: string, value: unknown) =>
  world.until(async () => {
    const [newest] = await updatesOf(person);
    return newest?.status === 200 && newest.body[field] === value && newest;
  }, `${field} at the provider`);

it('a corrected profile is sent whole, once, under the account that is there', async () => {
  const person = await waitingInvestor(world);
  await reopen(person);
  expectStatus(await save(person, { lastName: 'Durand-Petit', street: '2 quai Perrache' }), 200);
  const { body } = await lastUpdate(person, 'lastName', 'Durand-Petit');
  assert.deepEqual(
    [body.email, body.adresse, body.Birth, body.accountId],
    [
      person.email,
      { street: '2 quai Perrache', postCode: '69001', city: 'Lyon', country: 'FRA' },
      { date: '1990/05/04', city: 'Nantes', Country: 'FRA' },
      undefined,
    ],
  );
  await world.until(async () => (await jobsOf(person)).every(({ state }) => state === 'completed'), 'the end of the job');
  assert.equal((await updatesOf(person)).length, 1);
});

it('nothing is sent before there is an account, and nothing when the change is refused', async () => {
  const person = await signUp(world);
  expectStatus(await save(person, PROFILE), 200);
  assert.deepEqual(await jobsOf(person), []);
  const waiting = await waitingInvestor(world);
  expectCode(await save(waiting, { lastName: 'Autre' }), 403, 'forbidden');
  assert.deepEqual(await jobsOf(waiting), []);
});

it('a changed address is sent', async () => {
  const person = await waitingInvestor(world);
  await lastUpdate(person, 'email', await changeAddress(world, person));
});

it('a reply lost after the effect, or an error: sent again until it is taken', async () => {
  const person = await waitingInvestor(world);
  await reopen(person);
  await world.control('POST', '/faults', { route: UPDATE, mode: 'http-500', times: 1 });
  expectStatus(await save(person, { city: 'Villeurbanne' }), 200);
  await lastUpdate(person, 'firstName', 'Camille');
  await world.control('POST', '/faults', { route: UPDATE, mode: 'timeout-after', times: 1, latencyMs: 100 });
  expectStatus(await save(person, { firstName: 'Camille-Anne' }), 200);
  await lastUpdate(person, 'firstName', 'Camille-Anne');
});

it('what the provider refuses for good is told to the team, once', async () => {
  const person = await waitingInvestor(world);
  await reopen(person);
  await world.control('POST', '/faults', {
    // This investor's alone: a job of another test may still be on its way.
    route: `PUT /v2/accounts/individual/${person.customerId}`,
    mode: 'error-in-200',
    code: 234,
    times: 1,
  });
  expectStatus(await save(person, { lastName: 'Durand-Petit' }), 200);
  const told = async () =>
    (await readChat(world)).filter(
      ({ channel, text }) => channel === 'internal-alerts' && text.includes(`profil modifié du client ${person.customerId}`),
    );
  await world.until(async () => (await told()).length === 1, 'the alert');
  await world.until(async () => (await jobsOf(person)).every(({ state }) => state === 'completed'), 'the end of the job');
  assert.equal((await jobsOf(person)).length, 1);
});

it('saved while the account is being opened: the provider has the newer one in the end', async () => {
  const person = await signUp(world);
  expectStatus(await save(person, PROFILE), 200);
  await world.control('POST', '/faults', {
    route: 'POST /v2/accounts/individual',
    mode: 'latency',
    times: 1,
    latencyMs: 800,
  });
  const upload = person.client.post(
    '/customers/investor-identity-document',
    uploadOf(PDF, { type: 'identityCard', name: 'carte.pdf' }),
  );
  await world.until(
    async () =>
      (await world.control<Call[]>('GET', '/calls?path=/v2/accounts/individual')).some(
        ({ method, body }) => method === 'POST' && body.accountId === person.customerId,
      ),
    'the opening',
  );
  expectStatus(await save(person, { city: 'Grenoble' }), 200);
  expectStatus(await upload, 201);
  const sent = await world.until(async () => (await updatesOf(person))[0], 'the update');
  assert.deepEqual((sent.body.adresse as { city: string }).city, 'Grenoble');
});
