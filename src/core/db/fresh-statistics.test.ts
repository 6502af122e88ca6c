// Tables that have just grown are analyzed by an API too, and only then.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { startWorld, type World } from '../../../test/support/world.ts';
import { invalidate } from '../cache.ts';
import { freshStatisticsTask } from './fresh-statistics.ts';
import { inTransaction } from './transaction.ts';

let world: World;
before(async () => {
  world = await startWorld({ worker: false });
});
after(() => world.close());

const counted = async () =>
  world.until(async () => {
    const [row] = await world.sql<{ rows: number; looks: number }>(
      `select reltuples::integer as rows, analyze_count::integer as looks
       from pg_class join pg_stat_user_tables on relid = pg_class.oid where pg_class.relname = 'cache_version'`,
    );
    return row !== undefined && row.rows > 0 && row;
  }, 'the table to be analyzed');

it('a table that has just grown is analyzed once', async () => {
  const keys = Array.from({ length: 2_000 }, (_, n) => `test-${n}`);
  await inTransaction(world.deps.db, (tx) => invalidate(tx, keys));
  assert.deepEqual(await counted(), { rows: 2_000, looks: 1 });
  await freshStatisticsTask.work(world.deps);
  assert.deepEqual(await counted(), { rows: 2_000, looks: 1 });
});
