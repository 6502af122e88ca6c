// Two instances behind PgBouncer in transaction mode, with fewer connections than requests: nothing is lost, jobs start at once.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { findPgbouncer, followsNames, type Pgbouncer, startPgbouncer } from '../../scripts/pgbouncer.ts';
import type { Service } from '../../src/service.ts';
import { openFunding, verifiedInvestor } from '../support/actors.ts';
import { assertSoundLedger } from '../support/ledger-proof.ts';
import { clientAt } from '../support/processes.ts';
import { expectStatus, startWorld, type World } from '../support/world.ts';

const program = findPgbouncer();

/** Of the pooler to the database; as many requests of each instance want one at once. */
const CONNECTIONS = 3;
const BUYERS = 12;
const PRICE_CENTS = 1_000;

describe('behind PgBouncer', {
  skip: program === undefined ? 'PgBouncer is not installed (apt-get install pgbouncer)' : false,
}, () => {
  const folder = mkdtempSync(join(tmpdir(), 'mortar-pooler-'));
  let world: World;
  let pooler: Pgbouncer;
  let instances: Service[];

  before(async () => {
    if (program === undefined) return;
    world = await startWorld({ worker: false });
    const databaseUrl = world.environment.DATABASE_URL ?? '';
    pooler = await startPgbouncer(program, { folder, databaseUrl, connections: CONNECTIONS });
    const settings = {
      DATABASE_URL: pooler.url,
      DATABASE_SESSION_URL: pooler.sessionUrl,
      DATABASE_PREPARES: String(followsNames(program)),
    };
    instances = [
      await world.another({ api: true, worker: true, settings }),
      await world.another({ api: true, worker: true, settings }),
    ];
  });
  after(async () => {
    await world.close();
    await pooler.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('more buyers than connections, at two instances: each buys once, and the jobs end every purchase', async () => {
    const { propertyId } = await openFunding(world, { bricks: BUYERS * 2, brickPriceCents: PRICE_CENTS });
    const buyers = await Promise.all(
      Array.from({ length: BUYERS }, () => verifiedInvestor(world, { fundsCents: 2 * PRICE_CENTS })),
    );
    const answers = await Promise.all(
      buyers.map(({ client }, index) => {
        const instance = instances[index % instances.length];
        const at = clientAt({ url: instance?.url ?? '' }, client);
        return at.post(`/properties/${propertyId}/purchase`, { amount: 2 });
      }),
    );
    for (const answer of answers) expectStatus(answer, 201);
    const confirmed = async () => {
      const [row] = await world.sql<{ count: number }>(
        "select count(*)::integer as count from purchase where property_id = $1 and status = 'confirmed'",
        [propertyId],
      );
      return row?.count === BUYERS;
    };
    await world.until(confirmed, 'all purchases are confirmed by the workers');
    await assertSoundLedger(world);
  });

  it('workers are woken through the address that keeps sessions', async () => {
    const listening = await world.sql<{ count: number }>(
      `select count(*)::integer as count from pg_stat_activity
       where datname = current_database() and application_name = 'mortar notifications'`,
    );
    assert.equal(listening[0]?.count, instances.length);
  });

  it('a pooler that sets neither role nor timeouts is refused at the start, all of it at once', async () => {
    const start = world.another({
      api: true,
      worker: false,
      settings: { DATABASE_URL: pooler.bareUrl, DATABASE_SESSION_URL: pooler.sessionUrl, DATABASE_PREPARES: 'false' },
    });
    await assert.rejects(start, (error: Error) => {
      assert.match(error.message, /acts as postgres, not as mortar_app/);
      assert.match(error.message, /has no lock_timeout/);
      assert.match(error.message, /has no statement_timeout/);
      return true;
    });
  });
});
