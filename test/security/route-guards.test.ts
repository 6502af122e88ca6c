// Every declared route against callers who may not call it: no session, a forged one, the other role, no key, a wrong key.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { faultsOf, refusalFault } from './answer-rules.ts';
import { type Callers, createCallers, KEYS } from './callers.ts';
import { type DeclaredRoute, pathOf } from './declared-routes.ts';

let callers: Callers;

before(async () => {
  callers = await createCallers();
});
after(() => callers.world.close());

const behindSession = () => callers.routes.filter(({ guard }) => guard === 'customer' || guard === 'administrator');
const webhooks = () => callers.routes.filter(({ guard }) => guard === 'provider-webhook' || guard === 'defaults-webhook');
const each = (routes: readonly DeclaredRoute[]) => routes.map((route) => ({ route }));

it('every route behind a session without one -> 401 unauthenticated, also with a broken body or path', async () => {
  const senseless = (route: DeclaredRoute) => Object.fromEntries(Object.keys(route.params).map((name) => [name, 'x']));
  const cases = behindSession().flatMap((route) => [
    { route, body: undefined, path: pathOf(route, callers.params) },
    { route, body: route.method === 'GET' ? undefined : '{"broken', path: pathOf(route, callers.params) },
    { route, body: undefined, path: pathOf(route, senseless(route)) },
  ]);
  assert.ok(cases.length > 100, 'the description lists the routes');
  const stranger = callers.world.visitor();
  const faults = await faultsOf(cases, async ({ route, body, path }) =>
    refusalFault(route, await stranger.send(route.method, path, body), 401, 'unauthenticated'),
  );
  assert.deepEqual(faults, []);
});

it('every route behind a session with a forged cookie -> 401 unauthenticated', async () => {
  const forge = (change: (value: string) => string) =>
    [...callers.clients.customer.cookies].map(([name, value]) => `${name}=${change(value)}`).join('; ');
  const cookies = [
    forge((value) => value.replace(/^.{6}/, 'AAAAAA')),
    forge((value) => value.replace(/.{6}$/, 'AAAAAA')),
    forge((value) => value.split('.')[0] ?? ''),
    forge(() => "' or 1=1 --"),
    forge(() => ''),
  ];
  const cases = behindSession().flatMap((route) => cookies.map((cookie) => ({ route, sent: cookie, cookie })));
  const faults = await faultsOf(cases, async ({ route, cookie }) =>
    refusalFault(
      route,
      await callers.world.visitor().send(route.method, pathOf(route, callers.params), undefined, { cookie }),
      401,
      'unauthenticated',
    ),
  );
  assert.deepEqual(faults, []);
});

it('every route behind a session with the other role -> 403 forbidden', async () => {
  const faults = await faultsOf(each(behindSession()), async ({ route }) => {
    const other = route.guard === 'customer' ? callers.clients.administrator : callers.clients.customer;
    return refusalFault(route, await other.send(route.method, pathOf(route, callers.params)), 403, 'forbidden');
  });
  assert.deepEqual(faults, []);
});

it('every webhook without its key, with a wrong one or with it twice -> 401, also with a body that makes no sense', async () => {
  const keyOf = (route: DeclaredRoute) => (route.guard === 'provider-webhook' ? KEYS.provider : KEYS.defaults);
  const otherKeyOf = (route: DeclaredRoute) => (route.guard === 'provider-webhook' ? KEYS.defaults : KEYS.provider);
  const keysFor = (route: DeclaredRoute) => [
    undefined,
    '',
    'wrong',
    `${keyOf(route)}x`,
    keyOf(route).slice(0, -1),
    keyOf(route).toUpperCase(),
    otherKeyOf(route),
  ];
  const cases = webhooks().flatMap((route) =>
    keysFor(route).flatMap((key) => ['{}', '{"broken'].map((body) => ({ route, key, body, sent: `${key} and ${body}` }))),
  );
  assert.ok(cases.length > 0, 'the description lists the webhooks');
  const faults = await faultsOf(cases, async ({ route, key, body }) => {
    const query = key === undefined ? '' : `?apiKey=${key}`;
    const headers = { 'content-type': 'application/json', ...(key === undefined ? {} : { 'x-api-key': key }) };
    return refusalFault(route, await callers.world.visitor().send(route.method, `${route.path}${query}`, body, headers), 401);
  });
  assert.deepEqual(faults, []);
  const twice = await faultsOf(each(webhooks()), async ({ route }) =>
    refusalFault(
      route,
      await callers.world.visitor().send(route.method, `${route.path}?apiKey=${keyOf(route)}&apiKey=${keyOf(route)}`, '{}'),
      401,
    ),
  );
  assert.deepEqual(twice, []);
});

it('a session opens no webhook', async () => {
  const cases = webhooks().flatMap((route) =>
    [callers.clients.customer, callers.clients.administrator].map((client) => ({ route, client })),
  );
  const faults = await faultsOf(cases, async ({ route, client }) =>
    refusalFault(route, await client.send(route.method, route.path, {}), 401),
  );
  assert.deepEqual(faults, []);
});

it('a fresh client without cookies still reads what is public', async () => {
  const cases = each(
    callers.routes.filter(({ guard, method, tag }) => guard === 'public' && method === 'GET' && tag !== 'session'),
  );
  const faults = await faultsOf(cases, async ({ route }) => {
    const answer = await callers.world.visitor().get(pathOf(route, callers.params));
    return [401, 403].includes(answer.status) ? `${route.name}: ${answer.status}` : undefined;
  });
  assert.deepEqual(faults, []);
});
