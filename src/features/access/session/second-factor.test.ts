// The second factor at sign-in: mailed codes, their limits, and no way around it.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Investor, PASSWORD, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import type { Answer, Client } from '../../../../test/support/client.ts';
import { codesIn, sessionCode, waitForCode, wrongCode } from '../../../../test/support/codes.ts';
import { readAudits } from '../../../../test/support/readers.ts';
import { expireCodes } from '../../../../test/support/session-states.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { setSecondFactor } from './queries.ts';

let world: World;
before(async () => {
  world = await startWorld();
});
after(() => world.close());

const turn = (userId: string, enabled: boolean) =>
  inTransaction(world.deps.db, (tx) => setSecondFactor(tx, { userId, enabled, at: world.deps.clock.now() }));
const signIn = (client: Client, email: string, password = PASSWORD) =>
  client.post<{ twoFactorRedirect?: boolean; twoFactorMethods?: string[] }>('/api/auth/sign-in/email', { email, password });
const sendCode = (client: Client) => client.post('/api/auth/two-factor/send-otp', {});
const verify = (client: Client, code: string, more: object = {}) =>
  client.post('/api/auth/two-factor/verify-otp', { code, ...more });
const me = (client: Client) => client.get<{ mfaEnabled: boolean }>('/customers/me');
const refused = (answer: Answer, status: number, code: string) => {
  expectStatus(answer, status);
  assert.equal((answer.body as { code: string }).code, code);
};

const mailedCode = (client: Client, email: string) =>
  sessionCode(world, email, async () => expectStatus(await sendCode(client), 200));

/** An investor whose second factor is on. */
async function guarded(): Promise<Investor> {
  const investor = await signUp(world);
  await turn(investor.userId, true);
  return investor;
}

/** A client that gave the right password and was mailed a code. */
async function challenged(email: string): Promise<{ client: Client; code: string }> {
  const client = world.visitor();
  expectStatus(await signIn(client, email), 200);
  return { client, code: await mailedCode(client, email) };
}

describe('sign-in with the second factor on', () => {
  it('asks for the code, and opens the session with it', async () => {
    const { email, client: signedIn } = await guarded();
    assert.equal(expectStatus(await me(signedIn), 200).body.mfaEnabled, true);
    const client = world.visitor();
    const answer = expectStatus(await signIn(client, email), 200);
    assert.deepEqual(answer.body, { twoFactorRedirect: true, twoFactorMethods: ['otp'] });
    assert.deepEqual([...client.cookies.keys()], ['better-auth.two_factor']);
    expectCode(await me(client), 401, 'unauthenticated');
    const code = await mailedCode(client, email);
    const [mail] = await world.mails(email);
    assert.equal(mail?.subject, 'Votre code de connexion');
    expectStatus(await verify(client, code), 200);
    expectStatus(await me(client), 200);
  });
  it('a code works once', async () => {
    const { email } = await guarded();
    const { client, code } = await challenged(email);
    const challenge = new Map(client.cookies);
    expectStatus(await verify(client, code), 200);
    const again = world.visitor();
    for (const [name, value] of challenge) again.cookies.set(name, value);
    refused(await verify(again, code), 401, 'INVALID_TWO_FACTOR_COOKIE');
  });
  it('the code of one sign-in is useless to another', async () => {
    const [one, two] = [await guarded(), await guarded()];
    const { code } = await challenged(one.email);
    const { client, code: own } = await challenged(two.email);
    if (code !== own) refused(await verify(client, code), 401, 'INVALID_CODE');
  });
  it('without the challenge -> 401 INVALID_TWO_FACTOR_COOKIE', async () => {
    refused(await sendCode(world.visitor()), 401, 'INVALID_TWO_FACTOR_COOKIE');
    refused(await verify(world.visitor(), '123456'), 401, 'INVALID_TWO_FACTOR_COOKIE');
  });
  it('five wrong codes void the code', async () => {
    const { email } = await guarded();
    const { client, code } = await challenged(email);
    for (let wrong = 0; wrong < 5; wrong += 1) refused(await verify(client, wrongCode(code)), 401, 'INVALID_CODE');
    refused(await verify(client, code), 400, 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE');
    expectCode(await me(client), 401, 'unauthenticated');
  });
  it('ten wrong codes in a row, over several sign-ins, lock the account for a while', async () => {
    const { email } = await guarded();
    for (const _ of [1, 2]) {
      const { client, code } = await challenged(email);
      for (let wrong = 0; wrong < 5; wrong += 1) await verify(client, wrongCode(code));
    }
    const { client, code } = await challenged(email);
    refused(await verify(client, code), 429, 'ACCOUNT_TEMPORARILY_LOCKED');
  });
  it('an expired code -> 400 OTP_HAS_EXPIRED', async () => {
    const { email } = await guarded();
    const { client, code } = await challenged(email);
    await expireCodes(world, '2fa-otp-%');
    refused(await verify(client, code), 400, 'OTP_HAS_EXPIRED');
  });
  it('codes at rest are neither plain nor a digest that anybody can compute', async () => {
    const { email } = await guarded();
    const { code } = await challenged(email);
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(code))).toString('base64url');
    const rows = await world.sql<{ value: string }>(`select value from auth_verification where identifier like '2fa-otp-%'`);
    assert.ok(rows.length > 0);
    for (const { value } of rows) assert.ok(!value.startsWith(code) && !value.startsWith(digest));
    const jobs = await world.sql<{ data: string }>(`select data::text from pgboss.job where name = 'send-sign-in-code'`);
    assert.ok(jobs.length > 0);
    for (const { data } of jobs) assert.ok(!data.includes(`"${code}"`));
  });
});

describe('turning it', () => {
  it('off: the next sign-in needs the password alone', async () => {
    const { email, userId } = await guarded();
    await turn(userId, false);
    const client = world.visitor();
    expectStatus(await signIn(client, email), 200);
    assert.equal(expectStatus(await me(client), 200).body.mfaEnabled, false);
    assert.deepEqual(await world.sql('select from auth_two_factor where "userId" = $1', [userId]), []);
  });
  it('on twice keeps one row', async () => {
    const { userId } = await guarded();
    await turn(userId, true);
    assert.equal((await world.sql('select from auth_two_factor where "userId" = $1', [userId])).length, 1);
  });
  it('a session cannot turn it on past the MFA room', async () => {
    const { client } = await signUp(world);
    refused(await sendCode(client), 401, 'INVALID_TWO_FACTOR_COOKIE');
    refused(await verify(client, '123456'), 401, 'INVALID_TWO_FACTOR_COOKIE');
    assert.equal(expectStatus(await me(client), 200).body.mfaEnabled, false);
  });
  it('a session of before does not stand in the way of a new sign-in', async () => {
    const { client, email } = await guarded();
    const old = new Map(client.cookies);
    expectStatus(await signIn(client, email), 200);
    for (const [name, value] of old) client.cookies.set(name, value);
    expectStatus(await verify(client, await mailedCode(client, email)), 200);
  });
});

describe('an administrator', () => {
  const ask = (client: Client, enabled: boolean) => client.patch('/administration/mfa', { enabled });
  const confirm = (client: Client, code: string) =>
    client.post<{ enabled: boolean }>('/administration/mfa/confirm-code', { code });
  const audits = async (targetId: string) =>
    (await readAudits<{ kind: string; payload: object }>(world, { targetId }, ['kind', 'payload'])).flatMap(
      ({ kind, payload }) =>
        // Their roles were given before.
        kind === 'ADMINISTRATOR_ROLES_UPDATE' ? [] : [[kind, payload]],
    );

  it('turns it on and off by a mailed code, and is asked for one at the next sign-in', async () => {
    const { client, email, userId } = await signInAdministrator(world);
    expectStatus(await ask(client, true), 200);
    const code = await waitForCode(world, email, 'mfa-enabled-update');
    expectStatus(await signIn(world.visitor(), email), 200);
    expectCode(await confirm(client, wrongCode(code)), 400, '2fa.verification-code.wrong-code');
    assert.deepEqual(expectStatus(await confirm(client, code), 201).body, { enabled: true });
    await world.until(
      async () => (await world.mails(email)).some(({ subject }) => subject === 'La double authentification est activée'),
      'the notice',
    );
    const next = await challenged(email);
    expectStatus(await verify(next.client, next.code), 200);
    await world.moveClock({ advance: 'PT1M' });
    expectStatus(await ask(next.client, false), 200);
    const second = await waitForCode(world, email, 'mfa-enabled-update', 2);
    assert.deepEqual(expectStatus(await confirm(next.client, second), 201).body, { enabled: false });
    assert.equal((await signIn(world.visitor(), email)).body.twoFactorRedirect, undefined);
    assert.deepEqual(await audits(userId), [
      ['ADMINISTRATOR_MFA_REQUEST', { enabled: true }],
      ['ADMINISTRATOR_SIGN_IN', { by: 'password' }],
      ['ADMINISTRATOR_MFA_UPDATE', { enabled: true }],
      ['ADMINISTRATOR_SIGN_IN', { by: 'password' }],
      ['ADMINISTRATOR_SIGN_IN', { by: 'mailed-code' }],
      ['ADMINISTRATOR_MFA_REQUEST', { enabled: false }],
      ['ADMINISTRATOR_MFA_UPDATE', { enabled: false }],
      ['ADMINISTRATOR_SIGN_IN', { by: 'password' }],
    ]);
  });
  it('has codes of their own: no other administrator can confirm with them', async () => {
    const [one, other] = [await signInAdministrator(world), await signInAdministrator(world)];
    expectStatus(await ask(one.client, true), 200);
    const code = await waitForCode(world, one.email, 'mfa-enabled-update');
    expectCode(await confirm(other.client, code), 400, '2fa.verification-code.no-verification-context');
    assert.deepEqual(await codesIn(world, other.email, 'mfa-enabled-update'), []);
  });
  it('as it is already -> 400 2fa.mfa-enabled.patch-is-same', async () => {
    const { client } = await signInAdministrator(world);
    expectCode(await ask(client, false), 400, '2fa.mfa-enabled.patch-is-same');
  });
  it('twice at once -> 403 2fa.too-many-attempts', async () => {
    const { client } = await signInAdministrator(world);
    expectStatus(await ask(client, true), 200);
    expectCode(await ask(client, true), 403, '2fa.too-many-attempts');
  });
  it('without a code under way -> 400 2fa.verification-code.no-verification-context', async () => {
    const { client } = await signInAdministrator(world);
    expectCode(await confirm(client, '123456'), 400, '2fa.verification-code.no-verification-context');
  });
  it('too late -> 400 2fa.verification-code.code-expired', async () => {
    const { client, email } = await signInAdministrator(world);
    expectStatus(await ask(client, true), 200);
    const code = await waitForCode(world, email, 'mfa-enabled-update');
    await world.moveClock({ advance: 'PT11M' });
    expectCode(await confirm(client, code), 400, '2fa.verification-code.code-expired');
  });
  it('an investor has no such switch -> 403 forbidden', async () => {
    expectCode(await ask((await signUp(world)).client, true), 403, 'forbidden');
  });
});

describe('a trusted device', () => {
  async function trusted(email: string): Promise<Client> {
    const { client, code } = await challenged(email);
    expectStatus(await verify(client, code, { trustDevice: true }), 200);
    client.cookies.delete('better-auth.session_token');
    return client;
  }

  it('signs in without a code', async () => {
    const { email } = await guarded();
    const client = await trusted(email);
    await signIn(client, email);
    expectStatus(await me(client), 200);
  });
  it('is asked again after the password changed', async () => {
    const { email } = await guarded();
    const client = await trusted(email);
    const otp = await sessionCode(world, email, async () =>
      expectStatus(await world.visitor().post('/api/auth/email-otp/request-password-reset', { email }), 200),
    );
    const password = 'another password';
    expectStatus(await world.visitor().post('/api/auth/email-otp/reset-password', { email, otp, password }), 200);
    assert.equal((await signIn(client, email, password)).body.twoFactorRedirect, true);
  });
});
