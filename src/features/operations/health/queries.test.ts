// Jobs that are due, beyond as many as are counted.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { startWorld, type World } from '../../../../test/support/world.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { postChatMessageJob } from '../../../providers/chat/index.ts';
import { countDueJobs } from './queries.ts';

const COUNTED = 1_000;
const HOURS = 5;

let world: World;
before(async () => {
  world = await startWorld({ worker: false });
});
after(() => world.close());

it('the oldest is found behind more jobs than are counted, however late it was written', async () => {
  const { db, jobs } = world.deps;
  const message = { channel: 'internal-alerts', text: 'message' } as const;
  const write = (count: number) =>
    inTransaction(db, (tx) =>
      jobs.enqueueMany(
        tx,
        postChatMessageJob,
        Array.from({ length: count }, () => message),
      ),
    );
  await write(COUNTED / 2);
  // By SQL: a job that has been due for hours.
  await world.sql(`select pgboss.mortar_enqueue($1, array['{}'::jsonb], $2)`, [postChatMessageJob.name, -HOURS * 3_600]);
  await write(COUNTED);
  const due = Date.now() - HOURS * 3_600_000;
  for (const queue of [null, postChatMessageJob.name]) {
    const { count, oldestAt } = await countDueJobs(db, queue);
    assert.equal(count, COUNTED);
    assert.ok(oldestAt && Math.abs(oldestAt.epochMilliseconds - due) < 60_000, String(oldestAt));
  }
  assert.equal((await countDueJobs(db, 'no-such-kind')).count, 0);
});
