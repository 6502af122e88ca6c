// What holds of every answer: HEAD runs nothing, unknown paths and unreadable bytes get a problem, nobody may keep a copy.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, it } from 'node:test';
import { faultsOf, refusalFault } from './answer-rules.ts';
import { type Callers, createCallers } from './callers.ts';
import { type DeclaredRoute, pathOf } from './declared-routes.ts';

/** GETs that mail, ask the provider or start a job (http.md#routes): HEAD must not even reach them. */
const WITH_EFFECTS = ['/customers/email/send-code', '/customers/investor-identity-document'];

/** The same for everybody, and with every release. */
const CACHED_PAGE = '/docs/errors';

let callers: Callers;

before(async () => {
  callers = await createCallers();
});
after(() => callers.world.close());

/** A digest of every row, but of sessions: reading them prolongs them. */
async function databaseState(): Promise<Record<string, string>> {
  const tables = await callers.world.sql<{ name: string }>(
    `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
     where schemaname = 'public' and relname not like 'auth_%' or (schemaname = 'pgboss' and relname = 'job_common')`,
  );
  const rows = await Promise.all(
    tables.map(async ({ name }) => {
      const [row] = await callers.world.sql<{ digest: string }>(
        `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest from ${name} as t`,
      );
      return [name, row?.digest ?? ''] as const;
    }),
  );
  return Object.fromEntries(rows);
}

it('HEAD runs nothing that has effects', async () => {
  const counted = { 'public.request_count': '', 'public.write_probe': '' };
  const before = await databaseState();
  assert.ok(Object.keys(before).length > 20, 'the tables are found');
  const reading = callers.routes.filter(({ method }) => method === 'GET').map((route) => ({ route }));
  const faults = await faultsOf(reading, async ({ route }) => {
    const answer = await callers.clients[route.guard].send('HEAD', pathOf(route, callers.params));
    if (answer.status >= 500 || answer.text !== '') return `${route.name}: HEAD answered ${answer.status} ${answer.text}`;
    return WITH_EFFECTS.includes(route.path) && answer.status !== 404
      ? `${route.name}: HEAD answered ${answer.status}`
      : undefined;
  });
  assert.deepEqual(faults, []);
  for (const path of WITH_EFFECTS)
    assert.ok(
      reading.some(({ route }) => route.path === path),
      `${path} is declared`,
    );
  // How often somebody asked is counted, whatever they asked, and readiness tries to write its one row.
  assert.deepEqual({ ...(await databaseState()), ...counted }, { ...before, ...counted });
  assert.deepEqual(await callers.world.control('GET', '/mails'), []);
});

it('no answer of an API route may be kept by a cache', async () => {
  const ofApi = ({ method, tag, path }: DeclaredRoute) => method === 'GET' && tag !== 'session' && path !== CACHED_PAGE;
  const reading = callers.routes.filter(ofApi).map((route) => ({ route }));
  const faults = await faultsOf(reading, async ({ route }) => {
    const { headers } = await callers.send(route);
    const wrong = headers.get('cache-control') !== 'no-store' || headers.get('x-content-type-options') !== 'nosniff';
    return wrong ? `${route.name}: ${headers.get('cache-control')}, ${headers.get('x-content-type-options')}` : undefined;
  });
  assert.deepEqual(faults, []);
});

it('every answer has its own request id', async () => {
  const ids = await Promise.all(
    Array.from(
      { length: 20 },
      async () => (await callers.world.visitor().get('/health/live', { 'x-request-id': 'chosen' })).headers,
    ),
  );
  assert.equal(new Set(ids.map((headers) => headers.get('x-request-id'))).size, 20);
});

it('a path that nobody has, or a method that a path does not know -> 404 not-found', async () => {
  const paths = [
    '/nothing',
    '/administration',
    '/administration/',
    '/api/auth/two-factor/enable',
    '/api/auth/update-user',
    '/api/auth/delete-user',
    '/marketplace/deal/x/y/z',
    '//',
    '/%20',
    '/.env',
  ];
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
  const nowhere: DeclaredRoute = {
    name: '',
    method: '',
    path: '',
    guard: 'public',
    permission: undefined,
    tag: '',
    params: {},
    query: {},
    body: undefined,
    emptyErrors: [],
    refusals: [],
    movesMoney: false,
    hasEffects: false,
    serverErrors: [],
  };
  const strange = paths.flatMap((path) => methods.map((method) => ({ method, path })));
  const unknownMethods = callers.routes.flatMap((route) => {
    const known = callers.routes.filter(({ path }) => path === route.path).map(({ method }) => method);
    return methods.filter((method) => !known.includes(method)).map((method) => ({ method, path: pathOf(route, callers.params) }));
  });
  const cases = [...strange, ...unknownMethods].map(({ method, path }) => ({
    route: { ...nowhere, name: `${method} ${path}`, method, path },
  }));
  const faults = await faultsOf(cases, async ({ route }) =>
    isSomewhereElse(route)
      ? undefined
      : refusalFault(route, await callers.world.visitor().send(route.method, route.path), 404, 'not-found'),
  );
  assert.deepEqual(faults, []);
});

/** A path with its parameter filled in may be another route's own: GET of an upload path is a malformed id there. */
function isSomewhereElse({ method, path }: DeclaredRoute): boolean {
  return callers.routes.some(
    (other) => other.method === method && new RegExp(`^${other.path.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path),
  );
}

it('bytes that are no HTTP request -> a problem with a request id, and the connection is closed', async () => {
  const { hostname, port } = new URL(callers.world.url);
  const cases = [
    { bytes: 'no http at all\r\n\r\n', status: 400 },
    { bytes: 'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n', status: 400 },
    { bytes: 'POST /dev/clock HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\nx', status: 400 },
    { bytes: `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${'x'.repeat(40_000)}\r\n\r\n`, status: 431 },
  ];
  for (const { bytes, status } of cases) {
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write(bytes);
    const answer = await text(socket);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    assert.match(head, new RegExp(`^HTTP/1.1 ${status} `), answer);
    assert.match(head, /content-type: application\/problem\+json/);
    const problem: { status: number; code: string; requestId: string } = JSON.parse(body);
    assert.equal(problem.status, status);
    assert.equal(problem.code, 'validation-failed');
    assert.ok(head.includes(`x-request-id: ${problem.requestId}`), head);
  }
});
