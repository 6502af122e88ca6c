// PgBouncer from the system's package, in front of one PostgreSQL: for the proof of failover and the tests of a pooler.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { freePort } from './embedded-postgres.ts';
import { waitUntil } from './wait-until.ts';

const PROGRAMS = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'];
/** PgBouncer refuses to run as root. */
const UNPRIVILEGED = { name: 'nobody', uid: 65_534, gid: 65_534 };
const READY_WITHIN_MS = 10_000;

/** What production's PgBouncer sets on each connection (docs/guides/behind-a-pooler.md); timeouts in milliseconds. */
const SESSION = [
  'set role mortar_app',
  "set timezone to 'UTC'",
  'set idle_in_transaction_session_timeout to 60000',
  'set lock_timeout to 5000',
  'set statement_timeout to 15000',
].join('; ');

/** Addresses of the database through the pooler: `url` in transaction mode, `sessionUrl` keeps sessions, `bareUrl` sets nothing. */
export type Pgbouncer = {
  url: string;
  sessionUrl: string;
  bareUrl: string;
  /** Leads to another server from now on; clients keep their connections. */
  pointTo(databaseUrl: string): Promise<void>;
  stop(): Promise<void>;
};

/** The program; undefined where the package is not installed. */
export function findPgbouncer(): string | undefined {
  return PROGRAMS.find((program) => existsSync(program));
}

/** Before this version it does not follow the names of prepared statements: the service needs DATABASE_PREPARES=false. */
export function followsNames(program: string): boolean {
  const said = spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout;
  const [, major = '0', minor = '0'] = /PgBouncer (\d+)\.(\d+)/.exec(said) ?? [];
  return Number(major) > 1 || Number(minor) >= 21;
}

/**
 * Starts it in `folder`, which another user may enter, before the server of `databaseUrl`. `connections` is how many it opens there for
 * all transactions. Throws its own words when it does not start.
 */
export async function startPgbouncer(
  program: string,
  options: { folder: string; databaseUrl: string; connections: number },
): Promise<Pgbouncer> {
  const { folder, connections } = options;
  const file = path.join(folder, 'pgbouncer.ini');
  const port = await freePort();
  const isRoot = process.getuid?.() === 0;
  const write = (databaseUrl: string) => {
    writeFileSync(
      file,
      configuration({
        databaseUrl,
        port,
        connections,
        names: followsNames(program),
        runAs: isRoot ? UNPRIVILEGED.name : undefined,
      }),
      {
        mode: 0o600,
      },
    );
    if (isRoot) chownSync(file, UNPRIVILEGED.uid, UNPRIVILEGED.gid);
  };
  chmodSync(folder, 0o711);
  write(options.databaseUrl);
  const child = spawn(program, [file], { stdio: ['ignore', 'pipe', 'pipe'] });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => said.push(String(text)));
  await waitUntil(() => isListening(child, port, said), { what: 'PgBouncer listening', timeoutMs: READY_WITHIN_MS });
  const address = (name: string) => `postgres://mortar@127.0.0.1:${port}/${name}`;
  return {
    url: address('mortar'),
    sessionUrl: address('mortar_session'),
    bareUrl: address('mortar_bare'),
    pointTo: async (databaseUrl) => {
      write(databaseUrl);
      child.kill('SIGHUP');
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function isListening(child: ChildProcess, port: number, said: readonly string[]): Promise<true | undefined> {
  if (child.exitCode !== null) throw new Error(`PgBouncer ended with code ${child.exitCode}: ${said.join('')}`);
  const socket = connect(port, '127.0.0.1');
  const { promise, resolve } = Promise.withResolvers<true | undefined>();
  socket.once('connect', () => resolve(true)).once('error', () => resolve(undefined));
  const answered = await promise;
  socket.destroy();
  return answered;
}

function configuration(parts: {
  databaseUrl: string;
  port: number;
  connections: number;
  names: boolean;
  runAs: string | undefined;
}): string {
  const { hostname, port, pathname, username, password } = new URL(parts.databaseUrl);
  const server = `host=${hostname} port=${port} dbname=${pathname.slice(1)} user=${username} password=${password}`;
  // A quote inside a value is written twice.
  const session = `connect_query='${SESSION.replaceAll("'", "''")}'`;
  return `[databases]
mortar = ${server} ${session}
mortar_session = ${server} ${session} pool_mode=session pool_size=100
mortar_bare = ${server}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${parts.port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${parts.connections}
max_client_conn = 1000
${parts.names ? 'max_prepared_statements = 500\n' : ''}; The role and the timeouts are set above; a client must not choose them.
ignore_startup_parameters = options,extra_float_digits
server_connect_timeout = 2
server_login_retry = 1
query_wait_timeout = 10
${parts.runAs === undefined ? '' : `user = ${parts.runAs}\n`}`;
}
