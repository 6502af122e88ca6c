// What a process that is only a worker answers: probes and its own metrics, and nothing else.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { signUp } from '../../../../test/support/actors.ts';
import { type Client, createClient } from '../../../../test/support/client.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { Service } from '../../../service.ts';

const TOKEN = 'a-token-for-the-metrics';

let world: World;
let worker: Service;
let asked: Client;
before(async () => {
  world = await startWorld({ worker: false });
  worker = await world.another({ api: false, worker: true, settings: { WORKER_PORT: '0', METRICS_TOKEN: TOKEN } });
  asked = createClient(worker.url ?? '');
});
after(() => world.close());

describe('a worker with WORKER_PORT', () => {
  it('says that it lives and is ready', async () => {
    expectStatus(await asked.get('/health/live'), 200);
    expectStatus(await asked.get('/health/ready'), 200);
  });
  it('metrics without their token -> 401 unauthenticated', async () =>
    expectCode(await asked.get('/metrics'), 401, 'unauthenticated'));
  it('shows what it holds in memory, and leaves the figures of the database to the APIs', async () => {
    // The mail of the sign-up is sent by this worker.
    await signUp(world);
    const { text } = expectStatus(await asked.get('/metrics', { authorization: `Bearer ${TOKEN}` }), 200);
    assert.match(text, /^mortar_pool_connections\{pool="background",state="idle"\} \d+$/m);
    assert.match(text, /^mortar_pool_connections\{pool="jobs",state="\w+"\} \d+$/m);
    assert.match(text, /^process_cpu_seconds_total \d/m);
    assert.doesNotMatch(text, /^mortar_workers /m);
  });
  it('has no other route -> 404 not-found', async () => {
    for (const path of ['/customers/me', '/console', '/docs', '/files/public/x'])
      expectCode(await asked.get(path), 404, 'not-found');
  });
});

describe('a worker without WORKER_PORT', () => {
  it('does not listen', async () => {
    const silent = await world.another({ api: false, worker: true });
    assert.equal(silent.url, undefined);
  });
});
