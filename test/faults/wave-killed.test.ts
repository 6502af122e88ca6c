// A worker dies by kill -9 in the middle of a wave of automatic investment; the next run buys for the others, for nobody twice.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type Investor, openFunding, signInAdministrator, verifiedInvestor } from '../support/actors.ts';
import { type ServiceProcess, startProcess } from '../support/processes.ts';
import { proveLedger } from '../support/withdrawal-actors.ts';
import { expectStatus, startWorld, type World } from '../support/world.ts';

const INVESTORS = 50;
const READING_TAKES_MS = 700;

let world: World;
let worker: ServiceProcess | undefined;

before(async () => {
  world = await startWorld({ worker: false });
});
after(async () => {
  await worker?.kill();
  await world.close();
});

async function planner(): Promise<Investor> {
  const investor = await verifiedInvestor(world);
  await world.control('POST', `/accounts/${investor.customerId}/credit`, { amountCents: 5_000 });
  const plan = { active: true, amountPerPropertyCents: 3_000, contractTypes: ['obligation'] };
  expectStatus(await investor.client.put('/customers/investment-plan', plan), 200);
  return investor;
}

it('is finished by the next run, each investor served once and in order', async () => {
  const investors: Investor[] = [];
  for (let n = 0; n < INVESTORS; n += 10) investors.push(...(await Promise.all(Array.from({ length: 10 }, planner))));
  await world.runJob('incoming-wires');
  const { propertyId } = await openFunding(world, { bricks: 3 * INVESTORS - 4 });
  const purchases = async () =>
    (
      await world.sql<{ count: number }>('select count(*)::integer as count from purchase where property_id = $1', [propertyId])
    )[0]?.count ?? 0;

  await world.control('POST', '/faults', {
    route: 'GET /v2/accounts/:accountId',
    mode: 'latency',
    times: 1_000,
    latencyMs: READING_TAKES_MS,
  });
  const admin = await signInAdministrator(world);
  const trigger = `/administration/property/${propertyId}/funding/trigger-automatic-investment`;
  expectStatus(await admin.client.post(trigger, { includeInvestorsWithCanceledAutoInvest: false }), 201);
  worker = await startProcess(world, 'worker');
  await world.until(async () => (await purchases()) > 0, 'the wave has begun', 60_000);
  await worker.kill();
  await world.control('DELETE', '/faults');
  const atDeath = await purchases();
  assert.ok(atDeath < INVESTORS, `${atDeath} purchases when the worker died`);

  const report = await world.runJob<{ finished: number }>('automatic-funding');
  assert.equal(report.finished, 1);
  const rows = await world.sql<{ rank: number; status: string; bricks: number; purchases: number }>(
    `select candidate.rank, candidate.status, coalesce(sum(purchase.brick_count), 0)::integer as bricks, count(purchase.id)::integer as purchases
     from automatic_funding_candidate candidate
     left join purchase on purchase.customer_id = candidate.customer_id and purchase.property_id = $1
     group by candidate.wave_id, candidate.rank, candidate.status order by candidate.rank`,
    [propertyId],
  );
  assert.equal(rows.length, INVESTORS);
  // The last but one gets the two bricks that are left.
  assert.deepEqual(
    rows.map(({ bricks }) => bricks),
    [...Array.from({ length: INVESTORS - 2 }, () => 3), 2, 0],
  );
  assert.ok(rows.every(({ purchases: count, bricks }) => count === (bricks > 0 ? 1 : 0)));
  assert.equal(rows.at(-1)?.status, 'skipped');
  await world.runJob('wallet-transactions');
  await proveLedger(admin);
});
