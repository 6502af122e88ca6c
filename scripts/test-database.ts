// The throwaway database server of one `npm test`, with a migrated template database that each test file clones.
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startPostgres, THROWAWAY_SETTINGS } from './embedded-postgres.ts';
import { folderOf, removeHome } from './postgres-home.ts';
import { findRunning, stopServer } from './postgres-process.ts';

const DATA = 'postgres';
const FOLDER = /^mortar-test-(\d+)-/;
/** A file system in memory: each world makes and removes a thousand files. Not taken where it is small, as in most containers. */
const MEMORY = '/dev/shm';
const MEMORY_NEEDED_BYTES = 6 * 2 ** 30;

/** `serverUrl` is for the superuser and the database `postgres`; `folder` is for the files of this run. */
export type TestDatabase = { serverUrl: string; template: string; folder: string; close(): Promise<void> };

/**
 * Starts a server, or uses the one at `given.serverUrl`, and makes the template by `migrate(url)` unless `given.template`
 * exists already. `close` removes what was made here.
 */
export async function openTestDatabase(
  given: { serverUrl: string | undefined; template: string | undefined },
  migrate: (url: string) => Promise<void>,
): Promise<TestDatabase> {
  await removeAbandoned();
  const folder = mkdtempSync(path.join(hasMemory() ? MEMORY : tmpdir(), `mortar-test-${process.pid}-`));
  // As root, the user of the database must get through.
  chmodSync(folder, 0o711);
  // Undone last first, also when a later step fails.
  const undo: (() => void | Promise<void>)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const close = async () => {
    for (let action = undo.pop(); action !== undefined; action = undo.pop()) await action();
  };
  try {
    let serverUrl = given.serverUrl;
    if (serverUrl === undefined) {
      const dataDir = path.join(folder, DATA);
      undo.push(() => removeHome(dataDir));
      const server = await startPostgres({ dataDir, settings: THROWAWAY_SETTINGS });
      undo.push(() => server.stop('immediate'));
      serverUrl = withDatabase(server.url, 'postgres');
    }
    const template = given.template ?? `mortar_template_${process.pid}`;
    if (given.template === undefined) {
      await run(serverUrl, `create database ${template}`);
      // Our own server is removed with it.
      if (given.serverUrl !== undefined)
        undo.push(() => run(given.serverUrl ?? '', `drop database if exists ${template} with (force)`));
      await migrate(withDatabase(serverUrl, template));
    }
    return { serverUrl, template, folder, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The same server, another database. */
export function withDatabase(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

function hasMemory(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return Math.min(bavail * bsize, freemem()) >= MEMORY_NEEDED_BYTES;
}

/** Ends and removes what a killed run left behind. */
async function removeAbandoned(): Promise<void> {
  const places = [tmpdir(), ...(existsSync(MEMORY) ? [MEMORY] : [])];
  for (const folder of places.flatMap((place) => readdirSync(place).map((name) => path.join(place, name)))) {
    const pid = Number(FOLDER.exec(path.basename(folder))?.[1]);
    if (Number.isNaN(pid) || isAlive(pid)) continue;
    const cluster = path.join(folderOf(path.join(folder, DATA)), 'cluster');
    try {
      const server = existsSync(cluster) ? await findRunning(cluster) : undefined;
      if (server !== undefined) await stopServer(server, cluster, 'immediate');
      removeHome(path.join(folder, DATA));
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // It belongs to another user, or another run is removing it.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
