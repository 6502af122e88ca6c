// What the server refuses before a handler runs stands in the description of exactly the routes where it happens.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Answer, Client } from '../support/client.ts';
import { faultsOf } from './answer-rules.ts';
import { type Callers, createCallers } from './callers.ts';
import { type DeclaredRoute, pathOf } from './declared-routes.ts';

let callers: Callers;

before(async () => {
  callers = await createCallers();
});
after(() => callers.world.close());

/** Ends the caller's session, which later requests need. */
const ENDS_SESSIONS = /sign-out|revoke/;

/** Routes where `refusal` is described without being answered, or the other way round. */
async function untrue(
  refusal: string,
  ask: (route: DeclaredRoute) => Promise<Answer>,
  routes = callers.routes,
): Promise<string[]> {
  const [status = '', code = ''] = refusal.split(' ');
  return faultsOf(
    routes.map((route) => ({ route })),
    async ({ route }) => {
      const answer = await ask(route);
      const problem = answer.text.startsWith('{') ? JSON.parse(answer.text) : {};
      const happened = answer.status === Number(status) && (problem.code === code || answer.text === '');
      if (happened === route.refusals.includes(refusal)) return undefined;
      return `${route.name} ${happened ? 'does not describe' : 'describes'} ${refusal}: ${answer.status} ${answer.text.slice(0, 100)}`;
    },
  );
}

const cookieOf = ({ cookies }: Client) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
const isOfSessions = ({ guard }: DeclaredRoute) => guard === 'customer' || guard === 'administrator';

it('401 unauthenticated is described where somebody without a session gets it', async () => {
  const ours = callers.routes.filter(({ guard, tag }) => guard !== 'metrics' && tag !== 'session');
  const stranger = callers.world.visitor();
  assert.deepEqual(
    await untrue('401 unauthenticated', (route) => stranger.send(route.method, pathOf(route, callers.params)), ours),
    [],
  );
  assert.equal(ours.filter(({ refusals }) => refusals.includes('401 unauthenticated')).length, ours.filter(isOfSessions).length);
});

it('403 forbidden is described where the other role gets it', async () => {
  const behindSession = callers.routes.filter(isOfSessions);
  const other = ({ guard }: DeclaredRoute) => (guard === 'customer' ? callers.clients.administrator : callers.clients.customer);
  const ask = (route: DeclaredRoute) => other(route).send(route.method, pathOf(route, callers.params));
  assert.deepEqual(await untrue('403 forbidden', ask, behindSession), []);
});

it('403 forbidden-origin is described where a page of another site gets it', async () => {
  const ask = (route: DeclaredRoute) => {
    const client = callers.clients[route.guard === 'administrator' ? 'administrator' : 'customer'];
    const headers = { cookie: cookieOf(client), origin: 'https://elsewhere.example' };
    return callers.world.visitor().send(route.method, pathOf(route, callers.params), undefined, headers);
  };
  const asked = callers.routes.filter(
    ({ path, method, guard }) => !(method === 'GET' && ENDS_SESSIONS.test(path)) && guard !== 'metrics',
  );
  assert.deepEqual(await untrue('403 forbidden-origin', ask, asked), []);
});

it('400 validation-failed is described wherever a broken body, path or query gets it', async () => {
  const senseless = (route: DeclaredRoute) =>
    Object.fromEntries(Object.keys(route.params).map((name) => [name, 'x'.repeat(600)]));
  const faults = await faultsOf(
    callers.routes.filter(({ tag, path }) => tag !== 'session' && !ENDS_SESSIONS.test(path)).map((route) => ({ route })),
    async ({ route }) => {
      const query = Object.keys(route.query).map((name) => `${name}[]=&${name}=%7B&${name}=%7B`);
      const body = route.body === undefined ? {} : { body: '[1]' };
      const answers = [
        await callers.send(route, { query: query.join('&'), ...body }),
        await callers.send(route, { path: pathOf(route, senseless(route)), ...body }),
      ];
      const isAnswered = answers.some(({ status, text }) => status === 400 && text.includes('"validation-failed"'));
      return isAnswered && !route.refusals.includes('400 validation-failed') ? `${route.name} does not describe it` : undefined;
    },
  );
  assert.deepEqual(faults, []);
});
