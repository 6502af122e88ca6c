// `npm run restore-drill`: base backup, archive of the log and a copy of the files; then the server and the files are destroyed under load
// and restored to a moment before. Nothing from before it may be missing, and the reconciliation must list what the provider did after it.

import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { allArchived, archiving, makeArchive, restoreServer } from '../scripts/postgres-restore.ts';
import { copyRunning } from '../scripts/postgres-standby.ts';
import type { LedgerProof } from '../src/features/treasury/ledger-proof/proof.ts';
import type { ReconciliationReport } from '../src/features/treasury/reconciliation/rules.ts';
import { type Person, signInAdministrator, signUp } from '../test/support/actors.ts';
import { clientAt, runMain, type ServiceProcess, startProcess } from '../test/support/processes.ts';
import { expectStatus, startWorld, type World } from '../test/support/world.ts';
import { type Cast, compare, prepareCast, startLoad, type Tally } from './orders.ts';
import { type MovedByProvider, movedByProvider, undoAtProvider, unexplained, unlisted } from './provider-movements.ts';
import { conclude, DURABLE, killServer, makeFolders, openPool, say, secondsSince, settled, startPrimary, undo } from './stage.ts';
import { compareFiles, copyNew, hashFiles, keysInRows, upload } from './stored-files.ts';

const LOAD_MS = 4_000;
/** Without a worker, so that the point lies between the promise of a payment and its call. */
const UNSENT_MS = 1_500;
const LOG_EVERY_SECONDS = 5;

type Estate = {
  world: World;
  admin: Person;
  cast: Cast;
  pool: pg.Pool;
  dirs: Record<'primary' | 'archive' | 'backup' | 'restored', string>;
  archive: string;
  files: string;
  copy: string;
  api: ServiceProcess;
  worker: ServiceProcess;
};

async function build(): Promise<Estate> {
  const { folder, ...dirs } = makeFolders('restore', ['primary', 'archive', 'backup', 'restored']);
  say('starting a server that archives its log');
  const archive = await makeArchive(dirs.archive);
  await startPrimary(dirs.primary, { ...DURABLE, ...archiving(archive, LOG_EVERY_SECONDS) });
  const data = path.join(folder, 'data');
  const [files, copy] = [path.join(data, 'files'), path.join(folder, 'copy-of-files')];
  for (const made of [files, copy]) mkdirSync(made, { recursive: true });
  const settings = { DATA_DIR: data, WITHDRAWAL_TFA_TTL_SECONDS: '86400', SHUTDOWN_GRACE_MS: '0' };
  const world = await startWorld({ worker: false, settings });
  undo.push(() => world.close().catch(() => {}));
  const worker = await startProcess(world, 'worker');
  const api = await startProcess(world, 'api');
  world.sandbox.setMortarUrl(api.url);
  const estate = { world, dirs, archive, files, copy, worker, api };
  undo.push(() => Promise.all([estate.api.kill(), estate.worker.kill()]));
  const cast = await prepareCast(world, say);
  const pool = openPool(world.environment.DATABASE_URL ?? '');
  return Object.assign(estate, { cast, pool, admin: await signInAdministrator(world) });
}

/** Load with these of what there is only once, while `meanwhile` happens. */
async function underLoad(estate: Estate, limited: Cast['limited'], meanwhile: () => Promise<unknown>): Promise<Tally> {
  const load = startLoad({ ...estate.cast, limited }, estate.api.url, { patience: true });
  await meanwhile();
  await load.stop();
  return load.tally;
}

/** What was backed up, promised and done before everything is gone. */
type Past = {
  before: Tally;
  after: Tally;
  point: string;
  hashes: ReadonlyMap<string, string>;
  moved: MovedByProvider;
  /** Wallets that differed before the point: money that nobody has booked yet, which is no fault. */
  surplus: readonly string[];
};

async function live(estate: Estate): Promise<Past> {
  const { world, admin, pool, dirs, files, copy } = estate;
  // A third for each time, of every kind.
  const limited = (time: number) => estate.cast.limited.filter((_, index) => Math.floor(index / 3) % 3 === time);
  const first = await underLoad(estate, limited(0), async () => {
    await upload(world, admin);
    const began = performance.now();
    await copyRunning({ url: world.environment.DATABASE_URL ?? '', dataDir: dirs.primary, copyDir: dirs.backup });
    copyNew(files, copy);
    say(`base backup under load: ${secondsSince(began)} s`);
    await pause(LOAD_MS);
  });
  await settled(pool);
  const proof = await job<LedgerProof>(world, 'ledger-proof', '--all');
  if (!proof.ok) throw new Error(`the proof before the point is red: ${JSON.stringify(proof)}`);
  say(`after the backup everything is proved, in ${await countSeals(pool)} seals`);

  await estate.worker.kill();
  let point = { at: '', ms: 0 };
  const second = await underLoad(estate, limited(1), async () => {
    await upload(world, admin);
    await pause(UNSENT_MS);
    point = await nameThePoint(pool);
    copyNew(files, copy);
    await pause(UNSENT_MS);
  });
  estate.worker = await startProcess(world, 'worker');
  const third = await underLoad(estate, limited(2), async () => {
    await upload(world, admin);
    await arrive(world);
    await pause(LOAD_MS);
  });
  await settled(pool);
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

/** The moment to go back to: what was acknowledged before it was asked is committed before it. */
async function nameThePoint(pool: pg.Pool): Promise<{ at: string; ms: number }> {
  const ms = performance.now();
  const { rows } = await pool.query<{ at: string; waiting: number }>(
    `select clock_timestamp()::text as at,
       (select count(*)::integer from payment_order where status = 'created') as waiting`,
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

async function destroy({ world, api, worker, dirs, files }: Estate): Promise<void> {
  await allArchived(world.environment.DATABASE_URL ?? '');
  killServer(dirs.primary);
  await Promise.all([api.kill(), worker.kill()]);
  for (const gone of [path.join(dirs.primary), files]) rmSync(gone, { recursive: true, force: true });
  say('killed: database server, API and worker; its data and all files are deleted');
}

/** Restores the database and the files. From here on `world.environment` leads to the restored server. */
async function restore({ world, dirs, archive, files, copy }: Estate, point: string): Promise<pg.Pool> {
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

async function job<Report>(world: World, ...args: readonly string[]): Promise<Report> {
  const { output } = await runMain(world, 'job', ...args);
  // Border: what main.ts prints of a job is its report.
  return JSON.parse(output) as Report;
}

/** The whole proof; its differences must be of these accounts alone. */
async function prove(world: World, differing: readonly string[]): Promise<{ ok: boolean; faults: string[] }> {
  const proof = await job<LedgerProof>(world, 'ledger-proof', '--all');
  const broken = proof.invariants.filter(({ ok }) => !ok);
  const strange = proof.providerDifferences.filter(({ accountId }) => !differing.includes(accountId));
  const faults = [...broken, ...strange].map((fault) => `the proof finds ${JSON.stringify(fault)}`);
  return { ok: proof.ok, faults };
}

async function countSeals(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>('select count(*)::integer as count from ledger_seal');
  return rows[0]?.count ?? 0;
}

/** What an operator does with a restored database, in the order of docs/guides/operating.md#restore. */
async function takeUpWork(estate: Estate, past: Past, pool: pg.Pool): Promise<string[]> {
  const { world, admin, cast, files } = estate;
  const keys = await keysInRows(pool);
  const faults = compareFiles(files, keys, past.hashes);
  say(`files: ${keys.size} are named by rows, ${faults.length} of them wrong; ${hashFiles(files).size} are there`);
  if (keys.size < 10) faults.push('rows name too few files for this to show anything');
  const { lost } = await compare(pool, cast, past.before);
  const gone = await compare(pool, cast, past.after);
  say(
    `acknowledged before the point: ${past.before.acknowledged.length}, lost: ${lost.length}; after it: ${past.after.acknowledged.length}, gone: ${gone.lost.length}`,
  );
  if (gone.lost.length === 0) faults.push('nothing is gone, so nothing was restored to the point');
  const seals = await countSeals(pool);
  if (seals === 0) faults.push('the seals are gone');

  const told = await runMain(world, 'admin', 'restored');
  say(told.output.trim());
  if (!/^[1-9]\d* payments/m.test(told.output)) faults.push(`no payment was waiting: ${told.output}`);
  const began = performance.now();
  await job<ReconciliationReport>(world, 'provider-reconciliation');
  say(`the first reconciliation, with nothing running: ${secondsSince(began)} s`);
  estate.worker = await startProcess(world, 'worker');
  estate.api = await startProcess(world, 'api');
  await settled(pool);

  const report = await job<ReconciliationReport>(world, 'provider-reconciliation');
  const { unknownMovements: listed } = report;
  const differences = report.differences.filter(({ accountId }) => !past.surplus.includes(accountId));
  const cents = listed.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const count = (kind: string) => listed.filter((movement) => movement.kind === kind).length;
  say(
    `listed after the point: ${count('transfer')} transfers, ${count('money-out')} pay-outs, ${count('money-in')} wires; ${cents / 100} EUR, on ${differences.length} wallets that differ`,
  );
  if (count('transfer') === 0 || count('money-out') === 0) faults.push('a kind of payment was not made after the point');
  for (const { kind, providerId, fromAccountId, toAccountId, amountCents, reference } of [
    ...listed.slice(0, 2),
    ...listed.filter(({ kind }) => kind === 'money-out').slice(0, 1),
  ])
    say(
      `  ${kind} ${providerId}: ${amountCents} cents from ${fromAccountId ?? 'a bank'} to ${toAccountId ?? 'a bank'}, reference ${reference}`,
    );
  const client = clientAt(estate.api, admin.client);
  const page = expectStatus(
    await client.get<{ items: unknown[] }>('/administration/reconciliation/movements?status=open&limit=200'),
    200,
  ).body;
  if (page.items.length !== Math.min(listed.length, 200)) faults.push(`the page shows ${page.items.length} of ${listed.length}`);
  const accounts = differences.map(({ accountId }) => accountId);
  const proof = await prove(world, [...accounts, ...past.surplus]);
  say(`the proof: ${proof.faults.length === 0 ? 'every invariant and seal holds; only those wallets differ' : 'RED'}`);
  return [
    ...faults,
    ...lost.map((text) => `lost: ${text}`),
    ...(await unlisted(pool, past.moved, listed)),
    ...unexplained(differences, listed),
    ...proof.faults,
    ...(await makeGood(estate, listed, { pool, seals, surplus: past.surplus })),
  ];
}

/** The provider takes back what happened after the point; then everything is green, proved and sealed further, and work goes on. */
async function makeGood(
  estate: Estate,
  listed: ReconciliationReport['unknownMovements'],
  known: { pool: pg.Pool; seals: number; surplus: readonly string[] },
): Promise<string[]> {
  const { world } = estate;
  await undoAtProvider(world, listed);
  const load = await underLoad(estate, [], () => pause(UNSENT_MS));
  await settled(known.pool);
  const report = await job<ReconciliationReport>(world, 'provider-reconciliation');
  const proof = await prove(world, known.surplus);
  const books = await world.control<{ ok: boolean }>('GET', '/proof');
  const seals = await countSeals(known.pool);
  say(
    `made good at the provider; ${load.acknowledged.length} new purchases; whole proof ${proof.ok ? 'green' : 'RED'}, ${known.seals} seals became ${seals}`,
  );
  return [
    ...load.failures.map((text) => `after the restore: ${text}`),
    ...report.differences
      .filter(({ accountId }) => !known.surplus.includes(accountId))
      .map((difference) => `still differs: ${JSON.stringify(difference)}`),
    ...proof.faults,
    ...(proof.ok && seals > known.seals ? [] : ['the proof did not seal further']),
    ...(books.ok ? [] : [`the provider's books do not close: ${JSON.stringify(books)}`]),
  ];
}

async function drill(): Promise<string[]> {
  const estate = await build();
  const past = await live(estate);
  await destroy(estate);
  const began = performance.now();
  const pool = await restore(estate, past.point);
  const faults = await takeUpWork(estate, past, pool);
  say(`from the loss to the last green proof: ${secondsSince(began)} s`);
  return faults;
}

await conclude(drill, 'The restore lost nothing from before the point, and what came after it is listed.');
