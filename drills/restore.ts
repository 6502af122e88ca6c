// `npm run restore-drill`: base backup, archive of the log and a copy of the files; then the server and the files are destroyed under load
// and restored to a moment before. Nothing from before it may be missing, and the reconciliation must list what the provider did after it.

import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { removeHome } from '../scripts/postgres-home.ts';
import { allArchived, archiving, makeArchive, restoreServer } from '../scripts/postgres-restore.ts';
import { copyRunning } from '../scripts/postgres-standby.ts';
import type { LedgerProof } from '../src/features/operations/ledger-proof/prove-ledger.ts';
import { signInAdministrator, signUp } from '../test/support/actors.ts';
import { startProcess } from '../test/support/processes.ts';
import { startWorld, type World } from '../test/support/world.ts';
import { preparePeople, type Tally } from './orders.ts';
import { movedByProvider } from './provider-movements.ts';
import { countSeals, job, type Past, type Topology, underLoad } from './restore-topology.ts';
import { takeUpWork } from './restored.ts';
import { conclude, DURABLE, killServer, makeFolders, openPool, say, secondsSince, settled, startPrimary, undo } from './stage.ts';
import { copyNew, hashFiles, upload } from './stored-files.ts';

const LOAD_MS = 4_000;
/** Without a worker, so that the point lies between the promise of a payment and its call. */
const UNSENT_MS = 1_500;
const LOG_EVERY_SECONDS = 5;

async function build(): Promise<Topology> {
  const { folder, ...dirs } = makeFolders('restore', ['postgres', 'archive', 'backup', 'restored']);
  say('starting a server that archives its log');
  const archive = await makeArchive(dirs.archive);
  await startPrimary(dirs.postgres, { ...DURABLE, ...archiving(archive, LOG_EVERY_SECONDS) });
  const data = path.join(folder, 'data');
  const [files, copy] = [path.join(data, 'files'), path.join(folder, 'copy-of-files')];
  for (const made of [files, copy]) mkdirSync(made, { recursive: true });
  const settings = { DATA_DIR: data, WITHDRAWAL_TFA_TTL_SECONDS: '86400', SHUTDOWN_GRACE_MS: '0' };
  const world = await startWorld({ worker: false, settings });
  undo.push(() => world.close().catch(() => {}));
  const worker = await startProcess(world, 'worker');
  const api = await startProcess(world, 'api');
  world.sandbox.setMortarUrl(api.url);
  const topology = { world, dirs, archive, files, copy, worker, api };
  undo.push(() => Promise.all([topology.api.kill(), topology.worker.kill()]));
  const people = await preparePeople(world, say);
  const pool = openPool(world.environment.DATABASE_URL ?? '');
  return Object.assign(topology, { people, pool, admin: await signInAdministrator(world) });
}

async function live(topology: Topology): Promise<Past> {
  const { world, admin, pool, dirs, files, copy } = topology;
  // A third for each time, of every kind.
  const limited = (time: number) => topology.people.limited.filter((_, index) => Math.floor(index / 3) % 3 === time);
  const first = await underLoad(topology, limited(0), async () => {
    await upload(world, admin);
    const began = performance.now();
    await copyRunning({ url: world.environment.DATABASE_URL ?? '', dataDir: dirs.postgres, copyDir: dirs.backup });
    copyNew(files, copy);
    say(`base backup under load: ${secondsSince(began)} s`);
    await pause(LOAD_MS);
  });
  await settled(pool);
  const proof = await job<LedgerProof>(world, 'ledger-proof', '--all');
  if (!proof.ok) throw new Error(`the proof before the point is red: ${JSON.stringify(proof)}`);
  say(`after the backup everything is proved, in ${await countSeals(pool)} seals`);

  await topology.worker.kill();
  let point = { at: '', ms: 0 };
  const second = await underLoad(topology, limited(1), async () => {
    await upload(world, admin);
    await pause(UNSENT_MS);
    point = await nameThePoint(pool);
    copyNew(files, copy);
    await pause(UNSENT_MS);
  });
  topology.worker = await startProcess(world, 'worker');
  const loggedBefore = await loggedBytes(pool);
  const third = await underLoad(topology, limited(2), async () => {
    await upload(world, admin);
    await arrive(world);
    await pause(LOAD_MS);
  });
  await settled(pool);
  const perRequest = ((await loggedBytes(pool)) - loggedBefore) / third.acknowledged.length / 1_000;
  say(`${third.acknowledged.length} requests after the point, each with its jobs ${perRequest.toFixed(1)} kB of log`);
  const acknowledged = [first, second, third].flatMap((tally) => tally.acknowledged);
  const failures = [first, second, third].flatMap((tally) => tally.failures);
  if (failures.length > 0) throw new Error(`the load failed before anything was destroyed: ${failures.join('; ')}`);
  const acknowledgedThen = (isBefore: boolean): Tally => ({
    ...{ failures: [], repeats: 0 },
    acknowledged: acknowledged.filter(({ atMs }) => atMs < point.ms === isBefore),
  });
  const moved = await movedByProvider(pool);
  const surplus = proof.providerDifferences.map(({ accountId }) => accountId);
  return {
    before: acknowledgedThen(true),
    after: acknowledgedThen(false),
    point: point.at,
    hashes: hashFiles(files),
    moved,
    surplus,
  };
}

/** Bytes of log that the server has written so far; what its padding adds in the archive is left out. */
async function loggedBytes(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>('select wal_bytes::text as bytes from pg_stat_wal');
  return Number(rows[0]?.bytes);
}

/** The moment to go back to: what was acknowledged before it was asked is committed before it. */
async function nameThePoint(pool: pg.Pool): Promise<{ at: string; ms: number }> {
  const ms = performance.now();
  const { rows } = await pool.query<{ at: string; waiting: number }>(
    `select clock_timestamp()::text as at,
       (select count(*)::integer from payment where status = 'created') as waiting`,
  );
  const [{ at, waiting } = { at: '', waiting: 0 }] = rows;
  say(`the point: ${at}; ${waiting} payments are promised and not sent`);
  if (waiting === 0) throw new Error('no payment waits at the point, so nothing shows that none is sent twice');
  return { at, ms };
}

/** Somebody signs up after the point, and money arrives there, which no book will know. */
async function arrive(world: World): Promise<void> {
  const { customerId } = await signUp(world);
  await world.control('POST', '/accounts', { accountId: customerId, kind: 'individual', status: 6, balanceCents: 0 });
  await world.control('POST', `/accounts/${customerId}/credit`, { amountCents: 77_700 });
}

async function destroy({ world, api, worker, dirs, files }: Topology): Promise<void> {
  await allArchived(world.environment.DATABASE_URL ?? '');
  killServer(dirs.postgres);
  await Promise.all([api.kill(), worker.kill()]);
  removeHome(dirs.postgres);
  rmSync(files, { recursive: true, force: true });
  say('killed: database server, API and worker; its data and all files are deleted');
}

/** Restores the database and the files. From here on `world.environment` leads to the restored server. */
async function restore({ world, dirs, archive, files, copy }: Topology, point: string): Promise<pg.Pool> {
  const began = performance.now();
  const settings = { ...DURABLE };
  const server = await restoreServer({ backupDir: dirs.backup, archive, dataDir: dirs.restored, until: point, settings });
  undo.push(() => server.stop('immediate'));
  say(`the database is restored to the point: ${secondsSince(began)} s`);
  mkdirSync(files, { recursive: true });
  copyNew(copy, files);
  const url = new URL(new URL(world.environment.DATABASE_URL ?? '').pathname, server.url).href;
  if (url !== world.environment.DATABASE_URL) throw new Error(`the restored server has another address: ${url}`);
  return openPool(url);
}

async function drill(): Promise<string[]> {
  const topology = await build();
  const past = await live(topology);
  await destroy(topology);
  const began = performance.now();
  const pool = await restore(topology, past.point);
  const faults = await takeUpWork(topology, past, pool);
  say(`from the loss to the last green proof: ${secondsSince(began)} s`);
  return faults;
}

await conclude(drill, 'The restore lost nothing from before the point, and what came after it is listed.');
