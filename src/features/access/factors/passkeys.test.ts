// Passkeys of administrators: what is signed is of one challenge, one purpose, one site, one account, and used once.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PASSWORD, type Person, signInAdministrator } from '../../../../test/support/actors.ts';
import { sessionCode } from '../../../../test/support/codes.ts';
import { firstFactorCode, registerApp, SECURITY } from '../../../../test/support/factors.ts';
import { createPasskey } from '../../../../test/support/passkeys.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

let world: World;
before(async () => {
  world = await startWorld();
});
after(() => world.close());

type Options = { options: { challenge: string } };
type Passkey = ReturnType<typeof createPasskey>;

const optionsFor = async ({ client }: Pick<Person, 'client'>) =>
  expectStatus(await client.post<Options>(`${SECURITY}/passkeys/options`), 201).body;
const challengeFor = async ({ client }: Pick<Person, 'client'>, purpose: string) =>
  expectStatus(await client.post<Options>(`${SECURITY}/challenge`, { purpose }), 201).body;
const register = ({ client }: Pick<Person, 'client'>, attestation: object, proof: object) =>
  client.post<{ id: string; recoveryCodes: string[] }>(`${SECURITY}/passkeys`, { name: 'portable', attestation, proof });
const show = ({ client }: Pick<Person, 'client'>, assertion: object) =>
  client.post(`${SECURITY}/show`, { proof: { kind: 'passkey', assertion } });

/** Somebody whose first factor is a passkey. */
async function withPasskey(): Promise<{ person: Person; passkey: Passkey }> {
  const person = await signInAdministrator(world);
  const passkey = createPasskey(world.url);
  const code = await firstFactorCode(world, person);
  const attestation = passkey.attest(await optionsFor(person));
  const { body } = expectStatus(await register(person, attestation, { kind: 'mailed-code', code }), 201);
  assert.equal(body.recoveryCodes.length, 10);
  return { person, passkey };
}

async function passwordSession({ email, userId }: Person): Promise<Person> {
  const client = world.visitor();
  expectStatus(await client.post('/api/auth/sign-in/email', { email, password: PASSWORD }), 200);
  return { client, email, userId };
}

describe('a passkey', () => {
  it('opens a sign-in; the same answer opens no second one -> 400 factors.wrong-proof', async () => {
    const { person, passkey } = await withPasskey();
    const again = await passwordSession(person);
    const assertion = passkey.assert(await challengeFor(again, 'show-factor'));
    expectStatus(await show(again, assertion), 201);
    expectStatus(await again.client.get('/administration/me'), 200);
    expectCode(await show(again, assertion), 400, 'factors.wrong-proof');
    expectCode(await show(await passwordSession(person), assertion), 400, 'factors.wrong-proof');
  });
  it('stays when the password is reset: a mailbox alone takes no factor away', async () => {
    const { person } = await withPasskey();
    const [visitor, { email, userId }] = [world.visitor(), person];
    const otp = await sessionCode(world, email, () => visitor.post('/api/auth/email-otp/request-password-reset', { email }));
    const reset = { email, otp, password: 'a brand new password' };
    expectStatus(await visitor.post('/api/auth/email-otp/reset-password', reset), 200);
    assert.equal((await world.sql('select from passkey where user_id = $1', [userId])).length, 1);
  });
  it('of another account, of a challenge for something else, or too late -> 400 factors.wrong-proof', async () => {
    const [{ person, passkey }, other] = [await withPasskey(), await withPasskey()];
    const again = await passwordSession(person);
    expectCode(await show(again, other.passkey.assert(await challengeFor(again, 'show-factor'))), 400, 'factors.wrong-proof');
    expectCode(await show(again, passkey.assert(await challengeFor(again, 'change-factors'))), 400, 'factors.wrong-proof');
    const late = passkey.assert(await challengeFor(again, 'show-factor'));
    await world.moveClock({ advance: 'PT5M' });
    expectCode(await show(again, late), 400, 'factors.wrong-proof');
    expectCode(await again.client.get('/administration/me'), 403, 'second-factor-required');
  });
  it('of another site, or whose person was not verified, is not registered -> 400 factors.registration-failed', async () => {
    const person = await signInAdministrator(world);
    const proof = { kind: 'mailed-code', code: await firstFactorCode(world, person) };
    for (const passkey of [createPasskey('http://elsewhere.test'), createPasskey(world.url, { isVerified: false })]) {
      const attestation = passkey.attest(await optionsFor(person));
      expectCode(await register(person, attestation, proof), 400, 'factors.registration-failed');
    }
    expectStatus(await register(person, createPasskey(world.url).attest(await optionsFor(person)), proof), 201);
  });
  it('is added by a factor that is there, not by a mailed code -> 400 factors.wrong-proof', async () => {
    const person = await signInAdministrator(world);
    const code = await firstFactorCode(world, person);
    const app = await (async () => {
      await world.moveClock({ advance: 'PT2M' });
      return registerApp(world, person);
    })();
    const attestation = createPasskey(world.url).attest(await optionsFor(person));
    expectCode(await register(person, attestation, { kind: 'mailed-code', code }), 400, 'factors.wrong-proof');
    const proof = { kind: 'authenticator', code: app.nextCode() };
    const { body } = expectStatus(await register(person, attestation, proof), 201);
    assert.deepEqual(body.recoveryCodes, []);
  });
  it('is registered once -> 400 factors.registration-failed', async () => {
    const { person, passkey } = await withPasskey();
    const proof = { kind: 'passkey', assertion: passkey.assert(await challengeFor(person, 'change-factors')) };
    const again = passkey.attest(await optionsFor(person));
    expectCode(await register(person, again, proof), 400, 'factors.registration-failed');
  });
});
