// Every fault mode over real HTTP: what the caller sees, and whether the effect happened.
import assert from 'node:assert/strict';
import { after, afterEach, before, type TestContext, test } from 'node:test';
import { dig, errorCode, IBAN_FR, listAt, startTestWorld, type TestWorld } from './test-client.ts';

let world: TestWorld;
let from: string;
before(async () => {
  world = await startTestWorld();
  from = await world.wallet({ balanceCents: 100_000 });
});
after(() => world.sandbox.stop());
afterEach(async () => {
  await world.control('DELETE', '/faults');
});

const order = async (fault: Record<string, unknown>) => {
  const { status } = await world.control('POST', '/faults', fault);
  assert.equal(status, 201);
};
let lastReference = 0;
const transfer = (reference = `fault-${++lastReference}`) =>
  world.provider('POST', '/v2/p2p', { debitAccountId: from, creditAccountId: 'mortar-main', amount: 100, reference });
/** Ordered waits have a length that no other timer has: they end when the test says so, and not because time passed. */
const ORDERED_MS = 7_919;
function stopTimers(context: TestContext, ms = ORDERED_MS): { count(): number; release(): void } {
  const real = globalThis.setTimeout;
  const stopped: (() => void)[] = [];
  const stopping = (act: () => void, delay?: number, ...rest: unknown[]) => {
    if (delay === ms) stopped.push(act);
    return delay === ms ? real(() => {}, ms * 1_000).unref() : Reflect.apply(real, undefined, [act, delay, ...rest]);
  };
  // Border: the types of setTimeout name its promisified form too, which the sandbox does not use here.
  context.mock.method(globalThis, 'setTimeout', stopping as typeof setTimeout);
  return {
    count: () => stopped.length,
    release: () => {
      for (const act of stopped.splice(0)) act();
    },
  };
}
/** Sends `call`, sees it unanswered while it is held and others are answered, lets it go, and gives what became of it. */
async function heldCall(context: TestContext, call: () => Promise<unknown>): Promise<PromiseSettledResult<unknown>> {
  const timers = stopTimers(context);
  let isOver = false;
  const outcome = Promise.allSettled([call().finally(() => (isOver = true))]);
  while (timers.count() === 0 && !isOver) await world.control('GET', '/faults');
  await world.control('GET', '/faults');
  assert.equal(isOver, false, 'it must be held');
  timers.release();
  const [settled] = await outcome;
  return settled;
}
const happened = async (reference: string) => (await world.provider('GET', `/v2/p2p?reference=${reference}`)).status === 200;

test('http-500 answers 500 without body and without effect, as often as ordered', async () => {
  await order({ route: 'POST /v2/p2p', mode: 'http-500', times: 2 });
  assert.deepEqual(await transfer('a'), { status: 500, body: '' });
  assert.equal((await transfer('a')).status, 500);
  assert.equal(await happened('a'), false);
  assert.equal((await transfer('a')).status, 200);
});

test('error-in-200 answers 200 with an error of the ordered code, without effect', async () => {
  await order({ route: 'POST /v2/p2p', mode: 'error-in-200' });
  const answer = await transfer('b');
  assert.deepEqual([answer.status, errorCode(answer), await happened('b')], [200, 234, false]);
  await order({ route: 'POST /v2/p2p', mode: 'error-in-200', code: 110 });
  assert.equal(errorCode(await transfer()), 110);
});

test('a fault with a body waits for the call that has its fields', async () => {
  await order({ route: 'POST /v2/p2p', mode: 'http-500', body: { reference: 'meant', amount: 100 } });
  assert.equal((await transfer('other')).status, 200);
  assert.equal((await transfer('meant')).status, 500);
  assert.equal((await transfer('meant')).status, 200);
});

test('timeout-before holds the connection, then cuts it, without effect', async (context) => {
  await order({ route: 'POST /v2/p2p', mode: 'timeout-before', latencyMs: ORDERED_MS });
  assert.equal((await heldCall(context, () => transfer('c'))).status, 'rejected');
  assert.equal(await happened('c'), false);
});

test('timeout-after cuts the connection after the effect', async (context) => {
  await order({ route: 'POST /v2/p2p', mode: 'timeout-after' });
  await assert.rejects(transfer('d'));
  assert.equal(await happened('d'), true);
  await order({ route: 'POST /v2/p2p', mode: 'timeout-after', latencyMs: ORDERED_MS });
  assert.equal((await heldCall(context, transfer)).status, 'rejected');
  const { body } = await world.control('GET', '/calls?path=/v2/p2p');
  assert.equal(dig(body, 0, 'status'), null);
});

test('expired-token answers 401 once and makes the token endpoint give a new one', async () => {
  await order({ route: '/v2/p2p', mode: 'expired-token' });
  assert.deepEqual(await transfer('e'), { status: 401, body: '' });
  assert.equal(await happened('e'), false);
  assert.equal((await transfer('e')).status, 200);
});

test('latency delays and changes nothing else', async (context) => {
  await order({ route: 'p2p', mode: 'latency', latencyMs: ORDERED_MS });
  const reference = 'delayed';
  const settled = await heldCall(context, () => transfer(reference));
  assert.equal(settled.status === 'fulfilled' && dig(settled.value, 'status'), 200);
  assert.equal(await happened(reference), true);
});

test('pending waits for a transfer instead of being used up by a search', async () => {
  await order({ route: 'p2p', mode: 'pending' });
  await world.provider('GET', '/v2/p2p?reference=fault-1');
  assert.equal(dig((await transfer()).body, 'transaction', 'status'), 0);
});

test('pending leaves a payout and a debit waiting, as they do without it, and is used up', async () => {
  const paper = { iban: IBAN_FR, holder: 'Owner', status: 5 };
  await world.control('POST', `/accounts/${from}/ibans`, paper);
  const sddMandateId = dig((await world.control('POST', `/accounts/${from}/mandates`, paper)).body, 'id');
  const body = { accountId: from, totalAmount: 100, autoCommission: false };
  for (const [path, waiting, more] of [
    ['/v2/moneyouts', 0, {}],
    ['/v2/moneyins/sdd/init', 4, { sddMandateId }],
  ] as const) {
    await order({ route: `POST ${path}`, mode: 'pending' });
    assert.equal(dig((await world.provider('POST', path, { ...body, ...more })).body, 'transaction', 'status'), waiting);
  }
  assert.deepEqual((await world.control('GET', '/faults')).body, []);
});

test('not-found, malformed and partial spoil registry and votes', async () => {
  const registry = (path: string) => world.send('GET', path, undefined, { 'api-key': 'sandbox-registry-key' });
  const votes = () =>
    world.send('GET', '/defaults/votes/has-votes?customer_id=c', undefined, { 'x-api-key': 'sandbox-defaults-key' });
  await order({ route: '/registry', mode: 'not-found' });
  assert.deepEqual(dig((await registry('/registry/v2/entreprise?siren=936213743')).body, 'statusCode'), 404);
  await order({ route: '/registry', mode: 'malformed', times: 2 });
  const suggestions = await registry('/registry-suggestions/v2?q=brique');
  assert.equal(dig(suggestions.body, 'resultats_nom_entreprise', 0, 'siren'), undefined);
  assert.equal(dig((await registry('/registry/v2/entreprise?siren=936213743')).body, 'siren'), undefined);
  await order({ route: '/registry', mode: 'partial' });
  const partial = await registry('/registry/v2/entreprise?siren=936213743');
  assert.deepEqual([partial.status, dig(partial.body, 'siren'), dig(partial.body, 'nom_entreprise')], [206, '936213743', null]);
  await order({ route: '/defaults', mode: 'malformed' });
  assert.equal(dig((await votes()).body, 'has_votes'), undefined);
  await order({ route: '/defaults', mode: 'partial' });
  assert.deepEqual(await votes(), { status: 200, body: {} });
  await order({ route: '/defaults', mode: 'not-found' });
  assert.equal((await votes()).status, 404);
  assert.deepEqual(await votes(), { status: 200, body: { has_votes: false } });
});

test('a route is named by method and pattern, or by a part of the path', async () => {
  const hits = async (route: string) => {
    await order({ route, mode: 'http-500' });
    const answer = await world.provider('GET', '/v2/accounts/mortar-main');
    await world.control('DELETE', '/faults');
    return answer.status === 500;
  };
  const hit = [
    'GET /v2/accounts/:id',
    'GET /v2/accounts/{accountid}',
    'GET /directkitrest/v2/accounts/mortar-main',
    '* /v2/accounts/*',
    '/v2/accounts',
    'accounts/mortar',
  ];
  const missed = [
    'POST /v2/accounts/:id',
    'GET /v2/accounts',
    'GET /v2/accounts/:id/documents',
    '/v2/p2p',
    'GET /v2/accountsX/:id',
  ];
  for (const route of hit) assert.equal(await hits(route), true, route);
  for (const route of missed) assert.equal(await hits(route), false, route);
});

test('faults are listed, counted down, and refused when they make no sense', async () => {
  await order({ route: 'POST /v2/p2p', mode: 'http-500', times: 3 });
  await transfer();
  const listed = listAt((await world.control('GET', '/faults')).body);
  assert.deepEqual(
    listed.map((fault) => [dig(fault, 'route'), dig(fault, 'times')]),
    [['POST /v2/p2p', 2]],
  );
  for (const fault of [
    { mode: 'http-500' },
    { route: 'x', mode: 'other' },
    { route: 'x', mode: 'latency', times: 0 },
    { route: 'x', mode: 'latency', latencyMs: -1 },
  ]) {
    assert.equal((await world.control('POST', '/faults', fault)).status, 400, JSON.stringify(fault));
  }
});

test('a held connection does not keep the sandbox from stopping', async (context) => {
  // A connection is held this long by default; here that is endless.
  stopTimers(context, 30_000);
  const other = await startTestWorld();
  await other.control('POST', '/faults', { route: '/automation', mode: 'timeout-before' });
  const cut = assert.rejects(other.send('POST', '/automation', { a: 1 }));
  while (listAt((await other.control('GET', '/faults')).body).length > 0);
  await other.sandbox.stop();
  await cut;
});
