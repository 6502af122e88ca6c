// What drills share: a line with the time, what is undone at the end, servers that keep what they acknowledged, and the verdict.

import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { type EmbeddedPostgres, startPostgres } from '../scripts/embedded-postgres.ts';
import { removeHome } from '../scripts/postgres-home.ts';
import { clusterOf } from '../scripts/postgres-standby.ts';
import { waitUntil } from '../scripts/wait-until.ts';

const SETTLED_WITHIN_MS = 120_000;
/** As production: what was acknowledged is on disk. */
export const DURABLE = { fsync: 'on', synchronous_commit: 'on', max_connections: '200', wal_keep_size: '512MB' };

/** Done at the end, the last one first, whatever happens. */
export const undo: (() => unknown)[] = [];

const began = performance.now();

/** Prints a line with the seconds since the start. */
export const say = (line: string) => console.log(`${secondsSince(began).padStart(6)} s  ${line}`);

/** Seconds since a moment of `performance.now()`, with one decimal. */
export const secondsSince = (moment: number) => ((performance.now() - moment) / 1_000).toFixed(1);

/** A folder for this run, and in it one for each server named, removed at the end wherever they live. */
export function makeFolders<Name extends string>(drill: string, names: readonly Name[]): Record<Name | 'folder', string> {
  const folder = mkdtempSync(path.join(tmpdir(), `mortar-test-${process.pid}-${drill}-`));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  // As root, the user of the database must get through.
  chmodSync(folder, 0o711);
  const homes = names.map((name) => [name, path.join(folder, name)] as const);
  for (const [, home] of homes) undo.push(() => removeHome(home));
  // Border: one entry for each name.
  return { folder, ...(Object.fromEntries(homes) as Record<Name, string>) } as Record<Name | 'folder', string>;
}

/** Starts the primary, as the server that `startWorld` makes its database on. */
export async function startPrimary(dataDir: string, settings: Record<string, string>): Promise<EmbeddedPostgres> {
  const primary = await startPostgres({ dataDir, settings });
  // A drill may have destroyed it.
  undo.push(() => (existsSync(clusterOf(dataDir)) ? primary.stop('immediate') : undefined));
  process.env.TEST_DATABASE_URL = new URL('/postgres', primary.url).href;
  return primary;
}

/** SIGKILL to the server of the folder. */
export function killServer(dataDir: string): void {
  const [pid] = readFileSync(path.join(clusterOf(dataDir), 'postmaster.pid'), 'utf8').split('\n');
  process.kill(Number(pid), 'SIGKILL');
}

/** Connections to look with, closed at the end. */
export function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  // Its server may be killed while nobody asks.
  pool.on('error', () => {});
  undo.push(() => pool.end());
  return pool;
}

/** Until no payment is open but withdrawals that the provider has taken, which the bank ends days later. Throws what is still open. */
export async function settled(pool: pg.Pool): Promise<void> {
  const open = async () => {
    const { rows } = await pool.query(
      `select purpose, status, count(*)::integer from payment
       where status in ('created', 'sent') and (purpose <> 'withdrawal' or provider_payment_id is null) group by purpose, status`,
    );
    return rows;
  };
  await waitUntil(async () => ((await open()).length === 0 ? true : undefined), {
    ...{ what: 'the end of all payments', timeoutMs: SETTLED_WITHIN_MS, everyMs: 250 },
  }).catch(async (error: unknown) => {
    throw new Error(`open: ${JSON.stringify(await open())}`, { cause: error });
  });
}

/** Runs the drill, which answers its faults, undoes what it made, prints the verdict, and ends the process: with 1 unless all was well. */
export async function conclude(drill: () => Promise<string[]>, well: string): Promise<never> {
  let faults: string[];
  try {
    faults = await drill();
  } catch (error) {
    faults = [error instanceof Error ? (error.stack ?? error.message) : String(error)];
  }
  for (let action = undo.pop(); action !== undefined; action = undo.pop()) await action();
  for (const fault of faults.slice(0, 20)) console.error(fault);
  say(faults.length === 0 ? well : `${faults.length} faults.`);
  process.exit(faults.length === 0 ? 0 : 1);
}
