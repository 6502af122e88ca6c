// Sign-up, sign-in, sign-out, codes and passwords through HTTP, and each trap of the library that its settings avoid.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { getMigrations } from 'better-auth/db/migration';
import { PASSWORD, signInAdministrator, signUp, signUpCutShort } from '../../../../test/support/actors.ts';
import type { Answer, Client } from '../../../../test/support/client.ts';
import { mailJobsOf, sessionCode, wrongCode } from '../../../../test/support/codes.ts';
import { expireCodes } from '../../../../test/support/session-states.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { createSessionLayer } from './layer.ts';

type Refusal = { code: string; message: string };
type SignedIn = { token: string; user: { id: string; email: string; emailVerified: boolean; role: string } };
type Session = { session: { id: string; expiresAt: string; token: string; ipAddress: string }; user: { email: string } } | null;

let world: World;
before(async () => {
  world = await startWorld();
});
after(() => world.close());

const address = () => `someone-${randomUUID()}@example.test`;
const register = (client: Client, body: unknown, headers?: Record<string, string>) =>
  client.post<SignedIn>('/api/auth/sign-up/email', body, headers);
const signIn = (client: Client, email: string, password = PASSWORD, more: object = {}) =>
  client.post<SignedIn>('/api/auth/sign-in/email', { email, password, ...more });
const getSession = async (client: Client) => expectStatus(await client.get<Session>('/api/auth/get-session'), 200).body;

/** A refusal in the session layer's own shape. */
function expectRefusal(answer: Answer, status: number, code: string): void {
  expectStatus(answer, status);
  const body = answer.body as Refusal;
  assert.equal(body.code, code);
  assert.equal(typeof body.message, 'string');
}

describe('the database', () => {
  it('is what the library expects: it has nothing to migrate', async () => {
    const layer = createSessionLayer(world.deps);
    try {
      const plan = await getMigrations(layer.auth.options);
      assert.deepEqual(plan.toBeCreated, []);
      assert.deepEqual(plan.toBeAdded, []);
      assert.deepEqual(plan.toBeAddedIndexes, []);
      assert.deepEqual(plan.schemaProblems, []);
      assert.equal((await plan.compileMigrations()).trim(), ';');
    } finally {
      await layer.close();
    }
  });
});

describe('POST /api/auth/sign-up/email', () => {
  it('makes a user, a session cookie and a customer', async () => {
    const client = world.visitor();
    const email = address();
    const answer = expectStatus(
      await register(client, { email: email.toUpperCase(), password: PASSWORD, name: 'Élodie Martin' }),
      200,
    );
    const { user } = answer.body;
    assert.deepEqual([user.email, user.emailVerified, user.role], [email, false, 'user']);
    const [cookie] = answer.headers.getSetCookie();
    assert.match(cookie ?? '', /^better-auth\.session_token=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/);
    const [customer] = await world.sql<{ referral_code: string; kyc_status: string }>(
      'select referral_code, kyc_status from customer where user_id = $1',
      [user.id],
    );
    assert.match(customer?.referral_code ?? '', /^elodie-martin-[a-z2-9]{4}$/);
    assert.equal(customer?.kyc_status, 'notStarted');
    expectStatus(await client.get('/customers/me'), 200);
  });
  it('stores the password as Argon2id, in the credential row alone', async () => {
    const { userId } = await signUp(world);
    const rows = await world.sql<{ providerId: string; password: string }>(
      'select "providerId", password from auth_account where "userId" = $1',
      [userId],
    );
    assert.deepEqual(
      rows.map((row) => row.providerId),
      ['credential'],
    );
    assert.match(rows[0]?.password ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
  it('sends no mail: codes come when they are asked for', async () => {
    const { email } = await signUp(world);
    assert.deepEqual(await mailJobsOf(world, email), []);
  });
  it('an address that is taken, in any case -> 422 USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL', async () => {
    const { email } = await signUp(world);
    const again = await register(world.visitor(), { email: email.toUpperCase(), password: PASSWORD, name: 'Somebody' });
    expectRefusal(again, 422, 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL');
  });
  it('the same address by two at once makes one account', async () => {
    const email = address();
    const both = await Promise.all([1, 2].map(() => register(world.visitor(), { email, password: PASSWORD, name: 'Somebody' })));
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 422]);
    const accounts = await world.sql(
      `select from auth_user join customer on customer.user_id = auth_user.id join auth_account on auth_account."userId" = auth_user.id where email = $1`,
      [email],
    );
    assert.equal(accounts.length, 1);
  });
  it('a bad address or a missing field -> 400 VALIDATION_ERROR', async () => {
    const client = world.visitor();
    expectRefusal(await register(client, { email: 'nobody', password: PASSWORD, name: 'Somebody' }), 400, 'VALIDATION_ERROR');
    expectRefusal(await register(client, { email: address() }), 400, 'VALIDATION_ERROR');
    expectRefusal(await register(client, { email: {}, password: 1, name: [] }), 400, 'VALIDATION_ERROR');
  });
  it('a short password -> 400 PASSWORD_TOO_SHORT', async () =>
    expectRefusal(
      await register(world.visitor(), { email: address(), password: '1234567', name: 'Somebody' }),
      400,
      'PASSWORD_TOO_SHORT',
    ));
  it('a role of one’s own -> 400 FIELD_NOT_ALLOWED', async () =>
    expectRefusal(
      await register(world.visitor(), { email: address(), password: PASSWORD, name: 'Somebody', role: 'admin' }),
      400,
      'FIELD_NOT_ALLOWED',
    ));
  it('JSON that is none, another type, the NUL character: refused, never a 500', async () => {
    const json = { 'content-type': 'application/json' };
    expectStatus(await register(world.visitor(), '{"email":', json), 400);
    expectStatus(await register(world.visitor(), 'email=x', { 'content-type': 'text/plain' }), 415);
    expectStatus(await register(world.visitor(), { email: address(), password: PASSWORD, name: 'a\u0000b' }), 400);
    expectStatus(await register(world.visitor(), { email: address(), password: PASSWORD, name: 'a'.repeat(20_000) }), 413);
  });
});

describe('an address that is too long', () => {
  const email = `${Array.from({ length: 100 }, () => randomUUID()).join('')}@example.test`;
  for (const [path, more] of Object.entries({
    'sign-up/email': { password: PASSWORD, name: 'Somebody' },
    'sign-in/email': { password: PASSWORD },
    'email-otp/send-verification-otp': { type: 'email-verification' },
    'email-otp/verify-email': { otp: '123456' },
    'email-otp/request-password-reset': {},
  }))
    it(`POST /api/auth/${path} -> 400 INVALID_EMAIL`, async () =>
      expectRefusal(await world.visitor().post(`/api/auth/${path}`, { email, ...more }), 400, 'INVALID_EMAIL'));
});

describe('the customer row', () => {
  it('is made at the first request when the sign-up was cut short, once for many at once', async () => {
    const { client } = await signUpCutShort(world);
    const answers = await Promise.all([1, 2, 3, 4].map(() => client.get<{ id: string }>('/customers/me')));
    assert.equal(new Set(answers.map((answer) => expectStatus(answer, 200).body.id)).size, 1);
  });
  it('is never made for an administrator', async () => {
    const { client, userId } = await signInAdministrator(world);
    expectCode(await client.get('/customers/me'), 403, 'forbidden');
    assert.deepEqual(await world.sql('select from customer where user_id = $1', [userId]), []);
  });
});

describe('POST /api/auth/sign-in/email', () => {
  it('opens a second session beside the first', async () => {
    const { client, email } = await signUp(world);
    const other = world.visitor();
    expectStatus(await signIn(other, email.toUpperCase()), 200);
    assert.notEqual((await getSession(client))?.session.id, (await getSession(other))?.session.id);
  });
  it('takes a form, which Fastify alone would refuse here', async () => {
    const { email } = await signUp(world);
    expectStatus(await world.visitor().post('/api/auth/sign-in/email', new URLSearchParams({ email, password: PASSWORD })), 200);
  });
  it('a wrong password or an unknown address -> 401 INVALID_EMAIL_OR_PASSWORD', async () => {
    const { email } = await signUp(world);
    expectRefusal(await signIn(world.visitor(), email, 'a wrong password'), 401, 'INVALID_EMAIL_OR_PASSWORD');
    expectRefusal(await signIn(world.visitor(), address()), 401, 'INVALID_EMAIL_OR_PASSWORD');
  });
  it('a foreign Origin -> 403 forbidden-origin', async () => {
    const { client } = await signUp(world);
    expectCode(
      await client.post('/api/auth/sign-out', undefined, { origin: 'https://elsewhere.example' }),
      403,
      'forbidden-origin',
    );
    assert.notEqual(await getSession(client), null);
  });
});

describe('GET /api/auth/get-session', () => {
  it('answers what the library would, and the library itself where there is more to do', async () => {
    const { client } = await signUp(world);
    const own = expectStatus(await client.get<Session>('/api/auth/get-session'), 200);
    const library = expectStatus(await client.get<Session>('/api/auth/get-session?disableRefresh=true'), 200);
    assert.deepEqual(own.body, library.body);
    assert.equal(own.headers.get('content-type'), library.headers.get('content-type'));
    assert.equal(await getSession(world.visitor()), null);
  });
});

describe('POST /api/auth/sign-out', () => {
  it('ends the session, with the empty JSON body that browsers send', async () => {
    const { client } = await signUp(world);
    const kept = new Map(client.cookies);
    const answer = expectStatus(await client.post('/api/auth/sign-out', undefined, { 'content-type': 'application/json' }), 200);
    assert.equal(answer.headers.getSetCookie().length, 3);
    for (const [name, value] of kept) client.cookies.set(name, value);
    expectCode(await client.get('/customers/me'), 401, 'unauthenticated');
    assert.equal(await getSession(client), null);
  });
});

describe('sessions of a user', () => {
  it('are listed, and ended one by one, the others, or all', async () => {
    const { client, email } = await signUp(world);
    const [second, third] = [world.visitor(), world.visitor()];
    await signIn(second, email);
    await signIn(third, email);
    assert.equal(expectStatus(await client.get<unknown[]>('/api/auth/list-sessions'), 200).body.length, 3);
    const token = (await getSession(second))?.session.token;
    expectStatus(await client.post('/api/auth/revoke-session', { token }), 200);
    assert.equal(await getSession(second), null);
    expectStatus(await client.post('/api/auth/revoke-other-sessions'), 200);
    assert.equal(await getSession(third), null);
    expectStatus(await client.post('/api/auth/revoke-sessions'), 200);
    expectCode(await client.get('/customers/me'), 401, 'unauthenticated');
  });
  it('of somebody else stay', async () => {
    const [mine, theirs] = [await signUp(world), await signUp(world)];
    const token = (await getSession(theirs.client))?.session.token;
    await mine.client.post('/api/auth/revoke-session', { token });
    assert.notEqual(await getSession(theirs.client), null);
  });
  it('know the address that Fastify trusts, not the one a client claims', async () => {
    const client = world.visitor();
    await register(client, { email: address(), password: PASSWORD, name: 'Somebody' }, { 'x-forwarded-for': '203.0.113.9' });
    assert.equal((await getSession(client))?.session.ipAddress, '127.0.0.1');
  });
});

describe('email codes', () => {
  const send = (email: string, type: string, headers?: Record<string, string>) =>
    world.visitor().post('/api/auth/email-otp/send-verification-otp', { email, type }, headers);
  const verify = (email: string, otp: string) => world.visitor().post('/api/auth/email-otp/verify-email', { email, otp });
  const mailedCode = (email: string) =>
    sessionCode(world, email, async () => expectStatus(await send(email, 'email-verification'), 200));

  it('prove the address; the code is used up', async () => {
    const { client, email } = await signUp(world);
    const code = await mailedCode(email);
    expectStatus(await verify(email, code), 200);
    assert.equal((await client.get<{ emailVerified: boolean }>('/customers/me')).body.emailVerified, true);
    expectRefusal(await verify(email, code), 400, 'INVALID_OTP');
  });
  it('open no session', async () => {
    const { email } = await signUp(world);
    const visitor = world.visitor();
    await visitor.post('/api/auth/email-otp/verify-email', { email, otp: await mailedCode(email) });
    assert.equal(visitor.cookies.size, 0);
  });
  it('are not at rest as they are, nor as a digest that anybody can compute', async () => {
    const { email } = await signUp(world);
    const code = await mailedCode(email);
    const [row] = await world.sql<{ value: string }>('select value from auth_verification where identifier like $1', [
      `%${email}`,
    ]);
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(code))).toString('base64url');
    assert.ok(row && !row.value.includes(code) && !row.value.includes(digest));
  });
  it('are void after three wrong ones', async () => {
    const { email } = await signUp(world);
    const code = await mailedCode(email);
    for (let wrong = 0; wrong < 3; wrong += 1) expectRefusal(await verify(email, wrongCode(code)), 400, 'INVALID_OTP');
    expectRefusal(await verify(email, code), 403, 'TOO_MANY_ATTEMPTS');
    expectRefusal(await verify(email, code), 400, 'INVALID_OTP');
  });
  it('twenty guesses at once use up the same three', async () => {
    const { email } = await signUp(world);
    const code = await mailedCode(email);
    await Promise.all(Array.from({ length: 20 }, () => verify(email, wrongCode(code))));
    assert.notEqual((await verify(email, code)).status, 200);
  });
  it('expired -> 400 OTP_EXPIRED', async () => {
    const { email } = await signUp(world);
    const code = await mailedCode(email);
    await expireCodes(world, `%${email}`);
    expectRefusal(await verify(email, code), 400, 'OTP_EXPIRED');
  });
  it('are asked for with an Origin only -> 403 INVALID_ORIGIN', async () => {
    const { email } = await signUp(world);
    expectRefusal(await send(email, 'email-verification', { origin: 'https://elsewhere.example' }), 403, 'INVALID_ORIGIN');
    assert.deepEqual(await mailJobsOf(world, email), []);
  });
  it('for a sign-in are not sent -> 400 INVALID_OTP_TYPE', async () => {
    const { email } = await signUp(world);
    for (const type of ['sign-in', 'change-email']) expectRefusal(await send(email, type), 400, 'INVALID_OTP_TYPE');
    assert.deepEqual(await mailJobsOf(world, email), []);
  });
  it('an unknown address is answered alike and mailed nothing', async () => {
    const email = address();
    const answer = expectStatus(await send(email, 'email-verification'), 200);
    assert.deepEqual(answer.body, { success: true });
    assert.deepEqual(await mailJobsOf(world, email), ['send-email-code']);
    assert.deepEqual(await world.mails(email), []);
  });
});

describe('a forgotten password', () => {
  it('is replaced by a mailed code, and every session ends', async () => {
    const { client, email } = await signUp(world);
    const visitor = world.visitor();
    const password = 'a new and better password';
    const reset = (otp: string) => visitor.post('/api/auth/email-otp/reset-password', { email, otp, password });
    const code = await sessionCode(world, email, async () =>
      expectStatus(await visitor.post('/api/auth/email-otp/request-password-reset', { email }), 200),
    );
    expectRefusal(await reset(wrongCode(code)), 400, 'INVALID_OTP');
    expectStatus(await reset(code), 200);
    expectCode(await client.get('/customers/me'), 401, 'unauthenticated');
    expectRefusal(await signIn(world.visitor(), email), 401, 'INVALID_EMAIL_OR_PASSWORD');
    expectStatus(await signIn(world.visitor(), email, password), 200);
  });
});

describe('what the library offers and Mortar does not', () => {
  const paths = [
    '/sign-in/email-otp',
    '/sign-in/social',
    '/two-factor/enable',
    '/two-factor/disable',
    '/two-factor/get-totp-uri',
    '/two-factor/verify-totp',
    '/two-factor/generate-backup-codes',
    '/two-factor/verify-backup-code',
    '/email-otp/change-email',
    '/email-otp/check-verification-otp',
    '/update-user',
    '/update-session',
    '/delete-user',
    '/change-email',
    '/change-password',
    '/set-password',
    '/link-social',
    '/verify-password',
  ];
  for (const path of paths) {
    it(`POST /api/auth${path} -> 404 not-found`, async () => {
      const { client } = await signUp(world);
      expectCode(await client.post(`/api/auth${path}`, { email: address(), password: PASSWORD }), 404, 'not-found');
    });
  }
});
