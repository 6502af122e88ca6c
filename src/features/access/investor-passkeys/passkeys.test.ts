// Passkeys of investors: registered, named and removed by a code or another passkey; what a cookie alone does not do.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type Investor, PASSWORD, signUp } from '../../../../test/support/actors.ts';
import { wrongCode } from '../../../../test/support/codes.ts';
import { holdLock } from '../../../../test/support/held-lock.ts';
import {
  attested,
  codeByPasskey,
  mailedPasskeyCode,
  PASSKEYS,
  registerPasskey,
} from '../../../../test/support/investor-passkeys.ts';
import { createPasskey } from '../../../../test/support/passkeys.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { claimTfa } from '../mfa/index.ts';

let world: World;
before(async () => {
  world = await startWorld();
});
after(() => world.close());

type Security = { passkeys: { id: string; name: string; isSynced: boolean; createdAt: string; lastUsedAt: string | null }[] };

const security = async ({ client }: Pick<Investor, 'client'>) =>
  expectStatus(await client.get<Security>('/customers/security'), 200).body.passkeys;
const namesOf = async (person: Investor) => (await security(person)).map(({ name }) => name);
const register = (by: Investor, attestation: object, tfa: string, name = 'portable') =>
  by.client.post<{ id: string }>(PASSKEYS, { name, attestation }, { tfa });
const remove = (by: Investor, id: string, tfa: string) => by.client.send('DELETE', `${PASSKEYS}/${id}`, undefined, { tfa });
const isTold = (email: string, subject: string) =>
  world.until(async () => (await world.mails(email)).some((mail) => mail.subject === subject), subject);

describe('a passkey is registered', () => {
  it('by a mailed code, which ends the other sessions and is told', async () => {
    const person = await signUp(world);
    const other = world.visitor();
    expectStatus(await other.post('/api/auth/sign-in/email', { email: person.email, password: PASSWORD }), 200);
    await registerPasskey(world, person, 'téléphone');
    const [one, ...more] = await security(person);
    assert.deepEqual([one?.name, one?.lastUsedAt, more], ['téléphone', null, []]);
    expectCode(await other.get('/customers/security'), 401, 'unauthenticated');
    await isTold(person.email, 'Une clé d’accès a été enregistrée');
  });
  it('by another passkey', async () => {
    const person = await signUp(world);
    const first = await registerPasskey(world, person);
    const tfa = await codeByPasskey(person, first, { action: 'passkey-registration' });
    const synced = createPasskey(world.url, { isSynced: true });
    expectStatus(await register(person, await attested(synced, person), tfa, 'clé bleue'), 201);
    assert.deepEqual(
      (await security(person)).map(({ name, isSynced }) => [name, isSynced]),
      [
        ['portable', false],
        ['clé bleue', true],
      ],
    );
  });
  it('not without its code, with a wrong one or that of another action -> 403 2fa-code.invalid', async () => {
    const person = await signUp(world);
    const passkey = await registerPasskey(world, person);
    const attestation = await attested(createPasskey(world.url), person);
    const ofRemoval = await codeByPasskey(person, passkey, { action: 'passkey-removal' });
    const right = await codeByPasskey(person, passkey, { action: 'passkey-registration' });
    for (const tfa of ['', wrongCode(right), ...(ofRemoval === right ? [] : [ofRemoval])])
      expectCode(await register(person, attestation, tfa), 403, '2fa-code.invalid');
    expectStatus(await register(person, attestation, right), 201);
  });
  it('not of another site, of another challenge, or without the person verified -> 400 factors.registration-failed', async () => {
    const person = await signUp(world);
    const tfa = await mailedPasskeyCode(world, person, 'passkey-registration');
    const passkeys = [createPasskey('http://elsewhere.test'), createPasskey(world.url, { isVerified: false })];
    for (const passkey of passkeys)
      expectCode(await register(person, await attested(passkey, person), tfa), 400, 'factors.registration-failed');
    const old = await attested(createPasskey(world.url), person);
    await attested(createPasskey(world.url), person);
    expectCode(await register(person, old, tfa), 400, 'factors.registration-failed');
    // A refusal gives the code back.
    expectStatus(await register(person, await attested(createPasskey(world.url), person), tfa), 201);
  });
  it('once, whoever has it -> 400 factors.registration-failed', async () => {
    const [person, other] = [await signUp(world), await signUp(world)];
    const passkey = await registerPasskey(world, person);
    const tfa = await mailedPasskeyCode(world, other, 'passkey-registration');
    expectCode(await register(other, await attested(passkey, other), tfa), 400, 'factors.registration-failed');
  });
  it('not while its code serves another request -> 409 2fa-code.in-use', async () => {
    const person = await signUp(world);
    const tfa = await mailedPasskeyCode(world, person, 'passkey-registration');
    await claimTfa(world.deps, { customerId: person.customerId, action: 'passkey-registration', code: tfa });
    expectCode(await register(person, await attested(createPasskey(world.url), person), tfa), 409, '2fa-code.in-use');
  });
  it('one of four at once with one code', async () => {
    const person = await signUp(world);
    const tfa = await mailedPasskeyCode(world, person, 'passkey-registration');
    const attestation = await attested(createPasskey(world.url), person);
    const all = await Promise.all([1, 2, 3, 4].map(() => register(person, attestation, tfa)));
    assert.equal(all.filter(({ status }) => status === 201).length, 1);
    for (const { status, text } of all) if (status !== 201) assert.match(text, /"code":"2fa-code\.(?:in-use|invalid)"/);
    assert.equal((await security(person)).length, 1);
  });
  it('up to twenty of them -> 400 factors.too-many', async () => {
    const person = await signUp(world);
    const first = await registerPasskey(world, person);
    const another = async () => {
      const tfa = await codeByPasskey(person, first, { action: 'passkey-registration' });
      return register(person, await attested(createPasskey(world.url), person), tfa);
    };
    for (let count = 1; count < 20; count += 1) expectStatus(await another(), 201);
    expectCode(await another(), 400, 'factors.too-many');
  });
});

describe('a passkey is named', () => {
  const rename = ({ client }: Investor, id: string, name: string) => client.patch(`${PASSKEYS}/${id}`, { name });
  it('as often as one likes', async () => {
    const person = await signUp(world);
    const { id } = await registerPasskey(world, person);
    expectStatus(await rename(person, id, 'tablette'), 200);
    assert.deepEqual(await namesOf(person), ['tablette']);
  });
  it('by its owner alone -> 404 not-found', async () => {
    const [person, other] = [await signUp(world), await signUp(world)];
    const { id } = await registerPasskey(world, person);
    expectCode(await rename(other, id, 'volée'), 404, 'not-found');
    assert.deepEqual(await namesOf(person), ['portable']);
  });
});

describe('a passkey is removed', () => {
  it('by itself, and by a mailed code where it is lost; the owner is told', async () => {
    const person = await signUp(world);
    const [first, second] = [await registerPasskey(world, person), await registerPasskey(world, person, 'perdue')];
    expectStatus(await remove(person, second.id, await mailedPasskeyCode(world, person, 'passkey-removal')), 200);
    assert.deepEqual(await namesOf(person), ['portable']);
    expectStatus(await remove(person, first.id, await codeByPasskey(person, first, { action: 'passkey-removal' })), 200);
    assert.deepEqual(await namesOf(person), []);
    await isTold(person.email, 'Une clé d’accès a été retirée');
  });
  it('not by a session alone -> 403 2fa-code.invalid', async () => {
    const person = await signUp(world);
    const { id } = await registerPasskey(world, person);
    for (const tfa of ['', '123456']) expectCode(await remove(person, id, tfa), 403, '2fa-code.invalid');
    assert.equal((await security(person)).length, 1);
  });
  it('not while its code serves another request -> 409 2fa-code.in-use', async () => {
    const person = await signUp(world);
    const { id } = await registerPasskey(world, person);
    const tfa = await mailedPasskeyCode(world, person, 'passkey-removal');
    await claimTfa(world.deps, { customerId: person.customerId, action: 'passkey-removal', code: tfa });
    expectCode(await remove(person, id, tfa), 409, '2fa-code.in-use');
  });
  it('not where another request has taken the code over meanwhile -> 403 2fa-code.invalid', async () => {
    const person = await signUp(world);
    const { id } = await registerPasskey(world, person);
    const tfa = await mailedPasskeyCode(world, person, 'passkey-removal');
    const held = await holdLock(world, 'select from customer where id = $1 for update', [person.customerId]);
    const removal = remove(person, id, tfa);
    await held.waiting(1);
    await world.moveClock({ advance: 'PT2M' });
    await claimTfa(world.deps, { customerId: person.customerId, action: 'passkey-removal', code: tfa });
    await held.release();
    expectCode(await removal, 403, '2fa-code.invalid');
    assert.equal((await security(person)).length, 1);
  });
  it('not twice, and not somebody else’s -> 404 not-found', async () => {
    const [person, other] = [await signUp(world), await signUp(world)];
    const { id } = await registerPasskey(world, person);
    const tfa = await mailedPasskeyCode(world, other, 'passkey-removal');
    for (const unknown of [id, randomUUID()]) expectCode(await remove(other, unknown, tfa), 404, 'not-found');
    assert.equal((await security(person)).length, 1);
  });
});
