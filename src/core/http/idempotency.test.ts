// What a claim does to the connection it is written on, and which keys are forgotten; that a request with a key has one effect is in
// test/security/idempotency.test.ts.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, it } from 'node:test';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { startWorld, type World } from '../../../test/support/world.ts';
import type { Database } from '../db/pool.ts';
import { inTransaction } from '../db/transaction.ts';
import type { AdministratorCaller } from './guards.ts';
import { claimKey, inIdempotentTransaction, takeIdempotencyKey } from './idempotency.ts';
import { answerError } from './problem.ts';
import { route } from './route.ts';
import { compileSchema } from './validation.ts';

let world: World;
before(async () => {
  world = await startWorld({ worker: false });
});
after(() => world.close());

const claim = (db: Database) =>
  claimKey(db, {
    ...{ userId: randomUUID(), operation: 'POST /claimed', key: randomUUID(), asked: {}, status: 201 },
    now: world.deps.clock.now(),
  });
async function flushOf(db: Database): Promise<string | undefined> {
  const { rows } = await sql<{ value: string }>`select current_setting('synchronous_commit') as value`.execute(db);
  return rows[0]?.value;
}

it('its own commit waits for no disk, those after it do', async () => {
  const { db } = world.deps;
  const usual = await flushOf(db);
  // In a transaction only here, to see what holds until its end.
  await inTransaction(db, async (tx) => {
    await sql`set local synchronous_commit to remote_write`.execute(tx);
    await claim(tx);
    assert.equal(await flushOf(tx), 'off');
  });
  await claim(db);
  for (let n = 0; n < 5; n += 1) assert.equal(await flushOf(db), usual);
});

/** A route that takes a key, a query and a body, called by one person; each of its effects has another answer. */
function appWithQuery() {
  const { db, clock } = world.deps;
  const app = Fastify();
  const userId = randomUUID();
  const account = { userId, sessionId: 's', email: 'a@mortar.test', emailVerified: true };
  const person: AdministratorCaller = { ...account, administratorId: userId, permissions: new Set(['money.write']) };
  app.setValidatorCompiler(compileSchema);
  app.setErrorHandler(answerError);
  app.addHook('onRequest', async (request) => {
    request.caller = person;
  });
  app.addHook('preHandler', (request, reply) => takeIdempotencyKey(request, reply, { db, clock }));
  route(app, {
    method: 'POST',
    url: '/effects',
    operationId: 'doOnce',
    guard: 'administrator',
    permission: 'money.write',
    tag: 'extension',
    idempotency: 'key',
    summary: 'A test.',
    query: Type.Object({ loud: Type.Boolean({ default: false }), times: Type.Optional(Type.Integer()) }),
    body: Type.Object({ from: Type.Object({ a: Type.Integer(), b: Type.Integer() }), to: Type.Optional(Type.String()) }),
    answer: Type.Unknown(),
    handle: ({ idempotency }) => inIdempotentTransaction(db, idempotency, async () => ({ effect: randomUUID() })),
  });
  const key = randomUUID();
  return (query: string, body: string) => {
    const headers = { 'idempotency-key': key, 'content-type': 'application/json' };
    return app.inject({ method: 'POST', url: `/effects${query}`, headers, body });
  };
}

it('one effect however query and body are spelled', async () => {
  const ask = appWithQuery();
  const first = await ask('?times=3', '{"from":{"a":1,"b":2},"to":"x"}');
  assert.equal(first.statusCode, 201, first.body);
  for (const [query, body] of [
    ['?times=03', '{"to":"x","from":{"b":2,"a":1}}'],
    ['?loud=false&times=3', ' { "from": {"a": 1.0, "b": 2e0}, "to": "\\u0078", "more": true }'],
    ['?%74imes=%33&more=1', '{"from":{"a":1,"b":2},"to":"x"}'],
  ] as const) {
    const again = await ask(query, body);
    assert.deepEqual([again.statusCode, again.headers['idempotency-replayed']], [201, 'true'], `${query} ${again.body}`);
    assert.deepEqual(again.json(), first.json());
  }
});

it('another query, or another body -> 422 idempotency-key-reused', async () => {
  const ask = appWithQuery();
  await ask('?times=3', '{"from":{"a":1,"b":2}}');
  for (const [query, body] of [
    ['?times=4', '{"from":{"a":1,"b":2}}'],
    ['?times=3&loud=true', '{"from":{"a":1,"b":2}}'],
    ['?times=3', '{"from":{"a":2,"b":1}}'],
  ] as const) {
    const answer = await ask(query, body);
    assert.deepEqual([answer.statusCode, answer.json().code], [422, 'idempotency-key-reused'], query);
  }
});

const run = (body: object = {}) => world.runJob<{ old: number; deleted: number }>('idempotency-key-cleanup', body);
const keys = async () =>
  (await world.sql<{ key: string }>(`select key from idempotency_key where operation = 'POST /x' order by key`)).map(
    ({ key }) => key,
  );

it('deletes keys by age, also more than one batch', async () => {
  // By SQL: keys are core's own table, below everything that could use one a day ago.
  const insert = (key: string, lockedHours: number, answeredHours: number | null, count = 1) =>
    world.sql(
      `insert into idempotency_key (user_id, operation, key, request_sha256, lock_token, locked_at, answered_at)
       select gen_random_uuid(), 'POST /x', $1, '', gen_random_uuid(), now() - make_interval(hours => $2), now() - make_interval(hours => $3)
       from generate_series(1, $4::integer)`,
      [key, lockedHours, answeredHours, count],
    );
  await insert('answered-old', 25, 25);
  await insert('abandoned-old', 25, null);
  await insert('answered-late', 25, 23);
  await insert('answered-young', 23, 23);
  await insert('running-young', 0, null);
  await insert('more than one batch', 72, null, 5_001);
  assert.deepEqual(await run({ dryRun: true }), { old: 5_003, deleted: 0, dryRun: true });
  assert.equal((await run()).deleted, 5_003);
  assert.deepEqual(await keys(), ['answered-late', 'answered-young', 'running-young']);
  assert.equal((await run()).deleted, 0);
});

it('finds old keys by its index', async () => {
  const rows = await world.sql<{ 'QUERY PLAN': string }>(
    `explain select ctid from idempotency_key where locked_at <= now() - interval '1 day' and coalesce(answered_at, locked_at) <= now() - interval '1 day' order by locked_at limit 10`,
  );
  assert.match(rows.map((row) => row['QUERY PLAN']).join('\n'), /idempotency_key_locked_at/);
});
