// A replica that was never there: the service reads the primary and says so once, however often it looks.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { after, before, it } from 'node:test';
import { startWorld, type World } from '../../../test/support/world.ts';
import { requestWaits } from './pool.ts';
import { followReplica, type ReadSource } from './replica.ts';

const LOOKS = 3;

let world: World;
before(async () => {
  world = await startWorld({ worker: false });
});
after(() => world.close());

it('a replica that is not there is one warning, and every read is answered by the primary', async () => {
  let looks = 0;
  const refusing = createServer((socket) => {
    looks += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(refusing, 'listening');
  // Border: a server that listens on TCP has an address of this shape.
  const { port } = refusing.address() as AddressInfo;
  const { db: primary, config, log } = world.deps;
  const [warnings, sources]: [unknown[], ReadSource[]] = [[], []];
  const replica = await followReplica({
    ...{ primary, url: `postgres://mortar@127.0.0.1:${port}/mortar`, size: 2, prepares: true, maxLagMs: 1_000 },
    waits: requestWaits(config),
    log: Object.assign(Object.create(log), { warn: (line: unknown) => warnings.push(line) }),
    onRead: (source) => sources.push(source),
  });
  await world.until(async () => looks >= LOOKS, 'several looks');
  assert.ok(await replica.read(undefined, async (db) => db === primary));
  assert.ok(await replica.read(await replica.position(), async (db) => db === primary));
  assert.deepEqual(sources, ['unavailable', 'unavailable']);
  await replica.close();
  refusing.close();
  assert.equal(warnings.length, 1);
});
