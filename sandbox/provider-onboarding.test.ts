// Contract of the online onboarding API over real HTTP, and its hosted page.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { dig, errorCode, listAt, startTestWorld, type TestWorld } from './test-client.ts';

let world: TestWorld;
before(async () => {
  world = await startTestWorld();
});
after(() => world.sandbox.stop());

const onboarding = async (method: string, path: string, body?: unknown, scheme = 'Bearer') =>
  world.send(method, `/onboarding${path}`, body, { authorization: `${scheme} ${await world.token()}` });

/** A body for somebody whom nobody knows yet. */
const person = (walletId: string, change: Record<string, unknown> = {}) => ({
  activity: 'CROWDLENDING',
  profile: 'LENDER',
  walletId,
  individual: {
    firstName: 'Camille',
    lastName: `Durand-${randomUUID()}`,
    birthDate: '1992-06-01',
    email: 'camille@example.org',
    birthCountry: 'FR',
    phoneNumber: '+33612345678',
    nationalities: ['FR'],
    address: { street: '1 rue de la Paix', postCode: '69001', city: 'Lyon', country: 'FR' },
    ...change,
  },
});
const company = (walletId: string, entity: Record<string, unknown> = {}, profile = 'LENDER') => ({
  profile,
  walletId,
  legalEntity: {
    name: `Briques ${randomUUID()}`,
    type: 'COMPANY',
    registrationNumber: '936213743',
    registrationCountry: 'FR',
    registrationDate: '2015-03-02',
    ...entity,
  },
  legalRepresentative: person('').individual,
});
const opened = async (walletId: string) =>
  String(dig((await onboarding('POST', '/accounts/individual', person(walletId))).body, 'id'));
const walletStatus = async (walletId: string) => (await world.provider('GET', `/v2/accounts/${walletId}`)).status;

describe('accounts', () => {
  test('are created without a wallet, read by id and by wallet', async () => {
    const created = await onboarding('POST', '/accounts/individual', person('read'));
    const id = dig(created.body, 'id');
    assert.deepEqual([created.status, created.body], [201, { id, status: 'CREATED', profileStatus: 'AWAITING_INFORMATION' }]);
    assert.deepEqual(dig((await onboarding('GET', `/accounts/${id}`)).body, 'walletId'), 'read');
    assert.equal(dig((await onboarding('GET', '/accounts?walletId=read')).body, 'accounts', 0, 'id'), id);
    assert.equal(listAt((await onboarding('GET', '/accounts?walletId=nobody')).body, 'accounts').length, 0);
    assert.equal(errorCode(await world.provider('GET', '/v2/accounts/read')), 147);
  });

  test('want the scheme with a capital, and know each other', async () => {
    assert.equal((await onboarding('GET', '/accounts', undefined, 'bearer')).status, 403);
    assert.equal((await world.send('GET', '/onboarding/accounts')).status, 401);
    assert.equal(errorCode(await onboarding('GET', '/accounts/999999')), 147);
  });

  test('are refused with countries of three letters, and with whatever else the provider does not take', async () => {
    const refusedOf = async (change: Record<string, unknown>) =>
      (await onboarding('POST', '/accounts/individual', person('refused', change))).status;
    for (const change of [
      { birthCountry: 'FRA' },
      { birthCountry: undefined },
      { nationalities: ['FRA'] },
      { nationalities: [] },
      { address: { country: 'FRA' } },
      { address: undefined },
      { birthDate: '1992/06/01' },
      { birthDate: '1992-02-31' },
      { phoneNumber: '0612345678' },
      { email: 'nobody' },
      { firstName: 'C' },
    ])
      assert.equal(await refusedOf(change), 400, JSON.stringify(change));
    for (const change of [{ profile: 'WHOEVER' }, { activity: 'GAMBLING' }, { walletId: '' }, { individual: undefined }])
      assert.equal((await onboarding('POST', '/accounts/individual', { ...person('refused'), ...change })).status, 400);
  });

  test('of entities: number and date may be absent but for companies; associations and sole traders do not lend', async () => {
    const statusOf = async (entity: Record<string, unknown>, profile?: string) =>
      (await onboarding('POST', '/accounts/legal-entity', company(randomUUID(), entity, profile))).status;
    assert.equal(await statusOf({}), 201);
    assert.equal(await statusOf({ registrationNumber: undefined }), 400);
    assert.equal(await statusOf({ registrationDate: undefined }), 400);
    assert.equal(await statusOf({ registrationCountry: 'FRA' }), 400);
    for (const type of ['ASSOCIATION', 'SOLE_TRADER']) {
      const bare = { type, registrationNumber: undefined, registrationDate: undefined };
      assert.deepEqual([await statusOf(bare), await statusOf(bare, 'PROJECT_HOLDER')], [400, 201], type);
    }
    assert.equal(await statusOf({ type: 'FAMILY' }), 400);
  });

  test('are unique: by person or entity, and by wallet', async () => {
    const first = person('unique');
    assert.equal((await onboarding('POST', '/accounts/individual', first)).status, 201);
    assert.equal((await onboarding('POST', '/accounts/individual', { ...first, walletId: 'other' })).status, 409);
    assert.equal((await onboarding('POST', '/accounts/individual', person('unique'))).status, 409);
    assert.equal((await onboarding('POST', '/accounts/individual', person(await world.wallet()))).status, 409);
  });

  test('answer 410 when the call was set as retired', async () => {
    await world.control('POST', '/faults', { route: 'POST /v2/accounts/individual', mode: 'retired' });
    const oldBody = {
      accountId: 'old',
      email: 'alice@example.org',
      firstName: 'Alice',
      lastName: 'Martin',
      nationality: 'FRA',
      payerOrBeneficiary: 1,
    };
    assert.equal((await world.provider('POST', '/v2/accounts/individual', oldBody)).status, 410);
  });
});

describe('the hosted page', () => {
  const start = async (accountId: string, path = 'individual') =>
    onboarding('POST', `/onboardings/${path}`, { accountId, redirectUrl: 'https://mortar.test/done' });
  const press = (url: string, outcome: string) => fetch(`${url}/${outcome}`, { method: 'POST', redirect: 'manual' });
  const stateOf = async (id: string) => {
    const { body } = await onboarding('GET', `/accounts/${id}`);
    return [dig(body, 'status'), dig(body, 'profileStatus')];
  };

  test('is started, resumed, and only for an account of its kind', async () => {
    const id = await opened('started');
    const { status, body } = await start(id);
    const url = String(dig(body, 'url'));
    assert.equal(status, 201);
    assert.deepEqual((await onboarding('GET', `/onboardings/${dig(body, 'id')}/resume`)).body, body);
    assert.equal(errorCode(await onboarding('GET', '/onboardings/unknown/resume')), 147);
    assert.equal((await start(id, 'company')).status, 400);
    assert.equal((await onboarding('POST', '/onboardings/individual', { accountId: id })).status, 400);
    const page = await fetch(url);
    assert.match(await page.text(), /Onboarding of Camille Durand[\s\S]*href="https:\/\/mortar\.test\/done"[\s\S]*Accept/);
    assert.match(page.headers.get('content-security-policy') ?? '', /form-action 'self'/);
  });

  test('plays each outcome; the wallet exists from the acceptance on', async () => {
    const id = await opened('played');
    const url = String(dig((await start(id)).body, 'url'));
    for (const [outcome, profileStatus] of [
      ['begin', 'INFORMATION_COLLECTION_IN_PROGRESS'],
      ['show-face', 'IDENTITY_VERIFICATION_IN_PROGRESS'],
      ['abandon', 'IDENTITY_VERIFICATION_ABANDONED'],
      ['error', 'IDENTITY_VERIFICATION_ERROR'],
      ['hand-in', 'UNDER_ANALYSIS'],
      ['reject', 'REJECTED'],
    ] as const) {
      assert.equal((await press(url, outcome)).status, 303);
      assert.deepEqual(await stateOf(id), ['CREATED', profileStatus]);
      assert.equal(await walletStatus('played'), 400);
    }
    await press(url, 'accept');
    assert.deepEqual([await stateOf(id), await walletStatus('played')], [['ACCEPTED', 'ACCEPTED'], 200]);
    assert.equal((await start(id)).status, 409);
    await press(url, 'deny');
    assert.deepEqual(await stateOf(id), ['DENIED', 'DENIED']);
    await press(url, 'block');
    assert.deepEqual(await stateOf(id), ['BLOCKED', 'DENIED']);
    assert.equal((await press(url, 'nothing')).status, 404);
  });

  test('serves an update of the identity: asked for, late, accepted', async () => {
    const id = await opened('updated');
    await press(String(dig((await start(id)).body, 'url')), 'accept');
    const asked = await onboarding('POST', `/sandbox/kyc-update/${id}`);
    assert.equal(dig(asked.body, 'status'), 'REQUESTED');
    const url = String(dig((await start(id)).body, 'url'));
    await press(url, 'restrict');
    assert.equal(dig((await world.control('GET', '/accounts/updated')).body, 'blocked'), true);
    await press(url, 'refuse-update');
    await press(url, 'accept-update');
    const { body } = await onboarding('GET', `/accounts/${id}`);
    assert.deepEqual([dig(body, 'requirements', 0, 'status'), dig(body, 'restrictions')], ['ACCEPTED', []]);
    assert.equal(dig((await world.control('GET', '/accounts/updated')).body, 'blocked'), false);
  });
});
