// Contract of the provider's token and account calls over real HTTP.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { dig, errorCode, listAt, startTestWorld, type TestWorld } from './test-client.ts';

let world: TestWorld;
before(async () => {
  world = await startTestWorld();
});
after(() => world.sandbox.stop());

const person = {
  accountId: 'person-1',
  email: 'Alice.Martin@example.org',
  title: 'F',
  firstName: 'Alice',
  lastName: 'Martin',
  adresse: { street: '1 rue de la Paix', postCode: '75002', city: 'Paris', country: 'FRA' },
  birth: { date: '1990/04/12', city: 'Lyon', Country: 'FRA' },
  nationality: 'FRA',
  mobileNumber: '33612345678',
  payerOrBeneficiary: 2,
  isUltimateBeneficialOwner: false,
};
const company = {
  ...person,
  accountId: 'company-1',
  email: 'brique@example.org',
  company: { name: 'Brique et Pierre', description: 'Real estate', identificationNumber: '936213743' },
};

describe('token', () => {
  const ask = (authorization: string, body: Record<string, string>) =>
    fetch(`${world.sandbox.url}/oauth/api/v1/oauth/token`, {
      method: 'POST',
      headers: { authorization },
      body: new URLSearchParams(body),
    });

  test('is the same until it expires, in both spellings of the form field', async () => {
    const first = await (await ask('Basic sandbox-provider-key', { grant_type: 'client_credentials' })).json();
    const second = await (await ask('Basic sandbox-provider-key', { Grant_type: 'client_credentials' })).json();
    assert.equal(dig(first, 'token_type'), 'Bearer');
    assert.equal(typeof dig(first, 'expires_in'), 'number');
    assert.equal(dig(first, 'access_token'), dig(second, 'access_token'));
  });

  test('is refused for a wrong key and a wrong grant', async () => {
    assert.equal((await ask('Basic other', { grant_type: 'client_credentials' })).status, 401);
    assert.equal((await ask('Basic sandbox-provider-key', { grant_type: 'password' })).status, 400);
  });

  test('that expired is replaced by a new one', async () => {
    await world.control('POST', '/faults', { route: 'GET /v2/accounts/:id', mode: 'expired-token' });
    const old = await world.token();
    assert.deepEqual(await world.provider('GET', '/v2/accounts/mortar-main'), { status: 401, body: '' });
    assert.notEqual(await world.token(), old);
  });

  test('and end-user address are needed on every call', async () => {
    const path = '/directkitrest/v2/accounts/mortar-main';
    const authorization = `Bearer ${await world.token()}`;
    assert.deepEqual(await world.send('GET', path, undefined, { 'psu-ip-address': '192.0.2.1' }), { status: 401, body: '' });
    assert.equal(
      (await world.send('GET', path, undefined, { authorization: 'Bearer x', 'psu-ip-address': '192.0.2.1' })).status,
      401,
    );
    const noAddress = await world.send('GET', path, undefined, { authorization });
    assert.equal(noAddress.status, 400);
    assert.equal(errorCode(noAddress), 234);
    assert.equal((await world.send('GET', path, undefined, { authorization, 'psu-ip-address': '192.0.2.1' })).status, 200);
  });
});

describe('accounts', () => {
  test('the platform has its own from the start', async () => {
    for (const id of ['mortar-main', 'mortar-origination', 'mortar-tax']) {
      const { body } = await world.provider('GET', `/v2/accounts/${id}`);
      assert.equal(dig(body, 'account', 'status'), -1);
      assert.equal(dig(body, 'account', 'balance'), 0);
    }
  });

  test('an individual one is opened, read, changed', async () => {
    const created = await world.provider('POST', '/v2/accounts/individual', person);
    assert.equal(created.status, 200);
    const internalId = dig(created.body, 'account', 'internalId');
    assert.deepEqual(created.body, { account: { id: 'person-1', internalId, limits: {} } });
    assert.ok(Number.isInteger(internalId));
    const read = await world.provider('GET', '/v2/accounts/person-1');
    assert.deepEqual(read.body, {
      account: {
        id: 'person-1',
        internalId,
        clientTitle: 'F',
        firstname: 'Alice',
        lastname: 'Martin',
        balance: 0,
        email: 'Alice.Martin@example.org',
        status: 5,
        isblocked: false,
        accountType: 0,
        adresse: person.adresse,
        birth: person.birth,
        nationality: 'FRA',
        phoneNumber: '',
        mobileNumber: '33612345678',
        isDebtor: false,
        payerOrBeneficiary: 2,
      },
    });
    await world.provider('PUT', '/v2/accounts/individual/person-1', { lastName: 'Durand', Birth: { date: '1991/04/12' } });
    const changed = await world.provider('GET', '/v2/accounts/person-1');
    assert.equal(dig(changed.body, 'account', 'lastname'), 'Durand');
    assert.equal(dig(changed.body, 'account', 'firstname'), 'Alice');
    assert.equal(dig(changed.body, 'account', 'birth', 'date'), '1991/04/12');
  });

  test('a legal one answers under its own names', async () => {
    const created = await world.provider('POST', '/v2/accounts/legal', company);
    assert.equal(dig(created.body, 'legalAccount', 'id'), 'company-1');
    assert.ok(Number.isInteger(dig(created.body, 'legalAccount', 'lemonwayId')));
    const read = await world.provider('GET', '/v2/accounts/company-1');
    assert.equal(dig(read.body, 'account', 'accountType'), 1);
    assert.equal(dig(read.body, 'account', 'company', 'name'), 'Brique et Pierre');
    assert.equal(errorCode(await world.provider('PUT', '/v2/accounts/legal/company-1', { phoneNumber: '33123456789' })), 234);
    const changed = await world.provider('PUT', '/v2/accounts/legal/company-1', {
      company: company.company,
      phoneNumber: '33123456789',
    });
    assert.equal(dig(changed.body, 'account', 'lemonwayId'), dig(created.body, 'legalAccount', 'lemonwayId'));
    assert.equal(errorCode(await world.provider('PUT', '/v2/accounts/individual/company-1', {})), 234);
  });

  const refusals: [name: string, code: number, path: string, change: Record<string, unknown>][] = [
    ['known id', 152, 'individual', { email: 'other@example.org' }],
    ['known email', 204, 'individual', { accountId: 'person-2', email: 'alice.MARTIN@example.org' }],
    ['no accountId', 234, 'individual', { accountId: undefined }],
    ['accountId over 100', 234, 'individual', { accountId: 'x'.repeat(101) }],
    ['bad email', 234, 'individual', { accountId: 'p', email: 'nobody' }],
    ['first name of one letter', 234, 'individual', { accountId: 'p', email: 'p@example.org', firstName: 'A' }],
    ['last name over 256', 234, 'individual', { accountId: 'p', email: 'p@example.org', lastName: 'a'.repeat(257) }],
    ['unknown title', 234, 'individual', { accountId: 'p', email: 'p@example.org', title: 'X' }],
    ['nationality in two letters', 234, 'individual', { accountId: 'p', email: 'p@example.org', nationality: 'FR' }],
    ['phone with +', 234, 'individual', { accountId: 'p', email: 'p@example.org', mobileNumber: '+33612345678' }],
    ['phone with 00', 234, 'individual', { accountId: 'p', email: 'p@example.org', mobileNumber: '0033612345678' }],
    ['address without country', 234, 'individual', { accountId: 'p', email: 'p@example.org', adresse: { city: 'Paris' } }],
    ['birth date in ISO form', 234, 'individual', { accountId: 'p', email: 'p@example.org', birth: { date: '1990-04-12' } }],
    ['impossible birth date', 234, 'individual', { accountId: 'p', email: 'p@example.org', birth: { date: '1990/02/31' } }],
    ['neither payer nor beneficiary', 234, 'individual', { accountId: 'p', email: 'p@example.org', payerOrBeneficiary: 3 }],
    ['legal without company', 234, 'legal', { accountId: 'p', email: 'p@example.org', company: undefined }],
    ['legal without description', 234, 'legal', { accountId: 'p', email: 'p@example.org', company: { name: 'Brique' } }],
  ];
  for (const [name, code, path, change] of refusals) {
    test(`creation is refused with ${code}: ${name}`, async () => {
      const base = path === 'legal' ? company : person;
      const answer = await world.provider('POST', `/v2/accounts/${path}`, { ...base, ...change });
      assert.equal(answer.status, 400);
      assert.equal(errorCode(answer), code);
      assert.equal(typeof dig(answer.body, 'error', 'message'), 'string');
    });
  }

  test('names that look like test data are refused when the switch is on', async () => {
    const odd = { ...person, accountId: 'odd', email: 'odd@example.org' };
    await world.control('PUT', '/settings', { refuseOddNames: true });
    for (const names of [{ firstName: 'Test' }, { firstName: 'Bcd' }, { firstName: 'Annna' }, { firstName: 'Martin' }]) {
      assert.equal(
        errorCode(await world.provider('POST', '/v2/accounts/individual', { ...odd, ...names })),
        234,
        names.firstName,
      );
    }
    await world.control('PUT', '/settings', { refuseOddNames: false });
    assert.equal((await world.provider('POST', '/v2/accounts/individual', { ...odd, firstName: 'Test' })).status, 200);
  });

  test('an error comes in a 200 body when the switch says so', async () => {
    await world.control('PUT', '/settings', { errorStatus: 200 });
    const answer = await world.provider('GET', '/v2/accounts/nobody');
    await world.control('PUT', '/settings', { errorStatus: 400 });
    assert.equal(answer.status, 200);
    assert.equal(errorCode(answer), 147);
    assert.equal((await world.provider('GET', '/v2/accounts/nobody')).status, 400);
  });

  test('are found by id or email, and listed by balance change and internal id', async () => {
    const id = await world.wallet({ balanceCents: 700 });
    const wanted = [{ accountid: id }, { email: 'BRIQUE@example.org' }, { accountid: 'nobody' }];
    const { body } = await world.provider('POST', '/v2/accounts/retrieve', { accounts: wanted });
    assert.deepEqual(
      listAt(body, 'accounts').map((account) => dig(account, 'id')),
      [id, 'company-1'],
    );
    const internalId = dig((await world.control('GET', `/accounts/${id}`)).body, 'internalId');
    const byId = await world.provider(
      'GET',
      `/v2/accounts/balances?internalAccountIdStart=${internalId}&internalAccountIdEnd=${internalId}`,
    );
    assert.deepEqual(byId.body, { accounts: [{ id, balance: 700, status: 6 }] });
    assert.equal(errorCode(await world.provider('GET', '/v2/accounts/balances')), 234);
    const page = await world.provider('GET', '/v2/accounts/balances?updateDate=0&limit=2&page=2');
    assert.equal(listAt(page.body, 'accounts').length, 2);
  });

  test('are blocked and closed by the partner, whose KYC level cannot be raised', async () => {
    const id = await world.wallet({ status: 5 });
    assert.deepEqual((await world.provider('PUT', `/v2/accounts/${id}/blocked`, { isBlocked: true })).body, {
      account: { id, isBlocked: true },
    });
    assert.equal(dig((await world.provider('GET', `/v2/accounts/${id}`)).body, 'account', 'isblocked'), true);
    assert.equal(errorCode(await world.provider('PUT', `/v2/accounts/${id}/blocked`, {})), 234);
    assert.equal(errorCode(await world.provider('PUT', `/v2/accounts/kycstatus/${id}`, { status: 6 })), 234);
    assert.equal(errorCode(await world.provider('PUT', `/v2/accounts/kycstatus/${id}`, { status: 99 })), 234);
    assert.deepEqual((await world.provider('PUT', `/v2/accounts/kycstatus/${id}`, { status: 12 })).body, {
      account: { id, status: 12 },
    });
    const rich = await world.wallet({ balanceCents: 1 });
    assert.equal(errorCode(await world.provider('PUT', `/v2/accounts/kycstatus/${rich}`, { status: 12 })), 234);
  });

  test('statements of the platform’s own accounts are of one week at most', async () => {
    const code = async (query: string) => errorCode(await world.provider('GET', `/v2/accounts/mortar-main/transactions${query}`));
    assert.equal(await code(''), 234);
    assert.equal(await code('?startDate=1000000'), 234);
    assert.equal(await code('?startDate=1000000&endDate=1604801'), 234);
    assert.equal(await code('?startDate=1000000&endDate=1604800'), undefined);
    assert.equal(await code('?executionDateStart=1000000&executionDateEnd=1604800'), undefined);
  });

  test('unknown ones are 147 everywhere', async () => {
    const calls: [string, string, unknown?][] = [
      ['GET', '/v2/accounts/nobody'],
      ['GET', '/v2/accounts/nobody/transactions'],
      ['GET', '/v2/accounts/nobody/balances/history?atDate=1'],
      ['GET', '/v2/accounts/nobody/documents'],
      ['GET', '/v2/moneyouts/nobody/iban'],
      ['GET', '/v2/moneyins/nobody/mandate'],
      ['PUT', '/v2/accounts/nobody/blocked', { isBlocked: true }],
      ['PUT', '/v2/accounts/individual/nobody', {}],
    ];
    for (const [method, path, body] of calls) assert.equal(errorCode(await world.provider(method, path, body)), 147, path);
  });
});
