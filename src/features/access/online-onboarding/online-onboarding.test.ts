// The way in: an investor is opened at the provider, walks its page, and has a wallet.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Investor, openFunding, PASSWORD, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import { createClient } from '../../../../test/support/client.ts';
import { changeAddress } from '../../../../test/support/codes.ts';
import { customerIs } from '../../../../test/support/customer-states.ts';
import { PDF, uploadOf } from '../../../../test/support/files.ts';
import { notify, silently } from '../../../../test/support/notifications.ts';
import { PROFILE } from '../../../../test/support/profiles.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { listDue } from './queries.ts';

let world: World;
before(async () => {
  world = await startWorld({ settings: { ONBOARDING_OF_NEW_CUSTOMERS: 'v2' } });
});
after(() => world.close());
afterEach(async () => {
  await world.control('DELETE', '/faults');
  world.sandbox.setMortarUrl(world.url);
});

type Path = { version: string; state: string; next: string; url: string | null; dueAt?: string };
type WholePath = Path & { since: string | null; usualHours: number | null; steps: { step: string; status: string }[] };
type Update = { method: string; status: number; body: { email: string; adresse: { street: string; city: string } } };
type Account = { id: number; walletId: string; status: string; sessions: unknown[] };

const SYLLABLES = ['ba', 'de', 'fi', 'go', 'lu', 'ma', 'ne', 'pi', 'ro', 'su', 'ta', 've', 'zi', 'co', 'du', 'la'];
/** A name that nobody has, and that looks like one. */
const newName = () => `Du${[...randomUUID().slice(0, 8)].map((digit) => SYLLABLES[Number.parseInt(digit, 16)]).join('')}`;

/** Somebody whom the provider does not know, with a profile. */
async function newcomer(change: Record<string, unknown> = {}): Promise<Investor> {
  const person = await signUp(world);
  const lastName = newName();
  expectStatus(await person.client.patch('/customers/profile', { ...PROFILE, lastName, ...change }), 200);
  return person;
}
const start = (person: Investor) => person.client.post<Path>('/customers/onboarding');
const readWhole = async (person: Investor) => expectStatus(await person.client.get<WholePath>('/customers/onboarding'), 200).body;
/** Without its steps. */
const pathOnly = ({ version, state, next, url, dueAt }: Path) => ({
  ...{ version, state, next, url },
  ...(dueAt === undefined ? {} : { dueAt }),
});
const read = async (person: Investor) => pathOnly(await readWhole(person));
const accountsOf = (person: Investor) => world.control<Account[]>('GET', `/onboardings?walletId=${person.customerId}`);
const press = async (url: string | null, outcome: string) => {
  const answer = await fetch(`${url}/${outcome}`, { method: 'POST', redirect: 'manual' });
  assert.equal(answer.status, 303);
};
const mailsOf = async (person: Investor) => (await world.mails(person.email)).map(({ subject }) => subject).reverse();
const alerts = async (text: RegExp) =>
  (await world.control<{ text: string }[]>('GET', '/chat')).filter((message) => text.test(message.text));
const rightsOf = async (person: Investor) =>
  (await person.client.get<{ transactionRights: string }>('/customers/me')).body.transactionRights;

/** Somebody with the link to the provider's page. */
async function started(): Promise<Investor & { url: string }> {
  const person = await newcomer();
  const { url } = expectStatus(await start(person), 201).body;
  assert.ok(url);
  return { ...person, url };
}

describe('POST /customers/onboarding', () => {
  it('opens the account with the profile, once, and answers the link to the provider’s page', async () => {
    const person = await newcomer();
    assert.deepEqual(await read(person), { version: 'v2', state: 'not-started', next: 'start', url: null });
    const { body } = expectStatus(await start(person), 201);
    assert.deepEqual({ ...pathOnly(body), url: '' }, { version: 'v2', state: 'opened', next: 'continue', url: '' });
    assert.match(await (await fetch(body.url ?? '')).text(), /Onboarding of Camille /);
    assert.deepEqual(expectStatus(await start(person), 201).body, body);
    const [account, ...more] = await accountsOf(person);
    assert.deepEqual([account?.walletId, account?.sessions.length, more], [person.customerId, 1, []]);
  });
  it('is shown as steps, with since when and how long it usually takes', async () => {
    const person = await newcomer();
    const stepsNow = async () => {
      const { steps, since, usualHours } = await readWhole(person);
      return { steps: steps.map(({ step, status }) => `${step} ${status}`), isSince: since !== null, usualHours };
    };
    const before = ['account done', 'email now', 'profile done'];
    const waiting = ['analysis later', 'wallet later'];
    const given = ['information now', 'identity later'];
    assert.deepEqual(await stepsNow(), { steps: [...before, ...given, ...waiting], isSince: false, usualHours: null });
    const { url } = expectStatus(await start(person), 201).body;
    await press(url, 'show-face');
    const shown = ['information done', 'identity now'];
    assert.deepEqual(await stepsNow(), { steps: [...before, ...shown, ...waiting], isSince: true, usualHours: null });
    await press(url, 'hand-in');
    assert.deepEqual(await stepsNow(), {
      steps: [...before, 'information done', 'identity done', 'analysis now', 'wallet later'],
      isSince: true,
      usualHours: 48,
    });
  });
  it('two at once, twice: one account', async () => {
    const person = await newcomer();
    const answers = await Promise.all([start(person), start(person), start(person)]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201, 201],
    );
    assert.equal((await accountsOf(person)).length, 1);
  });
  it('an answer that is lost is looked for: one account, and the link', async () => {
    const person = await newcomer();
    await world.control('POST', '/faults', { route: 'POST /accounts/individual', mode: 'timeout-after', latencyMs: 0 });
    assert.ok(expectStatus(await start(person), 201).body.url);
    assert.equal((await accountsOf(person)).length, 1);
  });
  it('the provider is silent: 503, and the next attempt goes on', async () => {
    const person = await newcomer();
    await world.control('POST', '/faults', { route: 'POST /accounts/individual', mode: 'http-500', times: 2 });
    expectCode(await start(person), 503, 'temporarily-unavailable');
    assert.equal((await read(person)).state, 'not-started');
    // The provider may have them under this name.
    expectCode(await person.client.patch('/customers/profile', { lastName: 'Martin' }), 403, 'forbidden');
    await world.control('DELETE', '/faults');
    // What was asked may still take effect: it is asked again only after the margin, and looked for before.
    const { body } = await world.until(async () => {
      const answer = await start(person);
      return answer.status === 503 ? undefined : expectStatus(answer, 201);
    }, 'the account');
    assert.ok(body.url);
    assert.equal((await accountsOf(person)).length, 1);
  });
  it('the link is lost or forgotten: another one', async () => {
    const person = await newcomer();
    await world.control('POST', '/faults', { route: 'POST /onboardings/individual', mode: 'timeout-after', latencyMs: 0 });
    expectCode(await start(person), 503, 'temporarily-unavailable');
    const { url } = expectStatus(await start(person), 201).body;
    await world.control('POST', '/faults', { route: 'GET /onboardings/:id/resume', mode: 'not-found' });
    const again = expectStatus(await start(person), 201).body.url;
    assert.ok(again && again !== url);
  });
  it('the page has ended, however the provider says so: another one, and no alert of a retired call', async () => {
    const person = await newcomer();
    const seen = [expectStatus(await start(person), 201).body.url];
    for (const fault of [{ mode: 'retired' }, { mode: 'error-in-200', code: 234 }]) {
      await world.control('POST', '/faults', { route: 'GET /onboardings/:id/resume', ...fault });
      const { url } = expectStatus(await start(person), 201).body;
      assert.ok(url && !seen.includes(url), fault.mode);
      seen.push(url);
    }
    await world.runJob('outside-operations');
    const [row] = await world.sql(
      `select from outside_operation where operation = 'resumeOnboarding' and retired_at is not null`,
    );
    assert.equal(row, undefined);
  });
  it('no profile -> 404 register.profile.required', async () => {
    const person = await signUp(world);
    assert.equal((await read(person)).next, 'save-profile');
    expectCode(await start(person), 404, 'register.profile.required');
  });
  it('a business without a company -> 400 register.company.required', async () => {
    const person = await newcomer({ customerType: 'business' });
    assert.equal((await read(person)).next, 'hand-in-company');
    expectCode(await start(person), 400, 'register.company.required');
  });
  it('a business with its company: a legal entity, with the registry’s number and date', async () => {
    const person = await newcomer({ customerType: 'business' });
    expectStatus(await person.client.put('/customers/company', { registrationNumber: '936213743' }), 200);
    const { url } = expectStatus(await start(person), 201).body;
    assert.match(await (await fetch(url ?? '')).text(), /Onboarding of BRIQUE ET PIERRE/);
    await press(url, 'accept');
    assert.equal(await rightsOf(person), 'all');
    expectCode(await person.client.put('/customers/company', { registrationNumber: '813311529' }), 403, 'forbidden');
  });
  it('a company that was handed in before its day of registration was asked for: the registry tells it', async () => {
    const person = await newcomer({ customerType: 'business' });
    expectStatus(await person.client.put('/customers/company', { registrationNumber: '813311529' }), 200);
    await customerIs(world, person.customerId, 'withUndatedCompany');
    assert.ok(expectStatus(await start(person), 201).body.url);
  });
  it('the provider knows the person under another account -> 409 onboarding.identity-known', async () => {
    const lastName = newName();
    const [first, second] = [await newcomer({ lastName }), await newcomer({ lastName })];
    expectStatus(await start(first), 201);
    for (const _ of [1, 2]) expectCode(await start(second), 409, 'onboarding.identity-known');
    await world.until(async () => (await alerts(new RegExp(second.customerId))).length > 0, 'the alert');
    assert.equal((await alerts(new RegExp(second.customerId))).length, 1);
    // It has no account of theirs: the name may be corrected.
    expectStatus(await second.client.patch('/customers/profile', { lastName: newName() }), 200);
    assert.ok(expectStatus(await start(second), 201).body.url);
  });
  it('the call is retired: the team is told once -> 400 onboarding.refused-by-provider', async () => {
    const person = await newcomer();
    await world.control('POST', '/faults', { route: 'POST /accounts/individual', mode: 'retired', times: 2 });
    for (const _ of [1, 2]) expectCode(await start(person), 400, 'onboarding.refused-by-provider');
    await world.until(async () => (await alerts(new RegExp(person.customerId))).length > 0, 'the alert');
    assert.equal((await alerts(new RegExp(person.customerId))).length, 1);
    assert.ok(expectStatus(await start(person), 201).body.url);
  });
  it('an account that was opened after the silence is linked by its notification, and fixes who they are -> 403 forbidden', async () => {
    const person = await newcomer();
    const late = { route: 'POST /accounts/individual', mode: 'late-effect', afterSeconds: 4 };
    await world.control('POST', '/faults', late);
    expectCode(await start(person), 503, 'temporarily-unavailable');
    const account = await world.until(async () => (await accountsOf(person))[0], 'the account');
    const notice = { AccountID: String(account.id), ExtId: person.customerId, NotifDate: '2026-11-20T10:00:00', Status: '1' };
    expectStatus(await notify(world, 'account-status-changed', notice), 200);
    assert.equal((await read(person)).state, 'opened');
    expectCode(await person.client.patch('/customers/profile', { lastName: 'Martin' }), 403, 'forbidden');
    assert.ok(expectStatus(await start(person), 201).body.url);
    assert.equal((await accountsOf(person)).length, 1);
  });
  it('the account fixes who they are: another type or name -> 403 forbidden', async () => {
    const { client } = await started();
    for (const change of [{ customerType: 'business' }, { lastName: 'Martin' }, { dateOfBirth: '1980-01-01' }])
      expectCode(await client.patch('/customers/profile', change), 403, 'forbidden');
    expectStatus(await client.patch('/customers/profile', { city: 'Paris', customerType: 'individual' }), 200);
  });
});

describe('from the page to the wallet', () => {
  it('each outcome is shown, and mailed once; the wallet opens with the acceptance', async () => {
    const person = await started();
    const seen: [string, string][] = [];
    for (const outcome of ['begin', 'show-face', 'abandon', 'hand-in', 'reject', 'hand-in', 'accept']) {
      await press(person.url, outcome);
      const { state, next, url } = await read(person);
      seen.push([state, next]);
      assert.equal(url !== null, next === 'continue', state);
    }
    assert.deepEqual(seen, [
      ['in-progress', 'continue'],
      ['proving-identity', 'continue'],
      ['interrupted', 'continue'],
      ['under-analysis', 'wait'],
      ['asked-again', 'continue'],
      ['under-analysis', 'wait'],
      ['accepted', 'nothing'],
    ]);
    const expected = [
      'Votre vérification n’est pas terminée',
      'Votre dossier est en cours d’analyse',
      'Il manque quelque chose à votre dossier',
      'Votre dossier est en cours d’analyse',
      'Votre identité est vérifiée',
    ];
    await world.until(async () => (await mailsOf(person)).length >= expected.length, 'the mails');
    // Several are sent at once: what comes first is nobody's promise.
    assert.deepEqual((await mailsOf(person)).toSorted(), expected.toSorted());
    assert.equal(await rightsOf(person), 'all');
    assert.equal((await start(person)).body.url, null);
  });
  it('denied: told, no link, no rights', async () => {
    const person = await started();
    await press(person.url, 'deny');
    assert.deepEqual(await read(person), { version: 'v2', state: 'denied', next: 'contact-support', url: null });
    assert.equal(await rightsOf(person), 'account-not-completed');
    assert.equal((await start(person)).body.next, 'contact-support');
    await world.until(async () => (await mailsOf(person)).length > 0, 'the mail');
    assert.deepEqual(await mailsOf(person), ['Votre demande n’a pas été acceptée']);
  });
  it('without a wallet nothing is done, and nothing is 500; with it, a first purchase', async () => {
    const { propertyId } = await openFunding(world, { bricks: 5 });
    const person = await started();
    const { client, customerId } = person;
    const buy = () => client.post(`/properties/${propertyId}/purchase`, { amount: 1 });
    const withdraw = () =>
      client.post(
        '/customers/provider/payment-intent/withdrawal',
        { paymentMethodId: randomUUID(), amount: 100 },
        { tfa: '000000' },
      );
    expectCode(await buy(), 403, 'customer.investor-onboarding-not-completed');
    await press(person.url, 'hand-in');
    expectCode(await buy(), 403, 'customer.rights.account-is-being-verified');
    expectCode(await withdraw(), 403, '2fa-code.invalid');
    expectCode(await client.get('/customers/provider/deposit-account'), 400, 'deposit-account.provider-account-required');
    expectStatus(await client.get('/customers/wallet'), 200);
    expectStatus(await client.get('/customers/investor-identity-document'), 200);
    await press(person.url, 'accept');
    await world.control('POST', `/accounts/${customerId}/credit`, { amountCents: 5_000 });
    await world.runJob('incoming-wires');
    expectStatus(await client.get('/customers/provider/deposit-account'), 200);
    expectStatus(await buy(), 201);
  });
  it('a profile and an address that were saved after the account was opened reach the wallet', async () => {
    const person = await started();
    expectStatus(await person.client.patch('/customers/profile', { street: '2 quai Perrache', city: 'Paris' }), 200);
    const email = await changeAddress(world, person);
    await press(person.url, 'accept');
    assert.equal((await read(person)).state, 'accepted');
    const sent = await world.until(async () => {
      const calls = await world.control<Update[]>('GET', `/calls?path=/v2/accounts/individual/${person.customerId}`);
      return calls.find(({ method, status }) => method === 'PUT' && status === 200);
    }, 'the update');
    assert.deepEqual([sent.body.email, sent.body.adresse.street, sent.body.adresse.city], [email, '2 quai Perrache', 'Paris']);
  });
  it('notifications twice, out of order, or about nothing new: only the provider’s answer counts, and one mail', async () => {
    const person = await started();
    await silently(world, () => press(person.url, 'accept'));
    const [account] = await accountsOf(person);
    const notice = { AccountID: String(account?.id), ExtId: person.customerId, NotifDate: '2026-11-20T10:00:00' };
    for (const hook of ['account-status-changed', 'profile-status-changed', 'requirement-change', 'restriction-change'] as const)
      for (const Status of ['3', '1']) expectStatus(await notify(world, hook, { ...notice, Status }), 200);
    assert.equal((await read(person)).state, 'accepted');
    await world.until(async () => (await mailsOf(person)).length > 0, 'the mail');
    assert.deepEqual(await mailsOf(person), ['Votre identité est vérifiée']);
  });
  it('the redirect comes first: reading asks the provider', async () => {
    const person = await started();
    await silently(world, () => press(person.url, 'accept'));
    assert.equal((await read(person)).state, 'accepted');
  });
  it('a silent provider: what is known', async () => {
    const person = await started();
    await world.control('POST', '/faults', { route: 'GET /accounts/:id', mode: 'http-500', times: 9 });
    assert.equal((await read(person)).state, 'opened');
  });
  it('an update is due before a day, late, and accepted', async () => {
    const person = await started();
    await press(person.url, 'accept');
    await press(person.url, 'ask-update');
    const asked = await read(person);
    assert.deepEqual(
      [asked.state, asked.next, asked.dueAt?.slice(0, 4)],
      ['update-due', 'update', String(new Date().getFullYear())],
    );
    assert.equal(await rightsOf(person), 'all');
    assert.ok(expectStatus(await start(person), 201).body.url);
    await press(person.url, 'restrict');
    assert.deepEqual([(await read(person)).state, await rightsOf(person)], ['outdated', 'account-is-being-verified']);
    await press(person.url, 'accept-update');
    assert.deepEqual([(await read(person)).state, await rightsOf(person)], ['accepted', 'all']);
    await world.until(async () => (await mailsOf(person)).length >= 4, 'the mails');
    const mails = await mailsOf(person);
    for (const subject of ['Votre dossier est à mettre à jour', 'Votre pièce d’identité est à renouveler'])
      assert.equal(mails.filter((mail) => mail === subject).length, 1, mails.join());
  });
  it('an account that is blocked: no rights, and the support', async () => {
    const person = await started();
    await press(person.url, 'accept');
    await press(person.url, 'block');
    assert.deepEqual([(await read(person)).next, await rightsOf(person)], ['contact-support', 'account-is-being-verified']);
  });
});

describe('the job that asks for those who wait', () => {
  it('a lost notification is made good after the wait, and not before', async () => {
    const person = await started();
    await press(person.url, 'hand-in');
    await silently(world, () => press(person.url, 'accept'));
    await world.runJob('follow-onboardings');
    const kyc = async () => (await person.client.get<{ kycStatus: string }>('/customers/me')).body.kycStatus;
    assert.equal(await kyc(), 'waitingForVerifier');
    await world.moveClock({ advance: 'PT61M' });
    assert.equal((await world.runJob<{ failed: number }>('follow-onboardings')).failed, 0);
    assert.equal(await kyc(), 'verified');
  });
  it('nobody waits behind one who cannot be read: not in this run, and not in the next', async () => {
    const [unreadable, other] = [await started(), await started()];
    for (const { url } of [unreadable, other]) await silently(world, () => press(url, 'accept'));
    await world.moveClock({ advance: 'PT31M' });
    const later = await started();
    await world.moveClock({ advance: 'PT31M' });
    const route = `GET /v2/accounts/${unreadable.customerId}`;
    await world.control('POST', '/faults', { route, mode: 'malformed', times: 99 });
    assert.equal((await world.runJob<{ failed: number }>('follow-onboardings')).failed, 1);
    assert.equal(await rightsOf(other), 'all');
    const firstDue = async () => {
      const now = world.deps.clock.now();
      const asked = { waitedSince: now.subtract({ hours: 1 }), askedSince: now.subtract({ hours: 720 }), limit: 1 };
      return (await listDue(world.deps.db, asked))[0]?.customerId;
    };
    assert.notEqual(await firstDue(), unreadable.customerId);
    await world.moveClock({ advance: 'PT61M' });
    // Who could not be read was asked last.
    assert.equal(await firstDue(), later.customerId);
    await world.control('DELETE', '/faults');
    await world.runJob('follow-onboardings');
    assert.equal(await rightsOf(unreadable), 'all');
  });
  it('an account that was accepted is asked for after days: a restriction nobody told of', async () => {
    const person = await started();
    await press(person.url, 'accept');
    await silently(world, () => press(person.url, 'restrict'));
    await world.moveClock({ advance: 'P2D' });
    await world.runJob('follow-onboardings');
    assert.equal(await rightsOf(person), 'all');
    await world.moveClock({ advance: 'P30D' });
    await world.runJob('follow-onboardings');
    assert.equal(await rightsOf(person), 'account-is-being-verified');
  });
});

describe('investors of v1', () => {
  let old: World;
  before(async () => {
    old = await startWorld();
  });
  after(() => old.close());
  afterEach(() => old.control('DELETE', '/faults'));
  /** Somebody who signed up while new customers were v1, and handed a document in. */
  async function veteran(isHandedIn: boolean): Promise<Investor> {
    const person = await signUp(old);
    expectStatus(await person.client.patch('/customers/profile', PROFILE), 200);
    const document = uploadOf(PDF, { type: 'identityCard', name: 'carte.pdf' });
    if (isHandedIn) expectStatus(await person.client.post('/customers/investor-identity-document', document), 201);
    return person;
  }

  it('go on by documents: their path says so -> 403 onboarding.v2-is-not-enabled', async () => {
    const person = await veteran(true);
    expectCode(await start(person), 403, 'onboarding.v2-is-not-enabled');
    const waiting = { version: 'v1', state: 'under-analysis', next: 'wait', url: null };
    assert.deepEqual(await read(person), waiting);
    await old.control('PUT', `/accounts/${person.customerId}/status`, { status: 3 });
    assert.deepEqual(await read(person), { ...waiting, state: 'asked-again', next: 'hand-in-documents' });
  });
  it('whom the provider does not have, once it has retired the old calls: they enter online', async () => {
    const person = await veteran(false);
    await old.control('POST', '/faults', { route: 'POST /v2/accounts/individual', mode: 'retired', times: 9 });
    const document = uploadOf(PDF, { type: 'identityCard', name: 'carte.pdf' });
    const refused = await person.client.post('/customers/investor-identity-document', document);
    expectCode(refused, 403, 'onboarding.v1-is-not-enabled');
    assert.ok(expectStatus(await start(person), 201).body.url);
  });
  it('whom the provider has, once it has retired the old calls: another document is handed in', async () => {
    const person = await veteran(true);
    await old.control('PUT', `/accounts/${person.customerId}/status`, { status: 3 });
    await old.control('POST', '/faults', { route: 'POST /v2/accounts/individual', mode: 'retired', times: 9 });
    const document = uploadOf(PDF, { type: 'passportEU', name: 'passeport.pdf' });
    expectStatus(await person.client.post('/customers/investor-identity-document', document), 201);
  });
  it('whose wallet was opened by a call without an answer stay v1 when new customers are v2 -> 403 onboarding.v2-is-not-enabled', async () => {
    const person = await veteran(false);
    await old.control('POST', '/faults', { route: 'POST /v2/accounts/individual', mode: 'timeout-after', latencyMs: 0 });
    const handIn = () =>
      person.client.post('/customers/investor-identity-document', uploadOf(PDF, { type: 'identityCard', name: 'carte.pdf' }));
    expectStatus(await handIn(), 500);
    const newer = await old.another({ api: true, worker: false, settings: { ONBOARDING_OF_NEW_CUSTOMERS: 'v2' } });
    const client = createClient(newer.url ?? '');
    expectStatus(await client.post('/api/auth/sign-in/email', { email: person.email, password: PASSWORD }), 200);
    await old.control('POST', '/faults', { route: 'GET /v2/accounts/:id', mode: 'http-500' });
    expectCode(await client.post('/customers/onboarding'), 503, 'temporarily-unavailable');
    expectCode(await client.post('/customers/onboarding'), 403, 'onboarding.v2-is-not-enabled');
    expectStatus(await handIn(), 201);
    assert.deepEqual(await read(person), { version: 'v1', state: 'under-analysis', next: 'wait', url: null });
  });
  it('a lost notification is made good by the job', async () => {
    const person = await veteran(true);
    await silently(old, () => old.control('PUT', `/accounts/${person.customerId}/status`, { status: 6 }));
    await old.moveClock({ advance: 'PT61M' });
    await old.runJob('follow-onboardings');
    assert.equal((await person.client.get<{ kycStatus: string }>('/customers/me')).body.kycStatus, 'verified');
  });
});

describe('administrators', () => {
  it('see the path of an investor, and ask the provider now', async () => {
    const { client } = await signInAdministrator(world);
    const person = await started();
    await silently(world, () => press(person.url, 'accept'));
    const path = `/administration/customers/${person.customerId}/onboarding`;
    const before = expectStatus(await client.get<Path & { walletId: string }>(path), 200).body;
    assert.deepEqual([before.state, before.walletId, before.url], ['opened', person.customerId, person.url]);
    // With the link one hands in papers as that person.
    for (const [role, url] of [
      ['compliance', person.url],
      ['support', null],
      ['auditor', null],
    ] as const) {
      const reader = await signInAdministrator(world, undefined, [role]);
      assert.equal(expectStatus(await reader.client.get<Path>(path), 200).body.url, url, role);
    }
    const ask = () => client.post<Path>('/administration/onboarding/ask', { customerId: person.customerId });
    const asked = expectStatus(await ask(), 200).body;
    assert.equal(asked.state, 'accepted');
    await world.control('POST', '/faults', { route: 'GET /accounts/:id', mode: 'http-500', times: 9 });
    expectCode(await ask(), 503, 'temporarily-unavailable');
    expectCode(await client.post('/administration/onboarding/ask', {}), 400, 'validation-failed');
    expectCode(await client.get(`/administration/customers/${randomUUID()}/onboarding`), 404, 'not-found');
  });
});
