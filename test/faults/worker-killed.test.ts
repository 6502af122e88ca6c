// A worker dies by kill -9 while the provider is moving the money of a deal; another worker finishes it, and the money moved once.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { resaleProperty, signInAdministrator, verifiedInvestor } from '../support/actors.ts';
import { expectStatus, startWorld, type World } from '../support/world.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const TAKEN_OVER_WITHIN_MS = 90_000;

let world: World;
const workers: ChildProcess[] = [];

before(async () => {
  world = await startWorld({ worker: false });
});
after(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  await world.close();
});

/** A worker as production runs it: a process of its own. */
function startWorker(): ChildProcess {
  const worker = spawn(process.execPath, [MAIN, 'worker'], {
    env: { PATH: process.env.PATH, ...world.environment },
    stdio: 'inherit',
  });
  workers.push(worker);
  return worker;
}

it('the deal is confirmed by the next worker, one movement at the provider, and the proof holds', async () => {
  const seller = await verifiedInvestor(world);
  const buyer = await verifiedInvestor(world, { fundsCents: 3_000 });
  const { propertyId } = await resaleProperty(world, { owners: [{ customerId: seller.customerId, bricks: 2 }] });
  const deal = expectStatus(
    await seller.client.post<{ id: string }>('/marketplace/deal', { propertyId, amount: 2, price: 950 }),
    201,
  ).body;
  await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'timeout-after', times: 1, latencyMs: 60_000 });
  expectStatus(await buyer.client.post(`/marketplace/deal/${deal.id}/purchase`), 201);

  const first = startWorker();
  await world.until(
    async () => (await world.control<{ balanceCents: number }>('GET', `/accounts/${buyer.customerId}`)).balanceCents === 1_100,
    'the provider has moved the money, its reply is on its way',
  );
  first.kill('SIGKILL');
  await once(first, 'exit');
  assert.equal(
    (await world.sql<{ status: string }>('select status from market_deal where id = $1', [deal.id]))[0]?.status,
    'reserved',
  );

  const killedAt = performance.now();
  startWorker();
  await world.until(
    async () =>
      (await world.sql<{ status: string }>('select status from market_deal where id = $1', [deal.id]))[0]?.status === 'confirmed',
    'another worker confirms the deal',
    TAKEN_OVER_WITHIN_MS,
  );
  assert.ok(performance.now() - killedAt < TAKEN_OVER_WITHIN_MS);
  assert.equal((await world.control<{ balanceCents: number }>('GET', `/accounts/${buyer.customerId}`)).balanceCents, 1_100);
  const administrator = await signInAdministrator(world);
  const proof = expectStatus(await administrator.client.get<{ ok: boolean }>('/administration/ledger/proof'), 200).body;
  assert.equal(proof.ok, true, JSON.stringify(proof));
});
