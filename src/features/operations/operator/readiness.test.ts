// Readiness that includes the worker: under npm start, and on demand.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createClient } from '../../../../test/support/client.ts';
import { startProcess } from '../../../../test/support/processes.ts';
import { workers } from '../../../../test/support/session-states.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { probeWrite } from './queries.ts';
import { faultOfWorkers } from './rules.ts';

let world: World;
before(async () => {
  world = await startWorld({ worker: false, settings: { READY_NEEDS_WORKER: 'true' } });
});
after(() => world.close());

const ready = () => world.visitor().get('/health/ready');
/** Signs of life of dead workers become as old as they would in time. */
const age = (seconds: number) => workers.age(world, seconds);

describe('GET /health/ready with READY_NEEDS_WORKER', () => {
  it('no worker runs -> 503 not-ready; with one it is ready, until that ends', async () => {
    expectCode(await ready(), 503, 'not-ready');
    const worker = await world.another({ api: false, worker: true });
    expectStatus(await ready(), 200);
    await worker.close();
    const answer = await ready();
    expectCode(answer, 503, 'not-ready');
    assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/);
  });

  it('a worker that is killed is missed, and again and again makes the whole not ready -> 503 not-ready', async () => {
    const worker = await startProcess(world, 'worker');
    expectStatus(await ready(), 200);
    await worker.kill();
    await age(11);
    expectCode(await ready(), 503, 'not-ready');
    // Two more deaths.
    await workers.dieTwice(world);
    const next = await world.another({ api: false, worker: true });
    const answer = await ready();
    expectCode(answer, 503, 'not-ready');
    assert.match(answer.text, /again and again/);
    await workers.haveStartedLongAgo(world);
    expectStatus(await ready(), 200);
    await next.close();
  });

  it('a process that is both is its own worker', async () => {
    await workers.none(world);
    const all = await world.another({ api: true, worker: true });
    expectStatus(await createClient(all.url ?? '').get('/health/ready'), 200);
    await all.close();
  });
});

describe('GET /health/ready of a database that takes no writes', () => {
  it('is not ready while reads go on, and ready again -> 503 temporarily-unavailable', async () => {
    const own = await startWorld({ worker: false });
    const name = new URL(own.environment.DATABASE_URL ?? '').pathname.slice(1);
    // As a full disk, or a replica that was not promoted.
    await own.sql(`alter database "${name}" set default_transaction_read_only = on`);
    const late = await own.another({ api: true, worker: false });
    const visitor = createClient(late.url ?? '');
    expectCode(await visitor.get('/health/ready'), 503, 'temporarily-unavailable');
    expectStatus(await visitor.get('/properties'), 200);
    expectStatus(await own.visitor().get('/health/ready'), 200);
    await late.close();
    await own.sql(`alter database "${name}" reset default_transaction_read_only`);
    const again = await own.another({ api: true, worker: false });
    expectStatus(await createClient(again.url ?? '').get('/health/ready'), 200);
    await again.close();
    await own.close();
  });
  it('what the probe writes never grows', async () => {
    const size = async () => (await world.sql<{ n: number }>(`select pg_relation_size('write_probe')::integer as n`))[0]?.n;
    for (let round = 0; round < 30; round += 1) await inTransaction(world.deps.db, probeWrite);
    assert.equal(await size(), 8_192);
  });
});

describe('workers', () => {
  const alive = { silentSeconds: 1, livedSeconds: 5 };
  const settled = { silentSeconds: 1, livedSeconds: 60 };
  const dead = { silentSeconds: 20, livedSeconds: 3 };
  const forgotten = { silentSeconds: 500, livedSeconds: 3 };
  for (const [what, workers, isReady] of [
    ['one that lives', [alive], true],
    ['none', [], false],
    ['a dead one', [dead], false],
    ['two deaths and a new one', [dead, dead, alive], true],
    ['three deaths and a new one', [dead, dead, dead, alive], false],
    ['three deaths and one that has lived on', [dead, dead, dead, alive, settled], true],
    ['deaths of long ago', [forgotten, forgotten, forgotten, alive], true],
  ] as const)
    it(`${what}: ${isReady ? 'ready' : 'not ready'}`, () => assert.equal(faultOfWorkers(workers) === undefined, isReady));
});
