// A passkey as the second factor at sign-in: of one sign-in that waits, once; and no way around the password.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Investor, PASSWORD, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import type { Client } from '../../../../test/support/client.ts';
import {
  codeByPasskey,
  type Options,
  type RegisteredPasskey,
  registerPasskey,
} from '../../../../test/support/investor-passkeys.ts';
import { createPasskey } from '../../../../test/support/passkeys.ts';
import { expireCodes } from '../../../../test/support/session-states.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

let world: World;
before(async () => {
  world = await startWorld();
});
after(() => world.close());

const WRONG = 'factors.wrong-proof';
const NO_SIGN_IN = 'passkeys.no-sign-in-waits';
const ask = (client: Client) => client.post<Options>('/auth/sign-in/passkey/challenge');
const answer = (client: Client, assertion: object) => client.post<{ code: string }>('/auth/sign-in/passkey', { assertion });
const verify = (client: Client, code: string, more: object = {}) =>
  client.post('/api/auth/two-factor/verify-otp', { code, ...more });
const isSignedIn = async (client: Client) => (await client.get('/customers/me')).status === 200;

/** An investor with a passkey whose sign-in asks for a second factor. */
async function guarded(): Promise<{ person: Investor; passkey: RegisteredPasskey }> {
  const person = await signUp(world);
  const passkey = await registerPasskey(world, person);
  const code = await codeByPasskey(person, passkey, { action: 'mfa-enabled-update', enabled: true });
  expectStatus(await person.client.post('/auth/mfa/confirm-code', { action: 'mfa-enabled-update', code }), 201);
  return { person, passkey };
}

/** The right password was given. */
async function waiting({ email }: Pick<Investor, 'email'>): Promise<Client> {
  const client = world.visitor();
  expectStatus(await client.post('/api/auth/sign-in/email', { email, password: PASSWORD }), 200);
  assert.equal(await isSignedIn(client), false);
  return client;
}

describe('a sign-in that waits', () => {
  it('is ended by the code that a passkey gives, and its device is trusted if asked', async () => {
    const { person, passkey } = await guarded();
    const client = await waiting(person);
    const assertion = passkey.assert(expectStatus(await ask(client), 201).body);
    const { code } = expectStatus(await answer(client, assertion), 201).body;
    expectStatus(await verify(client, code, { trustDevice: true }), 200);
    assert.equal(await isSignedIn(client), true);
    expectStatus(await client.post('/api/auth/sign-out'), 200);
    expectStatus(await client.post('/api/auth/sign-in/email', { email: person.email, password: PASSWORD }), 200);
    assert.equal(await isSignedIn(client), true);
    const devices = async () =>
      expectStatus(await person.client.get<{ trustedDevices: object[] }>('/customers/security'), 200).body.trustedDevices.length;
    assert.equal(await devices(), 1);
    expectStatus(await person.client.delete('/customers/security/trusted-devices'), 200);
    assert.equal(await devices(), 0);
    expectStatus(await client.post('/api/auth/sign-out'), 200);
    expectStatus(await client.post('/api/auth/sign-in/email', { email: person.email, password: PASSWORD }), 200);
    assert.equal(await isSignedIn(client), false);
  });
  it('takes what was signed once -> 400 factors.wrong-proof', async () => {
    const { person, passkey } = await guarded();
    const client = await waiting(person);
    const assertion = passkey.assert(expectStatus(await ask(client), 201).body);
    expectStatus(await answer(client, assertion), 201);
    expectCode(await answer(client, assertion), 400, WRONG);
  });
  it('takes what was signed for itself alone, by its own passkey, in time -> 400 factors.wrong-proof', async () => {
    const [{ person, passkey }, other] = [await guarded(), await guarded()];
    const [one, two] = [await waiting(person), await waiting(person)];
    const ofTheFirst = passkey.assert(expectStatus(await ask(one), 201).body);
    expectStatus(await ask(two), 201);
    expectCode(await answer(two, ofTheFirst), 400, WRONG);
    expectCode(await answer(two, other.passkey.assert(expectStatus(await ask(two), 201).body)), 400, WRONG);
    const elsewhere = createPasskey('http://elsewhere.test').assert(expectStatus(await ask(two), 201).body);
    expectCode(await answer(two, elsewhere), 400, WRONG);
    const late = passkey.assert(expectStatus(await ask(two), 201).body);
    await expireCodes(world, 'passkey-%');
    expectCode(await answer(two, late), 400, WRONG);
    assert.equal(await isSignedIn(two), false);
  });
  it('counts wrong ones with the codes of a second factor', async () => {
    const [{ person }, other] = [await guarded(), await guarded()];
    const client = await waiting(person);
    const wrong = async () => answer(client, other.passkey.assert(expectStatus(await ask(client), 201).body));
    for (let count = 0; count < 11; count += 1) expectCode(await wrong(), 400, WRONG);
    expectCode(await wrong(), 429, 'too-many-requests');
  });
  it('ends with what replaces a credential -> 401 passkeys.no-sign-in-waits', async () => {
    const { person, passkey } = await guarded();
    const client = await waiting(person);
    const assertion = passkey.assert(expectStatus(await ask(client), 201).body);
    await registerPasskey(world, person, 'seconde');
    expectCode(await answer(client, assertion), 401, NO_SIGN_IN);
  });
});

describe('without the password', () => {
  it('nothing is asked -> 401 passkeys.no-sign-in-waits', async () => {
    const { person } = await guarded();
    const visitor = world.visitor();
    expectCode(await ask(visitor), 401, NO_SIGN_IN);
    visitor.cookies.set('better-auth.two_factor', 'made-up.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA%3D');
    expectCode(await ask(visitor), 401, NO_SIGN_IN);
    expectCode(await ask(person.client), 401, NO_SIGN_IN);
  });
});

describe('without a passkey', () => {
  it('a code is mailed instead -> 400 passkeys.none', async () => {
    const { person, passkey } = await guarded();
    const code = await codeByPasskey(person, passkey, { action: 'passkey-removal' });
    const path = `/customers/security/passkeys/${passkey.id}`;
    expectStatus(await person.client.send('DELETE', path, undefined, { tfa: code }), 200);
    expectCode(await ask(await waiting(person)), 400, 'passkeys.none');
  });
});

it('an administrator shows a factor after the sign-in, not here -> 401 passkeys.no-sign-in-waits', async () => {
  const { email, client } = await signInAdministrator(world);
  expectStatus(await client.patch('/administration/mfa', { enabled: true }), 200);
  const code = await world.until(async () => {
    const mails = await world.mails(email);
    return /\b\d{6}\b/.exec(mails.find(({ subject }) => subject.startsWith('Votre code pour'))?.text ?? '')?.[0];
  }, 'the code');
  expectStatus(await client.post('/administration/mfa/confirm-code', { code }), 201);
  const visitor = world.visitor();
  expectStatus(await visitor.post('/api/auth/sign-in/email', { email, password: PASSWORD }), 200);
  expectCode(await ask(visitor), 401, NO_SIGN_IN);
});
