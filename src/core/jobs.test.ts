// How the queue behaves as a whole: a backlog is worked off without pauses.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startWorld } from '../../test/support/world.ts';
import { postChatMessageJob } from '../providers/chat/index.ts';
import { inTransaction } from './db/transaction.ts';

const BACKLOG = 40;

test('a backlog is worked off without waiting for the next poll', async (t) => {
  const world = await startWorld({ worker: false });
  t.after(() => world.close());
  const messages = Array.from({ length: BACKLOG }, (_, n) => ({ channel: 'internal-alerts' as const, text: `message ${n}` }));
  await inTransaction(world.deps.db, (tx) => world.deps.jobs.enqueueMany(tx, postChatMessageJob, messages));

  await world.another({ api: false, worker: true });

  const posted = await world.until(async () => {
    const received = await world.control<unknown[]>('GET', '/chat');
    return received.length >= BACKLOG && received.length;
  }, 'all messages of the backlog');
  assert.equal(posted, BACKLOG);
});
