// The kind and the actor of an audit row, as a handler gets them.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import Fastify from 'fastify';
import { Type } from 'typebox';
import type { Permission } from './guards.ts';
import { route } from './route.ts';

const COMMON = { method: 'GET', tag: 'extension', summary: 'A test.', answer: Type.Unknown() } as const;

/** An app whose caller is always this administrator. */
function appOfAdministrator() {
  const app = Fastify();
  const caller = {
    userId: 'u',
    sessionId: 's',
    email: 'admin@mortar.test',
    emailVerified: true,
    administratorId: 'a',
    permissions: new Set<Permission>(),
  };
  app.addHook('onRequest', async (request) => {
    request.caller = caller;
  });
  return app;
}

it('an audit row has the kind that the route declares, and the caller', async () => {
  const app = appOfAdministrator();
  route(app, {
    ...{
      ...COMMON,
      url: '/kind',
      operationId: 'readKind',
      guard: 'administrator',
      permission: 'console.use',
      audit: 'TEST_READ',
    },
    handle: async ({ audit }) => audit,
  });
  const expected = { kind: 'TEST_READ', administrator: { administratorId: 'a', email: 'admin@mortar.test' } };
  assert.deepEqual((await app.inject('/kind')).json(), expected);
});

it('a handler that wants one on a route without a kind fails, one that does not passes', async () => {
  const app = appOfAdministrator();
  const bare = { ...COMMON, guard: 'administrator', permission: 'console.use' } as const;
  route(app, { ...bare, url: '/wants', operationId: 'readWants', handle: async ({ audit }) => audit });
  route(app, { ...bare, url: '/plain', operationId: 'readPlain', handle: async ({ caller }) => caller.email });
  const refused = await app.inject('/wants');
  assert.equal(refused.statusCode, 500);
  assert.match(refused.json<{ message: string }>().message, /^GET \/wants writes an audit row and declares no kind of it$/);
  assert.equal((await app.inject('/plain')).statusCode, 200);
});

it('only the routes of administrators have one', async () => {
  const app = Fastify();
  route(app, {
    ...{ ...COMMON, url: '/public', operationId: 'readPublic', guard: 'public', audit: 'TEST_READ' },
    handle: async ({ audit }) => {
      const none: undefined = audit;
      return { none: none === undefined };
    },
  });
  assert.deepEqual((await app.inject('/public')).json(), { none: true });
});
