// The bricks of a large property: published at once, created by the worker, sold only when all are there.

import assert from 'node:assert/strict';
import { after, afterEach, before, it } from 'node:test';
import { type Person, signInAdministrator, spvWithWallet, verifiedInvestor } from '../../../../test/support/actors.ts';
import { assertSoundLedger } from '../../../../test/support/ledger-proof.ts';
import { startProcess } from '../../../../test/support/processes.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId } from '../../../core/db/tables.ts';

type View = { id: PropertyId; status: string; totalBricks: number; createdBricks: number };

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld({ worker: false, settings: { DATABASE_STATEMENT_LIMIT_MS: '15000' } });
  admin = await signInAdministrator(world);
});
after(() => world.close());
afterEach(async () => {
  await assertSoundLedger(world);
});

const images = ['https://images.test/a.png', 'https://images.test/b.png'];
const view = async (id: string) => expectStatus(await admin.client.get<View>(`/administration/property/${id}`), 200).body;

/** Publishes a property of `bricks` bricks at 10 EUR whose funding starts in two days. */
async function publish(bricks: number): Promise<View> {
  const { spvId } = await spvWithWallet(world);
  const fundingStartDate = world.deps.clock.now().add({ hours: 48 }).toString();
  const draft = await admin.client.post<View>('/administration/property', {
    ...{ name: 'La Grande Tour', investorContractType: 'obligation', spvId, imageGallery: images },
    ...{ amountToFundCents: bricks * 1_000, minAmountToFundCents: 1_000, fundingStartDate },
  });
  const { id } = expectStatus(draft, 201).body;
  return expectStatus(await admin.client.patch<View>(`/administration/property/${id}/publish`), 200).body;
}

it('goes on where a worker was killed, and nobody buys before the last brick is there', async () => {
  const { id } = await publish(230_000);
  const buyer = await verifiedInvestor(world, { fundsCents: 100_000 });
  await world.moveClock({ advance: 'P3D' });
  const buy = () => buyer.client.post<{ id: string }>(`/properties/${id}/purchase`, { amount: 7 });
  expectCode(await buy(), 403, 'primary-purchase.funding-not-open');

  const killed = await startProcess(world, 'worker');
  await world.until(async () => (await view(id)).createdBricks > 50_000, 'the worker has created some');
  await killed.kill();
  const stock = async () => {
    const [row] = await world.sql<{ count: number; last: number; created: number }>(
      `select count(*)::integer as count, max(brick.number) as last, (select total_bricks - uncreated_bricks from property where id = $1) as created
       from brick
       where property_id = $1`,
      [id],
    );
    return row;
  };
  const left = await stock();
  const created = left?.created ?? 0;
  assert.ok(created < 230_000);
  assert.deepEqual(left, { count: created, last: created, created });
  await assertSoundLedger(world);
  expectCode(await buy(), 403, 'primary-purchase.funding-not-open');

  const other = await world.another({ api: false, worker: true });
  await world.until(async () => (await view(id)).createdBricks === 230_000, 'all are created', 120_000);
  assert.deepEqual(await stock(), { count: 230_000, last: 230_000, created: 230_000 });
  expectStatus(await buy(), 201);
  await world.until(
    async () => (await admin.client.get<{ confirmed: number }>(`/administration/property/${id}/funding`)).body.confirmed === 7,
    'the purchase is settled',
  );
  await other.close();
});

it('publishes ten million euros within the limits of a request, and says how many bricks there are', async () => {
  const began = performance.now();
  const { status, totalBricks, createdBricks } = await publish(1_000_000);
  const tookMs = performance.now() - began;
  assert.deepEqual([status, totalBricks, createdBricks], ['PUBLISHED', 1_000_000, 50_000]);
  assert.ok(tookMs < 15_000, `took ${tookMs} ms`);
});
