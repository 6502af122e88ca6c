// Pages of other sites: nothing that changes something is done for them, whatever cookie the browser adds.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { signUp } from '../support/actors.ts';
import type { Answer } from '../support/client.ts';
import { clientAt } from '../support/processes.ts';
import { expectCode, expectStatus } from '../support/world.ts';
import { faultsOf, refusalFault } from './answer-rules.ts';
import { type Callers, createCallers, KEYS } from './callers.ts';
import { type DeclaredRoute, pathOf } from './declared-routes.ts';

const FOREIGN = 'https://elsewhere.example';

let callers: Callers;

before(async () => {
  callers = await createCallers();
});
after(() => callers.world.close());

/** Every route that a browser with a session may make change something: also those of the session layer, and public ones. */
const changing = () =>
  callers.routes.filter(({ method, guard, hasEffects }) => !guard.endsWith('-webhook') && (method !== 'GET' || hasEffects));
const cookieOf = (route: DeclaredRoute) => {
  const { cookies } = callers.clients[route.guard === 'administrator' ? 'administrator' : 'customer'];
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
};
/** As raw as a browser would: the headers named here and no others. */
const ask = async (route: DeclaredRoute, headers: Record<string, string | undefined>): Promise<Answer> => {
  const sent = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const response = await fetch(callers.world.url + pathOf(route, callers.params), { method: route.method, headers: sent });
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '') && text !== '';
  return { status: response.status, body: isJson ? JSON.parse(text) : undefined, text, headers: response.headers };
};
const refused = async (headers: Record<string, string>) =>
  faultsOf(
    changing().map((route) => ({ route })),
    async ({ route }) => refusalFault(route, await ask(route, { cookie: cookieOf(route), ...headers }), 403, 'forbidden-origin'),
  );
/** What comes instead is the route's own answer to a request without a body. The routes that end the session are left out. */
const passed = async (headers: Record<string, string>) =>
  faultsOf(
    changing().flatMap((route) => (/sign-out|revoke/.test(route.path) ? [] : [{ route }])),
    async ({ route }) => {
      const { text } = await ask(route, { cookie: cookieOf(route), ...headers });
      return text.includes('forbidden-origin') || text.includes('INVALID_ORIGIN') || text.includes('MISSING_OR_NULL')
        ? `${route.name}: ${text.slice(0, 200)}`
        : undefined;
    },
  );

describe('with a session, a route that changes something', () => {
  it('is every route but reads and machines', () => {
    assert.ok(changing().length > 80, String(changing().length));
    assert.ok(changing().filter(({ method }) => method === 'GET').length >= 5);
  });
  for (const [what, headers] of [
    ['another origin', { origin: FOREIGN }],
    ['another origin that calls itself same-origin', { origin: FOREIGN, 'sec-fetch-site': 'same-origin' }],
    ['the origin null', { origin: 'null' }],
    ['no origin, from another site', { 'sec-fetch-site': 'cross-site' }],
    ['no origin, from another host of our site', { 'sec-fetch-site': 'same-site' }],
    ['no origin, from a site unheard of', { 'sec-fetch-site': 'whatever' }],
  ] as const) {
    it(`${what} -> 403 forbidden-origin`, async () => assert.deepEqual(await refused(headers), []));
  }
  for (const [what, headers] of [
    ['no browser', {}],
    ['our own pages without an origin', { 'sec-fetch-site': 'same-origin' }],
    ['a typed address', { 'sec-fetch-site': 'none' }],
  ] as const) {
    it(`is open to ${what}`, async () => assert.deepEqual(await passed(headers), []));
  }
  it('is open to our own origin, the front end and no origin that begins like them', async () => {
    const [route] = changing().filter(({ path }) => path === '/customers/wallet');
    assert.ok(route);
    const from = (origin: string) => ask(route, { cookie: cookieOf(route), origin });
    expectStatus(await from(callers.world.url), 200);
    expectStatus(await from(new URL(callers.world.deps.config.FRONT_URL).origin), 200);
    for (const origin of [
      `${callers.world.url}.example`,
      callers.world.url.replace('http', 'https'),
      `${callers.world.url}/`,
      FOREIGN,
    ])
      expectCode(await from(origin), 403, 'forbidden-origin');
  });
});

describe('not checked', () => {
  it('what only reads', async () => {
    const reads = callers.routes.filter(({ method, hasEffects }) => method === 'GET' && !hasEffects).slice(0, 12);
    for (const route of reads) {
      const answer = await ask(route, { cookie: cookieOf(route), origin: FOREIGN });
      assert.ok(!answer.text.includes('forbidden-origin'), route.name);
    }
  });
  it('a request without a session, which has to sign in first', async () => {
    const [route] = changing().filter(({ path, method }) => path === '/marketplace/deal' && method === 'POST');
    assert.ok(route);
    expectCode(await ask(route, { origin: FOREIGN }), 401, 'unauthenticated');
    expectCode(await ask(route, { origin: FOREIGN, cookie: 'other=better-auth.session_token=x' }), 401, 'unauthenticated');
  });
  it('machines, which hold keys and no cookie of ours', async () => {
    const cookie = cookieOf({ guard: 'customer' } as DeclaredRoute);
    const path = `/customers/provider/webhook/charge-back?apiKey=${KEYS.provider}`;
    const answer = await callers.world.visitor().post(path, {}, { cookie, origin: FOREIGN });
    assert.ok(!answer.text.includes('forbidden-origin'));
  });
});

it('the origins of the settings are as good as our own, also for the session layer', async () => {
  const { world } = callers;
  const settings = { TRUSTED_ORIGINS: 'https://console.example, https://two.example' };
  const { url = '' } = await world.another({ api: true, worker: false, settings });
  const there = clientAt({ url }, (await signUp(world)).client);
  const from = (origin: string) => there.get('/customers/wallet', { origin });
  expectStatus(await from('https://console.example'), 200);
  expectStatus(await from('https://two.example'), 200);
  expectCode(await from('https://three.example'), 403, 'forbidden-origin');
  expectStatus(await there.post('/api/auth/sign-out', undefined, { origin: 'https://console.example' }), 200);
});
