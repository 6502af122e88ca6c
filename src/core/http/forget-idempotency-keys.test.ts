// Keys older than a day go, whatever became of their requests; younger ones stay.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, it } from 'node:test';
import { startWorld, type World } from '../../../test/support/world.ts';

let world: World;
before(async () => {
  world = await startWorld({ worker: false });
});
after(() => world.close());

const run = (body: object = {}) => world.runJob<{ old: number; deleted: number }>('idempotency-key-cleanup', body);
const keys = async () => (await world.sql<{ key: string }>('select key from idempotency_key order by key')).map(({ key }) => key);

it('deletes by age, also more than one batch', async () => {
  // By SQL: keys are core's own table, below everything that could use one a day ago.
  const insert = (key: string, lockedHours: number, answeredHours: number | null) =>
    world.sql(
      `insert into idempotency_key (user_id, operation, key, request_sha256, lock_token, locked_at, answered_at)
       values ($1, 'POST /x', $2, '', gen_random_uuid(), now() - make_interval(mins => $3), now() - make_interval(mins => $4))`,
      [randomUUID(), key, lockedHours * 60, answeredHours === null ? null : answeredHours * 60],
    );
  await insert('answered-old', 25, 25);
  await insert('abandoned-old', 25, null);
  await insert('answered-late', 25, 23);
  await insert('answered-young', 23, 23);
  await insert('running-young', 0, null);
  // By SQL: more than one batch of them.
  await world.sql(
    `insert into idempotency_key (user_id, operation, key, request_sha256, lock_token, locked_at)
     select gen_random_uuid(), 'POST /x', 'bulk-key-' || n, '', gen_random_uuid(), now() - interval '3 days' from generate_series(1, 5001) as n`,
  );
  assert.deepEqual(await run({ dryRun: true }), { old: 5_003, deleted: 0, dryRun: true });
  assert.equal((await run()).deleted, 5_003);
  assert.deepEqual(await keys(), ['answered-late', 'answered-young', 'running-young']);
  assert.equal((await run()).deleted, 0);
});

it('finds them by its index', async () => {
  const rows = await world.sql<{ 'QUERY PLAN': string }>(
    `explain select ctid from idempotency_key where locked_at <= now() - interval '1 day' and coalesce(answered_at, locked_at) <= now() - interval '1 day' order by locked_at limit 10`,
  );
  assert.match(rows.map((row) => row['QUERY PLAN']).join('\n'), /idempotency_key_locked_at/);
});
