// What a claim does to the connection it is written on, and which keys are forgotten; that a request with a key has one effect is in
// test/security/idempotency.test.ts.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, it } from 'node:test';
import { sql } from 'kysely';
import { startWorld, type World } from '../../../test/support/world.ts';
import type { Database } from '../db/pool.ts';
import { inTransaction } from '../db/transaction.ts';
import { claimKey } from './idempotency.ts';

let world: World;
before(async () => {
  world = await startWorld({ worker: false });
});
after(() => world.close());

const claim = (db: Database) =>
  claimKey(db, {
    ...{ userId: randomUUID(), operation: 'POST /claimed', key: randomUUID(), body: {}, status: 201 },
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
