// What /metrics says of pools, lines, queues, payments and proofs, as Prometheus reads it.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openFunding, signUp, verifiedInvestor } from '../../../test/support/actors.ts';
import { createClient } from '../../../test/support/client.ts';
import { onlyInTheBooks } from '../../../test/support/money-states.ts';
import { expectStatus, startWorld, type World } from '../../../test/support/world.ts';
import { createMetrics } from './metrics.ts';

let world: World;
before(async () => {
  world = await startWorld({ worker: false });
});
after(() => world.close());

/** The figures by name and labels, as a process says them. */
async function scrape(url = world.url): Promise<Map<string, number>> {
  const { text } = expectStatus(await createClient(url).get('/metrics'), 200);
  return new Map(
    text.split('\n').flatMap((line) => {
      const [, series = '', value] = /^(mortar_\w+(?:\{.*\})?) (\S+)$/.exec(line) ?? [];
      return value === undefined ? [] : [[series, Number(value)] as const];
    }),
  );
}
/** Another process, which has read nothing as yet. */
const scrapeAnew = async () => scrape((await world.another({ api: true, worker: false })).url);

it('what Node says of the process is there, for each of its services', async () => {
  for (const metrics of [createMetrics(), createMetrics()]) {
    const { body } = await metrics.render();
    for (const name of ['nodejs_eventloop_lag_seconds', 'nodejs_heap_size_used_bytes', 'process_cpu_seconds_total'])
      assert.match(body, new RegExp(`^${name} [\\d.e-]+$`, 'm'));
  }
});

describe('the pools', () => {
  it('show how many connections are busy, idle and waited for, and their limit', async () => {
    await signUp(world);
    const figures = await scrape();
    for (const pool of ['requests', 'background', 'jobs', 'sessions'])
      for (const series of ['connections{pool="X",state="busy"}', 'connections{pool="X",state="idle"}', 'waiting{pool="X"}'])
        assert.ok(figures.has(`mortar_pool_${series.replace('X', pool)}`), `${series} of ${pool}`);
    assert.equal(figures.get('mortar_pool_limit{pool="requests"}'), world.deps.config.DATABASE_POOL_SIZE);
    assert.ok((figures.get('mortar_pool_connections{pool="requests",state="idle"}') ?? 0) > 0);
  });
});

describe('the lines', () => {
  it('show how many permits are held and waited for', async () => {
    const figures = await scrape();
    assert.equal(figures.get('mortar_line_limit{line="heavy_requests"}'), world.deps.config.HEAVY_REQUESTS_AT_ONCE);
    // The request for the metrics is a read itself.
    assert.equal(figures.get('mortar_line_limit{line="heavy_requests_at_work"}'), 1);
    assert.equal(figures.get('mortar_line_waiting{line="property_queue"}'), 0);
    // A sign-up that waits too long, as on a busy machine, is refused.
    const many = Promise.allSettled(Array.from({ length: 12 }, () => signUp(world)));
    await world.until(
      async () => ((await scrape()).get('mortar_line_waiting{line="password_hashes"}') ?? 0) > 0,
      'somebody to wait for a hash',
    );
    await many;
    const later = await scrape();
    assert.deepEqual(
      [later.get('mortar_line_running{line="password_hashes"}'), later.get('mortar_line_waiting{line="password_hashes"}')],
      [0, 0],
    );
  });
});

describe('what rooms sample', () => {
  const open = (state: string, age: string) => `mortar_open_payments{state="${state}",age="${age}"}`;
  const proof = (what: string) => `mortar_ledger_proof_${what}{scope="everything"}`;

  before(async () => {
    const { propertyId } = await openFunding(world, { bricks: 10 });
    const buyer = await verifiedInvestor(world, { fundsCents: 5_000 });
    expectStatus(await buyer.client.post(`/properties/${propertyId}/purchase`, { amount: 2 }), 201);
  });

  it('is a payment nobody has sent, with its age, and the job that will', async () => {
    const figures = await scrapeAnew();
    assert.equal(figures.get(open('unsent', 'under_1m')), 1);
    assert.equal(figures.get(open('unsent', '1h_to_1d')), 0);
    assert.equal(figures.get('mortar_jobs{queue="execute-payment",state="waiting"}'), 1);
    assert.ok((figures.get('mortar_job_oldest_waiting_seconds{queue="execute-payment"}') ?? 0) > 0);
    assert.equal(figures.get('mortar_jobs_failed'), 0);
    assert.equal(figures.get('mortar_workers'), 0);
    await world.moveClock({ advance: 'PT2H' });
    const later = await scrapeAnew();
    assert.equal(later.get(open('unsent', '1h_to_1d')), 1);
    const oldestSeconds = later.get('mortar_open_payment_oldest_seconds{state="unsent"}') ?? 0;
    assert.ok(oldestSeconds >= 7_200 && oldestSeconds < 7_300, String(oldestSeconds));
    await world.runJob('wallet-transactions');
    assert.equal((await scrapeAnew()).get('mortar_open_payment_oldest_seconds{state="unsent"}'), 0);
  });

  it('is the last proof: absent before the first, then when it ran, how long, and what it found', async () => {
    const none = await scrapeAnew();
    assert.equal(none.get(proof('sound')), undefined);
    await world.runJob('ledger-proof');
    const figures = await scrapeAnew();
    assert.equal(figures.get(proof('sound')), 1);
    assert.equal(figures.get(proof('violations')), 0);
    assert.equal(figures.get(proof('wallets_missing_money')), 0);
    assert.ok((figures.get(proof('duration_seconds')) ?? 0) > 0);
    const agoSeconds = world.deps.clock.now().epochMilliseconds / 1_000 - (figures.get(proof('last_run_timestamp_seconds')) ?? 0);
    assert.ok(agoSeconds >= 0 && agoSeconds < 60, String(agoSeconds));
  });

  it('is a proof that found something', async () => {
    const { customerId } = await verifiedInvestor(world);
    await onlyInTheBooks(world, customerId, 700);
    await world.runJob('ledger-proof');
    const figures = await scrapeAnew();
    assert.equal(figures.get('mortar_ledger_proof_sound{scope="changes"}'), 0);
    assert.equal(figures.get('mortar_ledger_proof_wallets_missing_money{scope="changes"}'), 1);
    assert.equal(figures.get(proof('sound')), 1, 'the whole proof was another one');
  });

  it('is the last reconciliation, and the differences that are open', async () => {
    await world.runJob('provider-reconciliation');
    const figures = await scrapeAnew();
    assert.equal(figures.get('mortar_reconciliation_complete'), 1);
    assert.ok((figures.get('mortar_reconciliation_wallets') ?? 0) > 0);
    assert.equal(figures.get('mortar_reconciliation_open_differences{kind="missing"}'), 1);
    assert.equal(figures.get('mortar_reconciliation_open_differences{kind="surplus"}'), 0);
  });

  it('is read at most every ten seconds, however often somebody asks', async () => {
    const { url } = await world.another({ api: true, worker: false });
    const before = await scrape(url);
    await world.moveClock({ advance: 'PT1H' });
    await world.runJob('ledger-proof');
    const series = 'mortar_ledger_proof_last_run_timestamp_seconds{scope="changes"}';
    assert.equal((await scrape(url)).get(series), before.get(series));
    assert.notEqual((await scrapeAnew()).get(series), before.get(series));
  });

  it('that cannot be read is absent, and everything else is there', async () => {
    await world.sql('alter table proof_run rename to gone');
    const figures = await scrapeAnew();
    await world.sql('alter table gone rename to proof_run');
    assert.equal(figures.get('mortar_sample_ok{sampler="proof"}'), 0);
    assert.equal(figures.get(proof('sound')), undefined);
    assert.equal(figures.get('mortar_sample_ok{sampler="payments"}'), 1);
    assert.ok(figures.has(open('unsent', 'under_1m')));
  });
});
