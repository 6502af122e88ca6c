// Guesses of passwords and codes: failures alone count, per account and network, with a wait that grows; who signed in before gets past.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { PASSWORD, signUp } from '../../../../test/support/actors.ts';
import type { Answer, Client } from '../../../../test/support/client.ts';
import { sessionCode, waitForCode, wrongCode } from '../../../../test/support/codes.ts';
import { guessesOver, secondFactorLocksOver } from '../../../../test/support/session-states.ts';
import { expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { operatorRun } from '../../../core/jobs/jobs.ts';
import { networkOf } from './guesses.ts';
import { sessionCleanupJob } from './index.ts';

const NEW_PASSWORD = 'a brand new password';

let world: World;
before(async () => {
  world = await startWorld({ settings: { TRUST_PROXY: 'true' } });
});
after(() => world.close());

const from = (address: string) => ({ 'x-forwarded-for': address });
const signIn = (email: string, password: string, address: string, client: Client = world.visitor()) =>
  client.post<{ code?: string }>('/api/auth/sign-in/email', { email, password }, from(address));
const guess = (email: string, address: string, client?: Client) => signIn(email, 'a wrong password', address, client);
const refused = (answer: Answer, most: number) => {
  expectStatus(answer, 429);
  assert.equal((answer.body as { code: string }).code, 'TOO_MANY_REQUESTS');
  const seconds = Number(answer.headers.get('x-retry-after'));
  assert.ok(seconds > 0 && seconds <= most, `${seconds} s`);
};
/** Somebody whose devices are all forgotten. */
const stranger = async () => (await signUp(world)).email;

describe('networkOf', () => {
  for (const [ip, network] of [
    ['203.0.113.7', 'address 203.0.113.0/24'],
    ['::ffff:203.0.113.7', 'address 203.0.113.0/24'],
    ['2001:db8:1:2:3::1', 'address 2001:db8:1:2::/64'],
  ] as const)
    it(ip, () => assert.equal(networkOf(ip), network));
});

describe('wrong passwords', () => {
  it('five from one network: the sixth waits, whatever it is, and the wait doubles', async () => {
    const email = await stranger();
    for (let time = 0; time < 5; time += 1) expectStatus(await guess(email, '203.0.113.7'), 401);
    refused(await guess(email, '203.0.113.7'), 30);
    refused(await signIn(email, PASSWORD, '203.0.113.200'), 30);
    await guessesOver(world, '30 seconds');
    expectStatus(await guess(email, '203.0.113.7'), 401);
    refused(await guess(email, '203.0.113.7'), 60);
    // Another network has its own, and so has another account.
    expectStatus(await signIn(email, PASSWORD, '203.0.114.7'), 200);
    expectStatus(await guess(await stranger(), '203.0.113.7'), 401);
  });
  it('from one network of IPv6, a /64', async () => {
    const email = await stranger();
    for (let host = 1; host <= 5; host += 1) expectStatus(await guess(email, `2001:db8:1:2::${host}`), 401);
    refused(await guess(email, '2001:db8:1:2:ffff::1'), 30);
    expectStatus(await guess(email, '2001:db8:1:3::1'), 401);
  });
  it('of an address that nobody has are counted alike', async () => {
    const email = `nobody-${randomUUID()}@example.test`;
    for (let time = 0; time < 5; time += 1) expectStatus(await guess(email, '203.0.113.8'), 401);
    refused(await guess(email, '203.0.113.8'), 30);
  });
  it('right ones count for nothing, and let their network begin afresh', async () => {
    const email = await stranger();
    for (let time = 0; time < 12; time += 1) expectStatus(await signIn(email, PASSWORD, '203.0.113.10'), 200);
    for (let time = 0; time < 4; time += 1) expectStatus(await guess(email, '203.0.113.10'), 401);
    expectStatus(await signIn(email, PASSWORD, '203.0.113.10'), 200);
    for (let time = 0; time < 5; time += 1) expectStatus(await guess(email, '203.0.113.10'), 401);
  });
  it('are forgotten after a day', async () => {
    const email = await stranger();
    for (let time = 0; time < 5; time += 1) await guess(email, '203.0.113.11');
    refused(await guess(email, '203.0.113.11'), 30);
    await guessesOver(world, '1 day');
    for (let time = 0; time < 5; time += 1) expectStatus(await guess(email, '203.0.113.11'), 401);
    assert.ok((await world.sql('select from guess_count')).length > 0);
    await guessesOver(world, '25 hours');
    await sessionCleanupJob.work(world.deps, {}, operatorRun('test'));
    assert.deepEqual(await world.sql('select from guess_count'), []);
  });
});

describe('a flood from everywhere', () => {
  it('keeps a new device out, not the owner’s own, nor who follows the link for a new password', async () => {
    const { email, client: device } = await signUp(world);
    for (let index = 0; index < 50; index += 1) expectStatus(await guess(email, `198.51.${index}.1`), 401);
    for (let index = 50; index < 55; index += 1) refused(await guess(email, `198.51.${index}.1`), 30);
    refused(await signIn(email, PASSWORD, '192.0.2.1'), 30);
    expectStatus(await signIn(email, PASSWORD, '192.0.2.1', device), 200);
    // A refusal for the sake of others is no failure of this network.
    const rows = await world.sql(`select failed from guess_count where source = 'address 192.0.2.0/24' and failed > 0`);
    assert.deepEqual(rows, []);

    const visitor = world.visitor();
    await sessionCode(world, email, () => visitor.post('/api/auth/email-otp/request-password-reset', { email }));
    const token = await resetToken(email);
    expectStatus(await visitor.post('/api/auth/email-otp/reset-password', { token, password: NEW_PASSWORD }), 200);
    expectStatus(await signIn(email, NEW_PASSWORD, '192.0.2.2', world.visitor()), 200);
  });
  it('a device that guesses is like any other', async () => {
    const { email, client } = await signUp(world);
    for (let time = 0; time < 10; time += 1) expectStatus(await guess(email, '203.0.113.20', client), 401);
    refused(await guess(email, '203.0.113.20', client), 30);
  });
  it('the cookie of a device opens nothing, and one of another account does not help', async () => {
    const [mine, theirs] = [await signUp(world), await signUp(world)];
    const visitor = world.visitor();
    const [name] = [...mine.client.cookies.keys()].filter((cookie) => cookie.endsWith('.device'));
    assert.ok(name);
    visitor.cookies.set(name, theirs.client.cookies.get(name) ?? '');
    expectStatus(await visitor.get('/customers/me'), 401);
    for (let time = 0; time < 5; time += 1) expectStatus(await guess(mine.email, '203.0.113.21', visitor), 401);
    refused(await guess(mine.email, '203.0.113.21', visitor), 30);
  });
});

async function resetToken(email: string): Promise<string> {
  return world.until(
    async () => (await world.mails(email)).flatMap(({ text }) => /password-reset\?token=([\w-]+)/.exec(text)?.[1] ?? [])[0],
    'the link',
  );
}

describe('wrong codes', () => {
  const ask = (email: string, path: string, more: object = {}) =>
    sessionCode(world, email, () => world.visitor().post(`/api/auth/email-otp/${path}`, { email, ...more }));

  it('for a new password: five a day over all codes, from wherever; the link is not guessed', async () => {
    const email = await stranger();
    const reset = (otp: string, address: string) =>
      world.visitor().post('/api/auth/email-otp/reset-password', { email, otp, password: NEW_PASSWORD }, from(address));
    const first = await ask(email, 'request-password-reset');
    for (let time = 0; time < 3; time += 1) expectStatus(await reset(wrongCode(first), '203.0.113.30'), 400);
    // A void code is no guess.
    expectStatus(await reset(wrongCode(first), '203.0.113.30'), 403);
    const second = await ask(email, 'request-password-reset');
    for (let time = 0; time < 2; time += 1) expectStatus(await reset(wrongCode(second), `203.0.${time}.30`), 400);
    refused(await reset(second, '198.51.100.30'), 30);
    const done = await world
      .visitor()
      .post('/api/auth/email-otp/reset-password', { token: await resetToken(email), password: NEW_PASSWORD });
    expectStatus(done, 200);
    expectStatus(await signIn(email, NEW_PASSWORD, '203.0.113.30'), 200);
  });
  it('for a new password, many at once with one address: five are tried', async () => {
    const email = await stranger();
    const first = await ask(email, 'request-password-reset');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        world.visitor().post('/api/auth/email-otp/reset-password', { email, otp: wrongCode(first), password: NEW_PASSWORD }),
      ),
    );
    // Void codes are no guesses, and are answered otherwise.
    const tried = answers.filter(({ status }) => status === 400);
    assert.ok(tried.length <= 5, String(tried.length));
  });
  it('of an address: five a day', async () => {
    const email = await stranger();
    const verify = (otp: string) => world.visitor().post('/api/auth/email-otp/verify-email', { email, otp });
    for (const guesses of [3, 2]) {
      const code = await ask(email, 'send-verification-otp', { type: 'email-verification' });
      for (let time = 0; time < guesses; time += 1) expectStatus(await verify(wrongCode(code)), 400);
    }
    refused(await verify('123456'), 30);
  });
  it('of the second factor: eleven a day beside the lock of the library', async () => {
    const { email, userId, client: owner } = await signUp(world);
    expectStatus(await owner.patch('/auth/mfa', { enabled: true }), 200);
    const confirming = { action: 'mfa-enabled-update', code: await waitForCode(world, email, 'mfa-enabled-update') };
    expectStatus(await owner.post('/auth/mfa/confirm-code', confirming), 201);
    const challenged = async () => {
      const client = world.visitor();
      expectStatus(await signIn(email, PASSWORD, '203.0.113.40', client), 200);
      const code = await sessionCode(world, email, () => client.post('/api/auth/two-factor/send-otp', {}));
      return { code, verify: (typed: string) => client.post('/api/auth/two-factor/verify-otp', { code: typed }) };
    };
    for (const _ of [1, 2]) {
      const { code, verify } = await challenged();
      for (let time = 0; time < 5; time += 1) expectStatus(await verify(wrongCode(code)), 401);
    }
    await secondFactorLocksOver(world, userId);
    const { code, verify } = await challenged();
    expectStatus(await verify(wrongCode(code)), 401);
    refused(await verify(code), 30);
    await guessesOver(world, '30 seconds');
    expectStatus(await verify(code), 200);
  });
});
