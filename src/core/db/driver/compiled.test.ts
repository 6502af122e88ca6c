// Statements that are compiled once: the values are those of each call, and what is constant stays.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { startWorld, type World } from '../../../../test/support/world.ts';
import { inTransaction } from '../transaction.ts';
import { compiledOnce } from './compiled.ts';

let world: World;
before(async () => {
  world = await startWorld({ worker: false });
});
after(() => world.close());

describe('compiledOnce', () => {
  let builds = 0;
  const say = compiledOnce((db, { text, times, at }: { text: string; times: number; at: Temporal.Instant | null }) => {
    builds += 1;
    return db.selectNoFrom([
      sql<string>`repeat(${text}::text, ${times}::integer)`.as('said'),
      sql<string>`${'constant'}::text`.as('constant'),
      sql<Temporal.Instant | null>`${at}::timestamptz`.as('at'),
      sql<string>`${text}::text`.as('again'),
    ]);
  });

  it('sends the values of each call, and builds the statement once', async () => {
    const { db } = world.deps;
    const at = Temporal.Instant.from('2027-01-31T22:30:00Z');
    assert.deepEqual(await say(db, { text: 'a', times: 3, at }), [{ said: 'aaa', constant: 'constant', at, again: 'a' }]);
    assert.deepEqual(await say(db, { text: 'b', times: 1, at: null }), [
      { said: 'b', constant: 'constant', at: null, again: 'b' },
    ]);
    assert.equal(builds, 1);
  });
  it('runs in a transaction, on its connection', async () => {
    const found = await inTransaction(world.deps.db, async (tx) => {
      await sql`select set_config('application_name', 'compiled test', true)`.execute(tx);
      const name = compiledOnce((db, _: Record<never, never>) =>
        db.selectNoFrom(sql<string>`current_setting('application_name')`.as('name')),
      );
      return name(tx, {});
    });
    assert.deepEqual(found, [{ name: 'compiled test' }]);
  });
});
