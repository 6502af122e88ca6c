// An instance with a real streaming replica: others may read late, writers read their writes, and a replica that stands still
// or is gone is not noticed.

import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { type EmbeddedPostgres, startPostgres, THROWAWAY_SETTINGS } from '../../scripts/embedded-postgres.ts';
import { removeHome } from '../../scripts/postgres-home.ts';
import { type Standby, startStandby } from '../../scripts/postgres-standby.ts';
import { createPool } from '../../src/core/db/pool.ts';
import type { Service } from '../../src/service.ts';
import { readTree } from '../architecture/engine.ts';
import { lateRoutes } from '../architecture/late-routes.ts';
import { REPOSITORY } from '../architecture/walls.ts';
import { signInAdministrator, verifiedInvestor } from '../support/actors.ts';
import type { Client } from '../support/client.ts';
import { clientAt } from '../support/processes.ts';
import { expectStatus, startWorld, type World } from '../support/world.ts';

const SETTINGS = { ...THROWAWAY_SETTINGS, max_connections: '60', wal_keep_size: '256MB' };
const UPDATES = '/administration/admin-actions?kind=CUSTOMER_UPDATE&limit=100';
const COOKIE = 'mortar_position';
const LAG_LIMIT_MS = 600_000;

const folder = mkdtempSync(join(tmpdir(), 'mortar-replica-'));
const [primaryDir, standbyDir] = [join(folder, 'postgres'), join(folder, 'standby')];
let primary: EmbeddedPostgres;
let standby: Standby;
let onStandby: pg.Pool;
let world: World;
let instance: Service;
let writer: Client;
let reader: Client;
let investor: Awaited<ReturnType<typeof verifiedInvestor>>;

before(async () => {
  // As root, the user of the database must get through.
  chmodSync(folder, 0o711);
  primary = await startPostgres({ dataDir: primaryDir, settings: SETTINGS });
  world = await startWorld({ server: primary.url });
  standby = await startStandby({ primary: { url: primary.url, dataDir: primaryDir }, dataDir: standbyDir, settings: SETTINGS });
  onStandby = new pg.Pool({ connectionString: replicaUrl(), max: 2 });
  onStandby.on('error', () => {});
  investor = await verifiedInvestor(world);
  instance = await anotherInstance(LAG_LIMIT_MS);
  [writer, reader] = [await administratorAt(instance), await administratorAt(instance)];
  // It was begun a moment ago, and may still be replaying what was written before.
  const isRead = async () => {
    await updatesSeenBy(reader);
    return (await readsFrom('replica')) > 0;
  };
  await world.until(isRead, 'the replica to be read');
});
after(async () => {
  await onStandby.end();
  await world.close();
  await standby.stop('immediate');
  await primary.stop('immediate');
  for (const dir of [primaryDir, standbyDir]) removeHome(dir);
  rmSync(folder, { recursive: true, force: true });
});

function replicaUrl(): string {
  return new URL(new URL(world.environment.DATABASE_URL ?? '').pathname, standby.url).href;
}

function anotherInstance(limitMs: number): Promise<Service> {
  const settings = { DATABASE_REPLICA_URL: replicaUrl(), DATABASE_REPLICA_LAG_LIMIT_MS: String(limitMs) };
  return world.another({ api: true, worker: false, settings });
}

async function administratorAt({ url = '' }: Service): Promise<Client> {
  return clientAt({ url }, (await signInAdministrator(world)).client);
}

let canSeeRoyalty = false;
/** One more audit row, by an administrator. */
async function update(by: Client): Promise<void> {
  canSeeRoyalty = !canSeeRoyalty;
  expectStatus(await by.patch(`/administration/customers/${investor.customerId}`, { canSeeRoyalty }), 200);
}

async function updatesSeenBy(client: Client): Promise<number> {
  return expectStatus(await client.get<{ items: unknown[] }>(UPDATES), 200).body.items.length;
}

/** Reads of the instance so far, by where they were answered. */
async function readsFrom(source: string, { deps }: Service = instance): Promise<number> {
  const { body } = await deps.metrics.render();
  return Number(new RegExp(`mortar_replica_reads_total\\{source="${source}"\\} (\\d+)`).exec(body)?.[1] ?? 0);
}

const seesAll = (client: Client, count: number) => async () => (await updatesSeenBy(client)) === count;

async function paused(work: () => Promise<void>): Promise<void> {
  await onStandby.query('select pg_wal_replay_pause()');
  const isPaused = async () => {
    const { rows } = await onStandby.query<{ state: string }>('select pg_get_wal_replay_pause_state() as state');
    return rows[0]?.state === 'paused';
  };
  try {
    await world.until(isPaused, 'the replica to stand still');
    await work();
  } finally {
    await onStandby.query('select pg_wal_replay_resume()');
  }
}

/** Answer to a run or a property that does not exist. */
function ofUnknown(url: string): number {
  if (url.includes(':runId')) return 404;
  return url.startsWith('/administration/property/:') ? 400 : 200;
}

describe('with a replica', () => {
  it('its routes are answered by it, all of them without a write', async () => {
    const routes = lateRoutes(readTree(REPOSITORY));
    assert.ok(routes.length >= 9);
    const customer = clientAt({ url: instance.url ?? '' }, investor.client);
    customer.cookies.delete(COOKIE);
    const year = String(new Date().getUTCFullYear());
    for (const { url, guard } of routes) {
      const seen = await readsFrom('replica');
      const known = { ':year': year, ':period': `${year}-01`, ':customerId': investor.customerId };
      const path = url.replace(/:\w+/g, (name) => known[name as keyof typeof known] ?? crypto.randomUUID());
      const { status, text } = await (guard === 'customer' ? customer : reader).get(path);
      assert.equal(status, ofUnknown(url), `${path} ${text}`);
      assert.equal((await readsFrom('replica')) - seen, 1, path);
    }
  });

  it('that stands still, others read what was, writers read what is', async () => {
    await update(writer);
    const count = await updatesSeenBy(writer);
    await world.until(seesAll(reader, count), 'the replica to follow');
    await paused(async () => {
      writer.cookies.delete(COOKIE);
      await update(writer);
      assert.match(writer.cookies.get(COOKIE) ?? '', /^\d+$/);
      assert.equal(await updatesSeenBy(writer), count + 1);
      assert.equal(await updatesSeenBy(reader), count);
    });
    await world.until(seesAll(reader, count + 1), 'the replica to have caught up');
    const seen = await readsFrom('replica');
    const isReadAgain = async () => (await updatesSeenBy(writer)) === count + 1 && (await readsFrom('replica')) > seen;
    await world.until(isReadAgain, 'the writer to be answered by the replica again');
  });

  it('the position is sent only to writers, out of the reach of scripts, for as long as a replica may lag', async () => {
    const answer = await writer.patch(`/administration/customers/${investor.customerId}`, { canSeeRoyalty });
    const [cookie] = answer.headers.getSetCookie().filter((line) => line.startsWith(COOKIE));
    assert.match(cookie ?? '', /^mortar_position=\d+; Path=\/; Max-Age=601; HttpOnly; SameSite=Lax$/);
    const read = await writer.get(UPDATES);
    assert.deepEqual(read.headers.getSetCookie(), []);
    const elsewhere = clientAt({ url: world.url }, writer);
    elsewhere.cookies.delete(COOKIE);
    await update(elsewhere);
    assert.equal(elsewhere.cookies.get(COOKIE), undefined, 'an instance without a replica tells none');
  });

  it('a session of it can write nothing', async () => {
    const { rows } = await onStandby.query<{ count: number }>(
      "select count(*)::integer as count from pg_stat_activity where application_name = 'mortar replica'",
    );
    assert.ok((rows[0]?.count ?? 0) > 0);
    const { log } = world.deps;
    const pool = createPool({ url: world.environment.DATABASE_URL ?? '', size: 1, name: 'test', log, readOnly: true });
    const { rows: settings } = await pool.query('show transaction_read_only');
    assert.deepEqual(settings, [{ transaction_read_only: 'on' }]);
    await pool.end();
  });

  it('that is further behind than its limit is not read', async () => {
    const impatient = await anotherInstance(1_000);
    const client = await administratorAt(impatient);
    await world.until(async () => (await updatesSeenBy(client)) > 0 && (await readsFrom('replica', impatient)) > 0, 'it is read');
    await paused(async () => {
      await update(writer);
      const count = await updatesSeenBy(writer);
      await world.until(seesAll(client, count), 'the primary to be read');
      assert.ok((await readsFrom('behind', impatient)) > 0);
      assert.ok((await updatesSeenBy(reader)) < count, 'where more lag is allowed, the replica still is');
    });
  });

  it('that dies under a request, and stays away, is not noticed', async () => {
    await update(writer);
    const count = await updatesSeenBy(writer);
    await world.until(seesAll(reader, count), 'the replica to follow');
    const blocker = new pg.Client({ connectionString: world.environment.DATABASE_URL });
    await blocker.connect();
    await blocker.query('begin; lock table admin_action in access exclusive mode');
    // The replica takes the lock of its primary.
    const isLocked = async () => {
      const { rowCount } = await onStandby.query("select from pg_locks where mode = 'AccessExclusiveLock' and granted");
      return (rowCount ?? 0) > 0;
    };
    await world.until(isLocked, 'the lock to arrive');
    const answer = reader.get<{ items: unknown[] }>(UPDATES);
    const isWaiting = async () => {
      const { rowCount } = await onStandby.query(
        "select from pg_stat_activity where application_name = 'mortar replica' and wait_event_type = 'Lock'",
      );
      return rowCount === 1;
    };
    await world.until(isWaiting, 'the request to wait at the replica');
    await standby.stop('immediate');
    await blocker.query('rollback');
    await blocker.end();
    assert.equal(expectStatus(await answer, 200).body.items.length, count);
    assert.equal(await updatesSeenBy(reader), count);
    await update(writer);
    assert.equal(await updatesSeenBy(reader), count + 1, 'the primary answers, so at once');
    assert.ok((await readsFrom('unavailable')) >= 3);
  });
});
