// The guards of every route, and the pipelined reading of sessions held to the library's own.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type FastifyInstance, fastify } from 'fastify';
import { PASSWORD, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import { type Client, createClient } from '../../../../test/support/client.ts';
import { forgetRequests, sessionsBegan, sessionsEndIn } from '../../../../test/support/session-states.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { heavyLimits } from '../../../core/concurrency/admission.ts';
import { AppError, FORBIDDEN, UNAUTHENTICATED } from '../../../core/errors.ts';
import { route } from '../../../core/http/route.ts';
import { createServer } from '../../../core/http/server.ts';
import { createGuards, sessionCookieName, sessionRoutes, UNAUTHORIZED_EXCEPTION } from './index.ts';
import { createSessionLayer, type SessionLayer } from './layer.ts';

const COOKIE = 'better-auth.session_token';

let world: World;
let layer: SessionLayer;
before(async () => {
  world = await startWorld({ worker: false });
  layer = createSessionLayer(world.deps);
});
after(async () => {
  await layer.close();
  await world.close();
});

/** A server with nothing but the session layer and a few routes; `settings` replace those of the world. */
async function smallServer(settings: Partial<World['deps']['config']> = {}): Promise<{ app: FastifyInstance; url: string }> {
  const { log, db, clock, config } = world.deps;
  const deps = { ...world.deps, config: { ...config, ...settings } };
  const app = await createServer({
    log,
    db,
    backgroundDb: db,
    clock,
    guards: createGuards(deps),
    origins: deps.config,
    sessionCookie: sessionCookieName(deps.config.PUBLIC_URL),
    face: deps.config,
    trustedProxies: 0,
    requestsPerMinute: 100_000,
    heavy: heavyLimits(deps.config),
    requestTimeoutMs: 30_000,
    stopping: new AbortController().signal,
    version: '0',
    description: {
      firstPage: '',
      rooms: {},
      wings: {},
      tags: ['operator', 'session', 'schedules', 'extension'].map((name) => ({ name, description: '' })),
      webhooks: {},
    },
  });
  await sessionRoutes(app, deps);
  const errors = { [UNAUTHORIZED_EXCEPTION]: 401 };
  const common = {
    method: 'POST',
    idempotency: 'webhook',
    tag: 'operator',
    summary: 'test',
    errors,
    handle: async () => undefined,
  } as const;
  route(app, { ...common, url: '/by-provider', operationId: 'byProvider', guard: 'provider-webhook' });
  route(app, { ...common, url: '/by-defaults', operationId: 'byDefaults', guard: 'defaults-webhook' });
  return { app, url: await app.listen({ host: '127.0.0.1', port: 0 }) };
}

/** What the guards know of the sender of a Cookie header, and whether they found the session due; undefined without a session. */
async function readByGuards(cookie: string | undefined) {
  const app = fastify();
  app.decorateRequest('sessionIsDue', false);
  const guards = createGuards(world.deps);
  app.get('/', { config: { permission: 'console.use' } }, async (request) => {
    const isForbidden = (error: unknown) => error instanceof AppError && error.code === FORBIDDEN;
    const read = async () => {
      try {
        return { ...(await guards.customer(request)), role: 'user' };
      } catch (error) {
        if (!isForbidden(error)) throw error;
        return { ...(await guards.administrator(request)), role: 'admin' };
      }
    };
    const session = await read().catch((error: unknown) => {
      assert.ok(error instanceof AppError && error.code === UNAUTHENTICATED, String(error));
    });
    return { session: session && { ...session, isDue: request.sessionIsDue } };
  });
  const answer = await app.inject({ url: '/', headers: cookie === undefined ? {} : { cookie } });
  assert.equal(answer.statusCode, 200, answer.body);
  type Session = { sessionId: string; userId: string; email: string; emailVerified: boolean; role: string; isDue: boolean };
  return answer.json<{ session?: Session }>().session;
}

describe('reading a session', () => {
  /** What both readings say of a Cookie header: the same session, or none. */
  async function bothReadings(cookie: string | undefined): Promise<string | undefined> {
    const headers = cookie === undefined ? {} : { cookie };
    const own = await readByGuards(cookie);
    const library = await layer.auth.api.getSession({ headers: new Headers(headers) });
    assert.equal(own?.sessionId, library?.session.id);
    assert.equal(own?.userId, library?.user.id);
    assert.equal(own?.email, library?.user.email);
    assert.equal(own?.emailVerified, library?.user.emailVerified);
    assert.equal(own?.role, library?.user.role);
    return own?.sessionId;
  }
  const sign = (token: string, secret: string) =>
    encodeURIComponent(`${token}.${createHmac('sha256', secret).update(token).digest('base64')}`);

  it('agrees with the library on a session, an investor’s and an administrator’s', async () => {
    for (const { client } of [await signUp(world), await signInAdministrator(world)])
      assert.ok(await bothReadings(`other=1; ${COOKIE}=${client.cookies.get(COOKIE)}; last=%`));
  });
  it('agrees that there is none: no cookie, an empty one, an unknown token, a signature of another secret or token', async () => {
    const { client } = await signUp(world);
    const value = decodeURIComponent(client.cookies.get(COOKIE) ?? '');
    const [token = '', signature = ''] = value.split('.');
    const secret = world.deps.config.SESSION_SECRET;
    assert.equal(decodeURIComponent(sign(token, secret)), value);
    const nobody = [
      undefined,
      '',
      `${COOKIE}=`,
      `${COOKIE}=${token}`,
      `${COOKIE}=${sign('unknown', secret)}`,
      `${COOKIE}=${sign(token, 'another secret')}`,
      `${COOKIE}=${encodeURIComponent(`${token}x.${signature}`)}`,
      `${COOKIE}=${encodeURIComponent(`${token}.${signature.slice(0, -2)}==`)}`,
      `__Secure-${COOKIE}=${client.cookies.get(COOKIE)}`,
      `__Host-${COOKIE}=${client.cookies.get(COOKIE)}`,
      `x${COOKIE}=${client.cookies.get(COOKIE)}`,
    ];
    for (const cookie of nobody) assert.equal(await bothReadings(cookie), undefined, `cookie ${cookie}`);
  });
  it('agrees after sign-out and after expiry', async () => {
    const [left, late] = [await signUp(world), await signUp(world)];
    const cookieOf = ({ client }: typeof left) => `${COOKIE}=${client.cookies.get(COOKIE)}`;
    const [leftCookie, lateCookie] = [cookieOf(left), cookieOf(late)];
    assert.ok(await bothReadings(lateCookie));
    await left.client.post('/api/auth/sign-out');
    assert.equal(await bothReadings(leftCookie), undefined);
    await sessionsEndIn(world, late.userId, 0);
    assert.equal(await bothReadings(lateCookie), undefined);
    expectCode(await late.client.get('/customers/me'), 401, 'unauthenticated');
  });
  it('is not moved by the business clock', async () => {
    const { client } = await signUp(world);
    await world.moveClock({ advance: 'P40D' });
    expectStatus(await client.get('/customers/me'), 200);
  });
});

describe('prolonging', () => {
  const left = async (userId: string) => {
    const [row] = await world.sql<{ days: number }>(
      `select extract(epoch from "expiresAt" - now())::float8 / 86400 as days from auth_session where "userId" = $1`,
      [userId],
    );
    return row?.days ?? 0;
  };
  const age = (userId: string, days: number) => sessionsEndIn(world, userId, days);

  const isDue = async ({ cookies }: Client) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return (await readByGuards(cookie))?.isDue;
  };

  it('happens once a day, by any request, with a new cookie', async () => {
    const { client, userId } = await signUp(world);
    await age(userId, 5.9);
    assert.equal(await isDue(client), true);
    const answer = expectStatus(await client.get('/customers/me'), 200);
    assert.match(answer.headers.getSetCookie().join(), /better-auth\.session_token=[^;]+; Max-Age=604800;/);
    assert.ok((await left(userId)) > 6.9);
    assert.deepEqual((await client.get('/customers/me')).headers.getSetCookie(), []);
  });
  it('leaves a session of today alone', async () => {
    const { client, userId } = await signUp(world);
    await age(userId, 6.5);
    assert.equal(await isDue(client), false);
    assert.deepEqual((await client.get('/customers/me')).headers.getSetCookie(), []);
    assert.ok((await left(userId)) < 6.6);
  });
  it('leaves a session alone that ends with the browser', async () => {
    const { client: first, email, userId } = await signUp(world);
    expectStatus(await first.post('/api/auth/sign-out'), 200);
    const client = world.visitor();
    expectStatus(await client.post('/api/auth/sign-in/email', { email, password: PASSWORD, rememberMe: false }), 200);
    assert.equal(await isDue(client), false);
    expectStatus(await client.get('/customers/me'), 200);
    assert.ok((await left(userId)) < 1.1);
  });
});

describe('the absolute end', () => {
  const ends = async (userId: string) => {
    const [row] = await world.sql<{ hours: number; isCapped: boolean }>(
      `select extract(epoch from "endsAt" - "createdAt")::float8 / 3600 as hours, "expiresAt" = "endsAt" as "isCapped"
       from auth_session where "userId" = $1 order by "createdAt" desc limit 1`,
      [userId],
    );
    return row;
  };

  it('is 30 days after the sign-in of an investor, 12 hours after that of an administrator', async () => {
    const investor = await signUp(world);
    assert.deepEqual(await ends(investor.userId), { hours: 720, isCapped: false });
    const { email, userId } = await signInAdministrator(world);
    const client = world.visitor();
    expectStatus(await client.post('/api/auth/sign-in/email', { email, password: PASSWORD }), 200);
    assert.deepEqual(await ends(userId), { hours: 12, isCapped: true });
    // Nothing prolongs it, however often it is used.
    assert.deepEqual((await client.get('/administration/customers')).headers.getSetCookie(), []);
    assert.deepEqual(await ends(userId), { hours: 12, isCapped: true });
  });
  it('is reached by a session that is prolonged all the time -> 401 unauthenticated', async () => {
    const { client, userId } = await signUp(world);
    await sessionsBegan(world, userId, '29 days');
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    assert.equal((await readByGuards(cookie))?.isDue, false);
    expectStatus(await client.get('/customers/me'), 200);
    // The library would prolong it, whoever asks.
    expectStatus(await client.get('/api/auth/get-session?disableCookieCache=true'), 200);
    assert.equal((await ends(userId))?.isCapped, true);
    await sessionsBegan(world, userId, '1 day');
    expectCode(await client.get('/customers/me'), 401, 'unauthenticated');
    assert.equal(expectStatus(await client.get('/api/auth/get-session?disableRefresh=true'), 200).body, null);
  });
  it('is in no answer of the session layer', async () => {
    const { client } = await signUp(world);
    for (const path of ['get-session', 'get-session?disableRefresh=true', 'list-sessions'])
      assert.doesNotMatch(expectStatus(await client.get(`/api/auth/${path}`), 200).text, /endsAt/);
  });
});

describe('the cookie', () => {
  it('over https is of this host alone, and Secure', async () => {
    const { url, app } = await smallServer({ PUBLIC_URL: 'https://mortar.example' });
    try {
      const { email } = await signUp(world);
      const client = createClient(url);
      const answer = expectStatus(await client.post('/api/auth/sign-in/email', { email, password: PASSWORD }), 200);
      const cookies = answer.headers.getSetCookie();
      assert.ok(cookies.length > 0);
      for (const cookie of cookies) {
        assert.match(cookie, /^__Host-better-auth\./);
        for (const attribute of [/; Path=\/(;|$)/, /; Secure/, /; HttpOnly/, /; SameSite=Lax/]) assert.match(cookie, attribute);
        assert.doesNotMatch(cookie, /Domain/i);
      }
      assert.equal(expectStatus(await client.get<unknown[]>('/api/auth/list-sessions'), 200).body.length, 2);
      // The name that a neighbouring host could set is not looked at.
      const value = client.cookies.get(`__Host-${COOKIE}`) ?? '';
      const plain = createClient(url);
      plain.cookies.set(COOKIE, value);
      expectStatus(await plain.get('/api/auth/list-sessions'), 401);
    } finally {
      await app.close();
    }
  });
  it('sent twice counts as none, in whichever order -> 401 unauthenticated', async () => {
    const [mine, theirs] = [await signUp(world), await signUp(world)];
    const pair = [mine, theirs].map(({ client }) => `${COOKIE}=${client.cookies.get(COOKIE)}`);
    for (const cookie of [pair.join('; '), pair.toReversed().join('; '), `${pair[0]}; ${pair[0]}`]) {
      const visitor = world.visitor();
      expectCode(await visitor.get('/customers/me', { cookie }), 401, 'unauthenticated');
      assert.equal(expectStatus(await visitor.get('/api/auth/get-session', { cookie }), 200).body, null);
      expectStatus(await visitor.get('/api/auth/list-sessions', { cookie }), 401);
      expectStatus(await visitor.post('/api/auth/revoke-sessions', undefined, { cookie }), 401);
    }
    expectStatus(await mine.client.get('/customers/me'), 200);
    expectStatus(await theirs.client.get('/customers/me'), 200);
  });
});

describe('guards', () => {
  it('customer: no session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get('/customers/me'), 401, 'unauthenticated'));
  it('customer: an administrator -> 403 forbidden', async () =>
    expectCode(await (await signInAdministrator(world)).client.get('/customers/me'), 403, 'forbidden'));
  it('administrator: no session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get('/administration/customers'), 401, 'unauthenticated'));
  it('administrator: an investor -> 403 forbidden', async () =>
    expectCode(await (await signUp(world)).client.get('/administration/customers'), 403, 'forbidden'));

  it('webhooks: the right key alone opens, before the body is looked at', async () => {
    const outgoing = 'key-of-our-questions';
    const defaultsKey = 'key-of-their-reports';
    const { app, url } = await smallServer({ DEFAULTS_API_KEY: outgoing, DEFAULTS_WEBHOOK_API_KEY: defaultsKey });
    try {
      const client = createClient(url);
      const key = 'sandbox-webhook-key';
      expectStatus(await client.post(`/by-provider?apiKey=${key}`, {}), 201);
      for (const query of ['', '?apiKey=', '?apiKey=wrong', `?apiKey=${key}x`, `?apiKey=${key}&apiKey=${key}`, `?apikey=${key}`])
        expectCode(await client.post(`/by-provider${query}`, '{', { 'content-type': 'text/csv' }), 401, UNAUTHORIZED_EXCEPTION);
      expectStatus(await client.post('/by-defaults', {}, { 'x-api-key': defaultsKey }), 201);
      for (const wrong of ['', key, `${defaultsKey}x`, outgoing])
        expectCode(await client.post('/by-defaults', {}, { 'x-api-key': wrong }), 401, UNAUTHORIZED_EXCEPTION);
      expectCode(await client.post('/by-defaults', {}), 401, UNAUTHORIZED_EXCEPTION);
    } finally {
      await app.close();
    }
  });
});

describe('the key of the provider’s webhooks, when none is configured', () => {
  const statusWithout = async (NODE_ENV: 'development' | 'production') => {
    const { app, url } = await smallServer({ NODE_ENV, PROVIDER_WEBHOOK_API_KEY: undefined });
    const { status } = await createClient(url).post('/by-provider', {});
    await app.close();
    return status;
  };
  it('is not checked outside production', async () => assert.equal(await statusWithout('development'), 201));
  // Production does not start so; if it did, it would let nobody in.
  it('opens nothing in production', async () => assert.equal(await statusWithout('production'), 401));
});

describe('rate limits', () => {
  const attempt = (url: string, email: string, address = '203.0.113.1') =>
    createClient(url).post('/api/auth/sign-in/email', { email, password: 'a wrong password' }, { 'x-forwarded-for': address });

  it('per address: the fourth sign-in is refused in all processes, before any hashing, whatever the client claims to be', async () => {
    await forgetRequests(world);
    const [first, second] = await Promise.all([
      smallServer({ RATE_LIMIT_PER_MINUTE: 6 }),
      smallServer({ RATE_LIMIT_PER_MINUTE: 6 }),
    ]);
    try {
      const statuses = [];
      for (const [index, { url }] of [first, second, first, second, first].entries())
        statuses.push((await attempt(url, `n${index}@example.test`, `203.0.113.${index}`)).status);
      assert.deepEqual(statuses, [401, 401, 401, 429, 429]);
      const refused = await attempt(first.url, 'n@example.test');
      assert.match(refused.headers.get('x-retry-after') ?? '', /^([1-9]|10)$/);
    } finally {
      await Promise.all([first.app.close(), second.app.close()]);
    }
  });
  it('per account: the eleventh mail to one address is refused, but not to a device of its owner', async () => {
    await forgetRequests(world);
    const { email } = await signUp(world);
    const { app, url } = await smallServer({ RATE_LIMIT_PER_MINUTE: 6 });
    try {
      // Another address each time: the counter per address starts afresh.
      const forget = () => forgetRequests(world, 'of addresses');
      const device = createClient(url);
      expectStatus(await device.post('/api/auth/sign-in/email', { email, password: PASSWORD }), 200);
      const ask = async (client: Client, address: string) => {
        await forget();
        return client.post('/api/auth/email-otp/request-password-reset', { email: address });
      };
      for (let count = 0; count < 10; count += 1)
        expectStatus(await ask(createClient(url), count % 2 ? email.toUpperCase() : email), 200);
      expectStatus(await ask(createClient(url), email), 429);
      expectStatus(await ask(device, email), 200);
    } finally {
      await app.close();
    }
  });
});
