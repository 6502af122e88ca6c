// Bank accounts through HTTP: the code, the provider at the other end, answers that are lost, statuses that change.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Investor, signInAdministrator, signUp, verifiedInvestor } from '../../../../test/support/actors.ts';
import { codesIn, waitForCode } from '../../../../test/support/codes.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { syncBankAccounts } from './bank-accounts.ts';

type BankAccount = { id: string; kind: string; iban: string; bic: string | null; holder: string; status: string };
type Page = { items: BankAccount[]; nextCursor: string | null };
type AtProvider = { ibans: { id: number; iban: string; bic: string; holder: string; status: number }[] };

const IBAN = 'FR1420041010050500013M02606';
const DETAILS = { iban: IBAN, bic: 'PSSTFRPPLIL', holder: 'Camille Durand' };
const URL = '/customers/provider/payment-method';

let world: World;

before(async () => {
  world = await startWorld();
});
after(() => world.close());
afterEach(() => world.control('DELETE', '/faults'));

/** The code of action bank-account-creation, from the mailbox. */
async function codeFor(person: Investor): Promise<string> {
  expectStatus(await person.client.post('/auth/mfa/trigger-mfa', { action: 'bank-account-creation' }), 201);
  return world.until(async () => {
    for (const { text } of await world.mails(person.email)) {
      const [code] = /\b\d{6}\b/.exec(text) ?? [];
      if (code) return code;
    }
    return undefined;
  }, 'the code');
}

const add = (person: Investor, tfa: string | undefined, details: object = {}) =>
  person.client.post<BankAccount>(URL, { ...DETAILS, ...details }, tfa === undefined ? {} : { tfa });
const list = async (person: Investor) => expectStatus(await person.client.get<Page>(URL), 200).body.items;
const atProvider = async (person: Investor) => (await world.control<AtProvider>('GET', `/accounts/${person.customerId}`)).ibans;
const rows = (person: Investor) =>
  world.sql<{ iban_end: string; status: string; provider_iban_id: string | null }>(
    'select iban_end, status, provider_iban_id from bank_account where customer_id = $1',
    [person.customerId],
  );

describe('POST /customers/provider/payment-method', () => {
  it('registers at the provider and waits for it; whole IBAN here, masked in the list', async () => {
    const person = await verifiedInvestor(world);
    const answer = await add(person, await codeFor(person), { iban: 'fr14 2004 1010 0505 0001 3m02 606' });
    const { id: _, ...shown } = expectStatus(answer, 201).body;
    assert.deepEqual(
      { ...shown, createdAt: undefined },
      {
        kind: 'IBAN_WITHDRAW',
        iban: IBAN,
        bic: 'PSSTFRPPLIL',
        holder: 'Camille Durand',
        payableFrom: null,
        status: 'waiting',
        createdAt: undefined,
      },
    );
    const [registered] = await atProvider(person);
    assert.deepEqual([registered?.iban, registered?.bic, registered?.holder], [IBAN, 'PSSTFRPPLIL', 'Camille Durand']);
    assert.deepEqual(await rows(person), [
      { iban_end: IBAN.slice(-4), status: 'waiting', provider_iban_id: String(registered?.id) },
    ]);
    assert.equal((await list(person))[0]?.iban, 'FR14 **** 2606');
  });
  it('the code serves once -> 403 2fa-code.invalid', async () => {
    const person = await verifiedInvestor(world);
    const code = await codeFor(person);
    expectStatus(await add(person, code), 201);
    expectCode(await add(person, code, { iban: 'NL91ABNA0417164300' }), 403, '2fa-code.invalid');
    assert.equal((await rows(person)).length, 1);
  });
  it('the same code twice at once: one account', async () => {
    const person = await verifiedInvestor(world);
    const code = await codeFor(person);
    const answers = await Promise.all([add(person, code), add(person, code)]);
    const refused = answers.filter(({ status }) => status !== 201);
    assert.deepEqual(
      refused.map(({ text }) => /2fa-code\.(?:in-use|invalid)/.test(text)),
      [true],
    );
    assert.equal((await atProvider(person)).length, 1);
  });
  it('no code, whatever the body -> 403 2fa-code.invalid', async () => {
    const person = await verifiedInvestor(world);
    expectCode(await add(person, undefined, { iban: 'nonsense' }), 403, '2fa-code.invalid');
    expectCode(await add(person, ''), 403, '2fa-code.invalid');
  });
  it('a wrong code -> 403 2fa-code.invalid, nothing registered', async () => {
    const person = await verifiedInvestor(world);
    const code = await codeFor(person);
    expectCode(await add(person, code === '123456' ? '654321' : '123456'), 403, '2fa-code.invalid');
    assert.deepEqual(await rows(person), []);
    expectStatus(await add(person, code), 201);
  });
  it('an IBAN that the investor, or anybody, deposits to -> 400 bank-account.deposit-account; the code stays valid', async () => {
    const [person, other] = [await verifiedInvestor(world), await verifiedInvestor(world)];
    const code = await codeFor(person);
    for (const owner of [person, other]) {
      const { iban } = expectStatus(await owner.client.get<{ iban: string }>('/customers/provider/deposit-account'), 200).body;
      const spaced = iban.toLowerCase().replace(/(.{4})/g, '$1 ');
      expectCode(await add(person, code, { iban: spaced, bic: undefined }), 400, 'bank-account.deposit-account');
    }
    assert.deepEqual(await rows(person), []);
    expectStatus(await add(person, code), 201);
  });
  it('one whose creation was never answered -> 400 bank-account.deposit-account', async () => {
    const person = await verifiedInvestor(world);
    const route = 'POST /v2/moneyins/bankwire/iban/create';
    await world.control('POST', '/faults', { route, mode: 'timeout-after', times: 1 });
    expectCode(await person.client.get('/customers/provider/deposit-account'), 503, 'temporarily-unavailable');
    const [made] = await atProvider(person);
    const details = { iban: made?.iban, bic: undefined };
    expectCode(await add(person, await codeFor(person), details), 400, 'bank-account.deposit-account');
    assert.deepEqual(await rows(person), []);
  });
  it("another customer's code -> 403 2fa-code.invalid", async () => {
    const code = await codeFor(await verifiedInvestor(world));
    expectCode(await add(await verifiedInvestor(world), code), 403, '2fa-code.invalid');
  });
  for (const [what, details] of [
    ['an IBAN with a wrong check digit', { iban: 'FR1520041010050500013M02606' }],
    ['an IBAN too short', { iban: 'FR14' }],
    ['no IBAN', { iban: undefined }],
    ['a wrong BIC', { bic: 'PSSTZZPP' }],
    ['a holder of one letter', { holder: 'C' }],
    ['a holder of spaces', { holder: '    ' }],
    ['a holder with a line break', { holder: 'Camille\nDurand' }],
    ['a holder too long', { holder: 'C'.repeat(257) }],
  ] as const) {
    it(`${what} before any code is looked at -> 400 validation-failed`, async () => {
      const person = await verifiedInvestor(world);
      expectCode(await add(person, '000000', details), 400, 'validation-failed');
      assert.deepEqual(await rows(person), []);
    });
  }
  it('no account at the provider -> 400 bank-account.provider-account-required, the code still valid', async () => {
    const person = await signUp(world);
    const code = await codeFor(person);
    expectCode(await add(person, code), 400, 'bank-account.provider-account-required');
    assert.deepEqual(await rows(person), []);
    await world.control('POST', '/accounts', { accountId: person.customerId, kind: 'individual', status: 6 });
    expectStatus(await add(person, code), 201);
  });
  it('refused by the provider -> 400 bank-account.refused-by-provider; corrected, with the same code, it is registered', async () => {
    const person = await verifiedInvestor(world);
    const code = await codeFor(person);
    await world.control('POST', '/faults', { route: 'POST /v2/moneyouts/iban', mode: 'error-in-200', times: 1, code: 221 });
    expectCode(await add(person, code, { holder: 'Somebody Else' }), 400, 'bank-account.refused-by-provider');
    assert.deepEqual(await rows(person), [{ iban_end: IBAN.slice(-4), status: 'refused', provider_iban_id: null }]);
    assert.equal(expectStatus(await add(person, code), 201).body.holder, 'Camille Durand');
    assert.equal((await atProvider(person))[0]?.holder, 'Camille Durand');
    assert.equal((await rows(person))[0]?.status, 'waiting');
  });
  it('the answer is lost after the effect -> 500 internal-error; again with the same code: registered once', async () => {
    const person = await verifiedInvestor(world);
    const code = await codeFor(person);
    await world.control('POST', '/faults', { route: 'POST /v2/moneyouts/iban', mode: 'timeout-after', times: 1 });
    expectCode(await add(person, code), 500, 'internal-error');
    assert.deepEqual(await rows(person), [{ iban_end: IBAN.slice(-4), status: 'waiting', provider_iban_id: null }]);
    expectStatus(await add(person, code), 201);
    const registered = await atProvider(person);
    assert.equal(registered.length, 1);
    assert.equal((await rows(person))[0]?.provider_iban_id, String(registered[0]?.id));
  });
  it('the call never arrived -> 500 internal-error; again: registered', async () => {
    const person = await verifiedInvestor(world);
    const code = await codeFor(person);
    await world.control('POST', '/faults', { route: 'POST /v2/moneyouts/iban', mode: 'http-500', times: 1 });
    expectCode(await add(person, code), 500, 'internal-error');
    assert.equal((await atProvider(person)).length, 0);
    expectStatus(await add(person, code), 201);
    assert.equal((await atProvider(person)).length, 1);
  });
  it('the list of the provider cannot be read -> 500 internal-error, nothing written', async () => {
    const person = await verifiedInvestor(world);
    const code = await codeFor(person);
    await world.control('POST', '/faults', { route: 'GET /v2/moneyouts/:id/iban', mode: 'http-500', times: 1 });
    expectCode(await add(person, code), 500, 'internal-error');
    assert.deepEqual(await rows(person), []);
    expectStatus(await add(person, code), 201);
  });
  it('the same IBAN again gives the account that is there', async () => {
    const person = await verifiedInvestor(world);
    const first = expectStatus(await add(person, await codeFor(person)), 201).body;
    const another = await anotherCode(person);
    const again = expectStatus(await add(person, another, { holder: 'Other Name' }), 201).body;
    assert.deepEqual([again.id, again.holder], [first.id, 'Camille Durand']);
    assert.equal((await atProvider(person)).length, 1);
    expectCode(await add(person, another), 403, '2fa-code.invalid');
  });
  it('a deactivated IBAN is registered anew', async () => {
    const person = await verifiedInvestor(world);
    const first = expectStatus(await add(person, await codeFor(person)), 201).body;
    const [old] = await atProvider(person);
    await world.control('PUT', `/ibans/${old?.id}`, { status: 8 });
    assert.equal((await list(person))[0]?.status, 'deactivated');
    const again = expectStatus(await add(person, await anotherCode(person)), 201).body;
    assert.deepEqual([again.id, again.status], [first.id, 'waiting']);
    assert.equal((await atProvider(person)).length, 2);
    assert.notEqual((await rows(person))[0]?.provider_iban_id, String(old?.id));
  });
  it('two investors may have the same IBAN', async () => {
    for (const person of [await verifiedInvestor(world), await verifiedInvestor(world)])
      expectStatus(await add(person, await codeFor(person)), 201);
  });
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().post(URL, DETAILS, { tfa: '123456' }), 401, 'unauthenticated'));
  it('as an administrator -> 403 forbidden', async () => {
    const administrator = await signInAdministrator(world);
    expectCode(await administrator.client.post(URL, DETAILS, { tfa: '123456' }), 403, 'forbidden');
  });
});

describe('GET /customers/provider/payment-method', () => {
  it('follows the provider: waiting, activated, refused, deactivated', async () => {
    const person = await verifiedInvestor(world);
    expectStatus(await add(person, await codeFor(person)), 201);
    const [registered] = await atProvider(person);
    for (const [status, shown] of [
      [5, 'activated'],
      [9, 'refused'],
      [8, 'deactivated'],
      [4, 'waiting'],
      [3, 'waiting'],
    ] as const) {
      await world.control('PUT', `/ibans/${registered?.id}`, { status });
      assert.equal((await list(person))[0]?.status, shown);
    }
  });
  it('shows what is known when the provider does not answer', async () => {
    const person = await verifiedInvestor(world);
    expectStatus(await add(person, await codeFor(person)), 201);
    await world.control('POST', '/faults', { route: 'GET /v2/moneyouts/:id/iban', mode: 'http-500', times: 2 });
    assert.equal((await list(person))[0]?.status, 'waiting');
    assert.equal(await syncBankAccounts(world.deps, person.customerId), false);
  });
  it('finds a registration whose answer was lost', async () => {
    const person = await verifiedInvestor(world);
    await world.control('POST', '/faults', { route: 'POST /v2/moneyouts/iban', mode: 'timeout-after', times: 1 });
    expectCode(await add(person, await codeFor(person)), 500, 'internal-error');
    const [registered] = await atProvider(person);
    await world.control('PUT', `/ibans/${registered?.id}`, { status: 5 });
    assert.equal((await list(person))[0]?.status, 'activated');
    assert.equal((await rows(person))[0]?.provider_iban_id, String(registered?.id));
  });
  it("shows nobody else's, page by page", async () => {
    const person = await verifiedInvestor(world);
    const other = await verifiedInvestor(world);
    expectStatus(await add(other, await codeFor(other)), 201);
    expectStatus(await add(person, await codeFor(person)), 201);
    expectStatus(await add(person, await anotherCode(person), { iban: 'NL91ABNA0417164300', bic: undefined }), 201);
    const first = (await person.client.get<Page>(`${URL}?limit=1`)).body;
    assert.deepEqual([first.items.map(({ iban }) => iban), first.items[0]?.bic], [['NL91 **** 4300'], null]);
    const second = (await person.client.get<Page>(`${URL}?limit=1&cursor=${first.nextCursor}`)).body;
    assert.deepEqual([second.items.map(({ iban }) => iban), second.nextCursor], [['FR14 **** 2606'], null]);
  });
  it('asks the provider for nothing when there is no account', async () => {
    const person = await signUp(world);
    assert.deepEqual(await list(person), []);
    assert.deepEqual(await world.control<unknown[]>('GET', `/calls?path=${person.customerId}`), []);
  });
  it('does not run on HEAD', async () => {
    const person = await verifiedInvestor(world);
    assert.equal((await person.client.send('HEAD', URL)).status, 404);
  });
  it('a cursor we never gave -> 400 validation-failed', async () =>
    expectCode(await (await verifiedInvestor(world)).client.get(`${URL}?cursor=${randomUUID()}`), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () => expectCode(await world.visitor().get(URL), 401, 'unauthenticated'));
});

/** A second code of the same investor: the first was used up, and the wait before the next request is over. */
async function anotherCode(person: Investor): Promise<string> {
  await world.moveClock({ advance: 'PT2M' });
  const known = (await codesIn(world, person.email, 'bank-account-creation')).length;
  expectStatus(await person.client.post('/auth/mfa/trigger-mfa', { action: 'bank-account-creation' }), 201);
  return waitForCode(world, person.email, 'bank-account-creation', known + 1);
}
