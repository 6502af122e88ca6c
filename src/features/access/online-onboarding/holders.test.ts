// SPVs and project owners enter by administrators: the file at the provider, the link, and what the team hears.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Person, signInAdministrator, spvWithWallet } from '../../../../test/support/actors.ts';
import { silently } from '../../../../test/support/notifications.ts';
import { expectCode, expectStatus, faultsIn, startWorld, type World } from '../../../../test/support/world.ts';
import { listDue } from './queries.ts';

let world: World;
let admin: Person;
before(async () => {
  world = await startWorld({ settings: { ONBOARDING_OF_NEW_CUSTOMERS: 'v2' } });
  admin = await signInAdministrator(world);
});
after(() => world.close());
afterEach(async () => {
  await world.control('DELETE', '/faults');
  world.sandbox.setMortarUrl(world.url);
});

type Path = { state: string; next: string; url: string | null; walletId: string | null; kind: string | null; version: string };

const representative = {
  firstName: 'Hugo',
  lastName: 'Moreau',
  email: 'hugo.moreau@example.test',
  dateOfBirth: '1980-02-03',
  countryOfBirth: 'FRA',
  citizenship: 'FRA',
  country: 'FRA',
};
const ask = (of: object) => admin.client.post<Path>('/administration/onboarding/ask', of);
const press = (url: string | null, outcome: string) => fetch(`${url}/${outcome}`, { method: 'POST', redirect: 'manual' });
const alerts = async (text: string) =>
  (await world.control<{ text: string }[]>('GET', '/chat')).filter((message) => message.text.includes(text));
const bodyOf = (walletId: string) =>
  world.control<{ walletId: string; legalEntity?: object }[]>('GET', `/onboardings?walletId=${walletId}`);

describe('an SPV', () => {
  const newSpv = async (more: object = {}) => {
    const name = `SPV ${randomUUID()}`;
    const { id } = expectStatus(
      await admin.client.post<{ id: string }>('/administration/spv', { name, country: 'France', ...more }),
      201,
    ).body;
    return { id, name, path: `/administration/spv/${id}/onboarding` };
  };
  const registration = { registrationNumber: '936213743', representative };

  it('is opened with the registry’s date, once; its wallet has its own id, and KYB follows', async () => {
    const { id, name, path } = await newSpv();
    assert.deepEqual(expectStatus(await admin.client.get<Path>(path), 200).body.next, 'start');
    const refused = await admin.client.post(path, {});
    expectCode(refused, 400, 'validation-failed');
    assert.deepEqual(
      faultsIn(refused).map((fault) => fault.path),
      ['body/registration'],
    );
    const { body } = expectStatus(await admin.client.post<Path>(path, { registration }), 201);
    assert.deepEqual([body.state, body.walletId, body.kind], ['opened', id, 'company']);
    const again = expectStatus(await admin.client.post<Path>(path, {}), 201).body;
    assert.equal(again.url, body.url);
    const [account, ...more] = await bodyOf(id);
    assert.deepEqual(
      [account?.legalEntity, more],
      [{ name, type: 'COMPANY', registrationNumber: '936213743', registrationCountry: 'FR', registrationDate: '2015-03-02' }, []],
    );
    await press(body.url, 'accept');
    const spv = expectStatus(
      await admin.client.get<{ kybStatus: string; providerExternalId: string }>(`/administration/spv/${id}`),
      200,
    );
    assert.deepEqual([spv.body.kybStatus, spv.body.providerExternalId], ['verified', id]);
    expectStatus(await admin.client.get(`/administration/spv/${id}/provider-balance-available`), 200);
    await world.until(async () => (await alerts(name)).length === 1, 'the word to the team');
  });
  it('keeps the wallet that is being opened: another one is refused', async () => {
    const { id, name, path } = await newSpv({ providerExternalId: `spv-${randomUUID()}` });
    expectStatus(await admin.client.post(path, { registration }), 201);
    const change = { id, name, country: 'France', providerExternalId: `spv-${randomUUID()}` };
    expectCode(await admin.client.put('/administration/spv', change), 400, 'validation-failed');
  });
  it('whose wallet was opened before -> 403 onboarding.v2-is-not-enabled', async () => {
    const { accountId } = await spvWithWallet(world);
    const { id, path } = await newSpv();
    await world.control('POST', '/accounts', { accountId: `${accountId}-old`, kind: 'legal', status: 6 });
    const change = { id, name: `SPV ${randomUUID()}`, country: 'France', providerExternalId: `${accountId}-old` };
    expectStatus(await admin.client.put('/administration/spv', change), 200);
    await world.until(async () => (await admin.client.get<Path>(path)).body.version === 'v1', 'the wallet to be read');
    expectCode(await admin.client.post(path, { registration }), 403, 'onboarding.v2-is-not-enabled');
  });
  it('whose wallet was opened before and could not be read yet -> 403 onboarding.v2-is-not-enabled', async () => {
    const accountId = `spv-${randomUUID()}`;
    await world.control('POST', '/accounts', { accountId, kind: 'legal', status: 6 });
    const route = `GET /v2/accounts/${accountId}`;
    await world.control('POST', '/faults', { route, mode: 'http-500', times: 99 });
    const { path } = await newSpv({ providerExternalId: accountId });
    expectCode(await admin.client.post(path, { registration }), 503, 'temporarily-unavailable');
    await world.control('DELETE', '/faults');
    expectCode(await admin.client.post(path, { registration }), 403, 'onboarding.v2-is-not-enabled');
    assert.equal(expectStatus(await admin.client.get<Path>(path), 200).body.version, 'v1');
  });
  it('that nobody knows -> 404 not-found', async () => {
    const path = `/administration/spv/${randomUUID()}/onboarding`;
    expectCode(await admin.client.get(path), 404, 'not-found');
    expectCode(await admin.client.post(path, { registration }), 404, 'not-found');
    expectCode(await ask({ spvId: randomUUID() }), 404, 'not-found');
  });
  it('a lost notification is made good by asking now, and by the job', async () => {
    const [asked, waiting] = [await newSpv(), await newSpv()];
    for (const { path } of [asked, waiting]) {
      const { url } = expectStatus(await admin.client.post<Path>(path, { registration }), 201).body;
      await silently(world, () => press(url, 'accept'));
    }
    assert.equal(expectStatus(await ask({ spvId: asked.id }), 200).body.state, 'accepted');
    await world.moveClock({ advance: 'PT61M' });
    await world.runJob('follow-onboardings');
    assert.equal((await admin.client.get<Path>(waiting.path)).body.state, 'accepted');
  });
  it('the provider refuses the same company twice -> 409 onboarding.identity-known', async () => {
    const { name, path } = await newSpv();
    expectStatus(await admin.client.post(path, { registration }), 201);
    const { id } = expectStatus(
      await admin.client.post<{ id: string }>('/administration/spv', { name, country: 'France' }),
      201,
    ).body;
    expectCode(
      await admin.client.post(`/administration/spv/${id}/onboarding`, { registration }),
      409,
      'onboarding.identity-known',
    );
  });
  it('the provider does not take it -> 400 onboarding.refused-by-provider', async () => {
    const { path } = await newSpv();
    await world.control('POST', '/faults', { route: 'POST /accounts/legal-entity', mode: 'retired', times: 1 });
    expectCode(await admin.client.post(path, { registration }), 400, 'onboarding.refused-by-provider');
    const shown = expectStatus(await admin.client.get<{ refusal: string }>(path), 200).body;
    assert.match(shown.refusal, /410/);
  });
});

describe('a project owner', () => {
  const newOwner = async () => {
    const owner = { firstname: 'Inès', lastname: 'Caron', email: `${randomUUID()}@example.test` };
    const { value } = expectStatus(
      await admin.client.post<{ value: { id: string } }>('/administration/project-owner', owner),
      201,
    ).body;
    return { id: value.id, path: `/administration/project-owner/${value.id}/onboarding` };
  };
  const person = { ...representative, firstName: 'Inès', lastName: 'Caron' };

  it('a person, walked to the wallet; the team hears of it, and an owner with a file stays', async () => {
    const { id, path } = await newOwner();
    expectCode(await admin.client.post(path, {}), 400, 'validation-failed');
    const { body } = expectStatus(await admin.client.post<Path>(path, { applicant: { kind: 'individual', person } }), 201);
    assert.deepEqual([body.walletId, body.kind, body.next], [id, 'individual', 'continue']);
    await press(body.url, 'hand-in');
    await silently(world, () => press(body.url, 'accept'));
    assert.equal(expectStatus(await ask({ projectOwnerId: id }), 200).body.state, 'accepted');
    await world.until(async () => (await alerts('Inès Caron')).length === 2, 'the words to the team');
    expectStatus(await admin.client.delete(`/administration/project-owner/${id}`), 200);
    assert.equal((await admin.client.get<Path>(path)).body.state, 'accepted');
  });
  it('a sole trader without a number, and a company that needs one', async () => {
    const entity = { name: `Atelier ${randomUUID()}`, country: 'BEL' };
    const { path } = await newOwner();
    const company = await admin.client.post(path, { applicant: { kind: 'company', person, entity } });
    assert.deepEqual(
      faultsIn(company).map((fault) => fault.path),
      ['body/applicant/entity/registrationNumber'],
    );
    const { body } = expectStatus(
      await admin.client.post<Path>(path, { applicant: { kind: 'sole-trader', person, entity } }),
      201,
    );
    assert.equal(body.kind, 'sole-trader');
  });
  it('with a country that is none -> 400 validation-failed', async () => {
    const { path } = await newOwner();
    const answer = await admin.client.post(path, { applicant: { kind: 'individual', person: { ...person, country: 'XXX' } } });
    expectCode(answer, 400, 'validation-failed');
    assert.deepEqual(faultsIn(answer)[0]?.path, 'body/applicant/person/country');
  });
  it('whose notification was lost is asked for by the job', async () => {
    const { path } = await newOwner();
    const applicant = { kind: 'individual', person: { ...person, lastName: 'Delmas' } };
    const { url } = expectStatus(await admin.client.post<Path>(path, { applicant }), 201).body;
    await silently(world, () => press(url, 'hand-in'));
    await world.moveClock({ advance: 'PT61M' });
    await world.runJob('follow-onboardings');
    assert.equal((await admin.client.get<Path>(path)).body.state, 'under-analysis');
  });
  it('and an SPV, whom the provider has forgotten: asked for in turn, not in each run before the others', async () => {
    const { id, path } = await newOwner();
    const applicant = { kind: 'individual', person: { ...person, lastName: 'Renaud' } };
    expectStatus(await admin.client.post<Path>(path, { applicant }), 201);
    const spv = await spvWithWallet(world);
    await world.moveClock({ advance: 'PT61M' });
    for (const route of ['GET /accounts/:id', `GET /v2/accounts/${spv.accountId}`])
      await world.control('POST', '/faults', { route, mode: 'error-in-200', code: 147, times: 99 });
    const due = async () => {
      const now = world.deps.clock.now();
      const asked = { waitedSince: now.subtract({ hours: 1 }), askedSince: now.subtract({ hours: 720 }), limit: 200 };
      const [row] = await world.sql<{ id: string }>('select id from onboarding where project_owner_id = $1', [id]);
      const all = await listDue(world.deps.db, asked);
      return [all.some(({ pathId }) => pathId === row?.id), all.some(({ spvId }) => spvId === spv.spvId)];
    };
    assert.deepEqual(await due(), [true, true]);
    assert.equal((await world.runJob<{ failed: number }>('follow-onboardings')).failed, 0);
    assert.deepEqual(await due(), [false, false]);
  });
  it('whom nobody knows -> 404 not-found', async () => {
    const path = `/administration/project-owner/${randomUUID()}/onboarding`;
    for (const answer of [
      await admin.client.get(path),
      await admin.client.post(path, { applicant: { kind: 'individual', person } }),
      await ask({ projectOwnerId: randomUUID() }),
    ])
      expectCode(answer, 404, 'not-found');
  });
});
