// The shared counters: exact under a rush, and open again when the window is over.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startWorld, type World } from '../../../test/support/world.ts';
import { countRequest } from './rate-limit.ts';

let world: World;
before(async () => {
  world = await startWorld({ worker: false });
});
after(() => world.close());

const limit = { max: 5, windowSeconds: 60 };

describe('countRequest', () => {
  it('lets exactly the limit through when many come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => countRequest(world.deps.db, 'rush', limit)));
    assert.equal(answers.filter(({ allowed }) => allowed).length, 5);
    const refused = answers.find((answer) => !answer.allowed);
    assert.ok(refused && !refused.allowed && refused.retryAfterSeconds > 55 && refused.retryAfterSeconds <= 60);
  });
  it('counts each key by itself', async () => {
    assert.deepEqual(await countRequest(world.deps.db, 'other', { ...limit, max: 1 }), { allowed: true, remaining: 0 });
    assert.equal((await countRequest(world.deps.db, 'other', { ...limit, max: 1 })).allowed, false);
    assert.deepEqual(await countRequest(world.deps.db, 'another', { ...limit, max: 1 }), { allowed: true, remaining: 0 });
  });
  it('begins anew when the window is over, and refusals do not prolong it', async () => {
    const count = () => countRequest(world.deps.db, 'window', { ...limit, max: 1 });
    await count();
    assert.equal((await count()).allowed, false);
    // By SQL: windows end by the machine's own clock.
    await world.sql(`update request_count set started_at_ms = started_at_ms - 60000 where key = 'window'`);
    assert.deepEqual(await count(), { allowed: true, remaining: 0 });
    assert.equal((await count()).allowed, false);
  });
});
