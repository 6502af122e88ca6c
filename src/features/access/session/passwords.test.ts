// Which passwords and names are taken, in which spellings a password opens the account, and what ends with a forgotten one. Through HTTP.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { hash } from '@node-rs/argon2';
import { PASSWORD, signUp } from '../../../../test/support/actors.ts';
import type { Answer } from '../../../../test/support/client.ts';
import { sessionCode, waitForCode, wrongCode } from '../../../../test/support/codes.ts';
import { expireCodes } from '../../../../test/support/session-states.ts';
import { expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { createAdministrator } from '../administrators/index.ts';

let world: World;
before(async () => {
  world = await startWorld();
});
after(() => world.close());

const post = (path: string, body: object) => world.visitor().post<{ code?: string }>(path, body);
const address = () => `someone-${randomUUID().slice(0, 13)}@example.test`;
const signUpWith = (more: object) =>
  post('/api/auth/sign-up/email', { email: address(), password: PASSWORD, name: 'Camille Durand', ...more });
const signIn = (email: string, password: string) => post('/api/auth/sign-in/email', { email, password });
const resetCode = (email: string) =>
  sessionCode(world, email, () => post('/api/auth/email-otp/request-password-reset', { email }));
const reset = (email: string, otp: string, password: string) =>
  post('/api/auth/email-otp/reset-password', { email, otp, password });
const refused = (answer: Answer<{ code?: string }>, status: number, code: string) => {
  assert.equal(expectStatus(answer, status).body.code, code);
};

describe('a password', () => {
  for (const password of [
    'password',
    'Password123',
    'motdepasse',
    '        ',
    '\u00a0\u2003 \u200b    ',
    '11111111',
    'azertyuiop',
  ])
    it(`${JSON.stringify(password)} -> 400 PASSWORD_TOO_COMMON`, async () => {
      refused(await signUpWith({ password }), 400, 'PASSWORD_TOO_COMMON');
      const { email } = await signUp(world);
      const otp = await resetCode(email);
      refused(await reset(email, otp, password), 400, 'PASSWORD_TOO_COMMON');
      expectStatus(await signIn(email, PASSWORD), 200);
      expectStatus(await reset(email, otp, 'a brand new password'), 200);
    });
  it('that is the address -> 400 PASSWORD_TOO_COMMON', async () => {
    const email = address();
    refused(await signUpWith({ email, password: email.toUpperCase() }), 400, 'PASSWORD_TOO_COMMON');
    await assert.rejects(
      createAdministrator(world.deps, { email, password: email, name: 'Alix' }),
      /first that would be guessed/,
    );
  });
  it('one that is too short is told so first -> 400 PASSWORD_TOO_SHORT', async () =>
    refused(await signUpWith({ password: '1111111' }), 400, 'PASSWORD_TOO_SHORT'));
  it('opens the account however a keyboard spells its accents', async () => {
    const password = 'l’été à la plage';
    for (const [typedFirst, typedLater] of [
      ['NFC', 'NFD'],
      ['NFD', 'NFC'],
    ] as const) {
      const email = address();
      expectStatus(await signUpWith({ email, password: password.normalize(typedFirst) }), 200);
      for (const form of [typedLater, typedFirst]) expectStatus(await signIn(email, password.normalize(form)), 200);
      expectStatus(await signIn(email, `${password}s`), 401);
    }
  });
  it('hashed by a client in either form opens it too', async () => {
    const password = 'l’été à la plage';
    for (const form of ['NFC', 'NFD'] as const) {
      const person = await signUp(world);
      const newPasswordArgon2Hash = await hash(password.normalize(form), { memoryCost: 65_536, timeCost: 3, parallelism: 4 });
      expectStatus(await person.client.post('/auth/mfa/trigger-mfa', { action: 'password-update', newPasswordArgon2Hash }), 201);
      const code = await waitForCode(world, person.email, 'password-update');
      expectStatus(await person.client.post('/auth/mfa/confirm-code', { action: 'password-update', code }), 201);
      for (const typed of ['NFC', 'NFD']) expectStatus(await signIn(person.email, password.normalize(typed)), 200);
    }
  });
});

describe('a name at the sign-up', () => {
  for (const [what, name] of [
    ['none', ''],
    ['blanks', '   '],
    ['two lines', 'Camille\nDurand'],
    ['5 000 characters', 'x'.repeat(5_000)],
  ] as const)
    it(`${what} -> 400 VALIDATION_ERROR`, async () => refused(await signUpWith({ name }), 400, 'VALIDATION_ERROR'));
  it('of one letter, or of 256, is taken', async () => {
    for (const name of ['李', 'x'.repeat(256)]) expectStatus(await signUpWith({ name }), 200);
  });
});

describe('the code of a forgotten password', () => {
  const NEW = 'a brand new password';
  it('three wrong ones void it -> 403 TOO_MANY_ATTEMPTS', async () => {
    const { email } = await signUp(world);
    const otp = await resetCode(email);
    for (let time = 0; time < 3; time += 1) refused(await reset(email, wrongCode(otp), NEW), 400, 'INVALID_OTP');
    refused(await reset(email, otp, NEW), 403, 'TOO_MANY_ATTEMPTS');
    refused(await reset(email, otp, NEW), 400, 'INVALID_OTP');
    expectStatus(await signIn(email, PASSWORD), 200);
  });
  it('too late -> 400 OTP_EXPIRED', async () => {
    const { email } = await signUp(world);
    const otp = await resetCode(email);
    await expireCodes(world, `forget-password-otp-${email}`);
    refused(await reset(email, otp, NEW), 400, 'OTP_EXPIRED');
  });
  it('five times at once: the password is set once', async () => {
    const person = await signUp(world);
    const otp = await resetCode(person.email);
    const answers = await Promise.all(Array.from({ length: 5 }, () => reset(person.email, otp, NEW)));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    const changes = await world.sql('select from credential_change where user_id = $1', [person.userId]);
    assert.equal(changes.length, 1);
  });
  it('of nobody is answered like any other', async () => {
    const email = address();
    expectStatus(await post('/api/auth/email-otp/request-password-reset', { email }), 200);
    await world.until(async () => {
      const kept = await world.sql('select from auth_verification where identifier = $1', [`forget-password-otp-${email}`]);
      return kept.length === 1;
    }, 'its code');
    for (let time = 0; time < 3; time += 1) refused(await reset(email, '000000', NEW), 400, 'INVALID_OTP');
    refused(await reset(email, '000000', NEW), 403, 'TOO_MANY_ATTEMPTS');
  });
});
