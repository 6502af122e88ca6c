// The embedded PostgreSQL of `npm start` and `npm test`: PostgreSQL from npm in its own folder, which also stores its password; a server
// that survived a kill -9 of its parent is found again.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { findHome, giveTo, type PostgresHome, renameOrDrop } from './postgres-home.ts';
import { findRunning, initCluster, isServerOf, type RunningServer, startServer, stopServer } from './postgres-process.ts';

/** Settings for a throwaway database: fast, and not durable. */
export const THROWAWAY_SETTINGS: Record<string, string> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  max_wal_size: '4GB',
  checkpoint_timeout: '30min',
  // A database lives for seconds; and while its own vacuum is in a template, nothing can be cloned from that.
  autovacuum: 'off',
  // Without statistics a look at many small tables seems large, and would start two processes for a few rows.
  max_parallel_workers_per_gather: '0',
};

/** Reachable only from this machine, in UTC; statement counts for the benchmarks. */
const BASE_SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  max_connections: '200',
  shared_preload_libraries: 'pg_stat_statements',
};

const DATABASE = 'mortar';
const CONNECTION_FILE = 'mortar-connection.json';
const PORT_ATTEMPTS = 5;

type Connection = { password: string; port: number | undefined };

/** A running server. `url` is for the superuser `postgres` and the database `mortar`; `reused`: it ran already. */
export type EmbeddedPostgres = {
  url: string;
  reused: boolean;
  isRunning(): boolean;
  stop(mode?: 'fast' | 'immediate'): Promise<void>;
};

/**
 * Starts the server of `dataDir`, or finds the one that runs there, and makes the database `mortar` when absent.
 * The port is free unless given, and kept from start to start. `settings` are PostgreSQL's own, by name; a server that is
 * reused keeps those it has. Throws one line (and the server's own words) saying what to do.
 */
export async function startPostgres(options: {
  dataDir: string;
  port?: number;
  settings?: Record<string, string>;
  log?: (line: string) => void;
}): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => {});
  const settings = { ...BASE_SETTINGS, ...options.settings };
  const home = await findHome(path.resolve(options.dataDir), log);
  if (!existsSync(home.cluster)) await makeCluster(home, { sync: settings.fsync !== 'off', log });
  const connection = readConnection(home);
  const running = await findRunning(home.cluster);
  const server = running ?? (await startOnFreePort(home, options.port ?? connection.port, options.port !== undefined, settings));
  if (server.port !== connection.port) writeConnection(home, home.cluster, { ...connection, port: server.port });
  const url = (database: string) => `postgres://postgres:${connection.password}@127.0.0.1:${server.port}/${database}`;
  await checkAndCreate(url('postgres'), home);
  return {
    url: url(DATABASE),
    reused: running !== undefined,
    isRunning: () => isServerOf(server.pid, home.cluster),
    stop: (mode = 'fast') => stopServer(server, home.cluster, mode),
  };
}

/** Creates the cluster under a temporary name first, so that an incomplete one is never taken for a database. */
async function makeCluster(home: PostgresHome, options: { sync: boolean; log: (line: string) => void }): Promise<void> {
  for (const name of readdirSync(home.folder)) {
    if (name.startsWith('cluster.partial-')) removeRemains(path.join(home.folder, name));
  }
  options.log('Creating the embedded database ...');
  const partial = path.join(home.folder, `cluster.partial-${process.pid}-${randomBytes(4).toString('hex')}`);
  const passwordFile = `${partial}.password`;
  const password = randomBytes(24).toString('hex');
  mkdirSync(partial, { mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  try {
    await initCluster(home, partial, { passwordFile, sync: options.sync });
  } finally {
    rmSync(passwordFile, { force: true });
  }
  writeConnection(home, partial, { password, port: undefined });
  renameOrDrop(partial, home.cluster);
}

function removeRemains(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // The initdb of a killed start still writes there; its name is its own, so it may stay until the next time.
  }
}

function readConnection(home: PostgresHome): Connection {
  const file = path.join(home.cluster, CONNECTION_FILE);
  try {
    // Border: our own file; both fields are checked.
    const { password, port }: { password?: unknown; port?: unknown } = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof password === 'string') return { password, port: typeof port === 'number' ? port : undefined };
  } catch {
    // A missing and a damaged file have the same remedy, given below.
  }
  throw new Error(
    `${file}, which holds the password of the database, is missing or damaged: restore it, or set DATA_DIR to a new folder`,
  );
}

function writeConnection(home: PostgresHome, cluster: string, connection: Connection): void {
  const file = path.join(cluster, CONNECTION_FILE);
  writeFileSync(`${file}.new`, `${JSON.stringify(connection)}\n`, { mode: 0o600 });
  giveTo(home.runAs, `${file}.new`);
  renameSync(`${file}.new`, file);
}

async function startOnFreePort(
  home: PostgresHome,
  wanted: number | undefined,
  fixed: boolean,
  settings: Record<string, string>,
): Promise<RunningServer> {
  let port = wanted ?? (await freePort());
  for (let attempt = 0; attempt < PORT_ATTEMPTS; attempt++) {
    const server = await startServer(home, port, settings);
    if (server !== 'busy') return server;
    if (fixed) throw new Error(`port ${port} for the embedded PostgreSQL is in use by another program`);
    port = await freePort();
  }
  throw new Error('no free port for the embedded PostgreSQL was found: set DATABASE_URL to a server of yours');
}

/** A TCP port of this machine that is free now. */
export function freePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const probe = createServer();
  probe.on('error', reject);
  probe.listen({ port: 0, host: '127.0.0.1' }, () => {
    const address = probe.address();
    probe.close(() =>
      address !== null && typeof address === 'object' ? resolve(address.port) : reject(new Error('no free port')),
    );
  });
  return promise;
}

async function checkAndCreate(url: string, home: PostgresHome): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 30_000 });
  // A server that ends meanwhile fails the query; the event besides would end this process.
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ folder: string; present: boolean }>(
      `select current_setting('data_directory') folder, exists (select from pg_database where datname = $1) present`,
      [DATABASE],
    );
    const [answer] = rows;
    if (answer?.folder !== home.cluster) throw new Error(`another PostgreSQL answers for ${home.cluster}`);
    if (!answer.present) await client.query(`create database ${client.escapeIdentifier(DATABASE)}`);
  } finally {
    await client.end();
  }
}
