// What a claim does to the connection it is written on; that a request with a key has one effect is in test/security/idempotency.test.ts.

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
    ...{ userId: randomUUID(), operation: 'POST /x', key: randomUUID(), body: {}, status: 201 },
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
