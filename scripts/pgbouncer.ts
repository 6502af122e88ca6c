// PgBouncer from the system's package, in front of one PostgreSQL: for the proof of failover and the tests of a pooler.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './embedded-postgres.ts';
import { waitUntil } from './wait-until.ts';

const PROGRAMS = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'];
/** PgBouncer refuses to run as root. */
const UNPRIVILEGED = { name: 'nobody', uid: 65_534, gid: 65_534 };
const READY_WITHIN_MS = 10_000;

/** Production's own: what it sets on each connection is what the tests and the drill run with. */
const PRODUCTION_FILE = fileURLToPath(new URL('../deploy/pgbouncer/pgbouncer.ini', import.meta.url));
const PRODUCTION_SERVER = 'host=primary port=5432 dbname=mortar';

/**
 * Addresses of the database through the pooler: `url` (requests) and `jobsUrl` in transaction mode, `sessionUrl` keeps sessions, `bareUrl`
 * sets nothing.
 */
export type Pgbouncer = {
  url: string;
  jobsUrl: string;
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
 * the transactions of an alias. With `account` clients and PgBouncer sign in with it, as in production; without, nobody is asked and the
 * server sees the account of `databaseUrl`. Throws its own words when it does not start.
 */
export async function startPgbouncer(
  program: string,
  options: { folder: string; databaseUrl: string; connections: number; account?: { name: string; password: string } },
): Promise<Pgbouncer> {
  const { folder, connections, account } = options;
  const file = path.join(folder, 'pgbouncer.ini');
  const accounts = path.join(folder, 'users.txt');
  const port = await freePort();
  const isRoot = process.getuid?.() === 0;
  const keep = (name: string, text: string) => {
    writeFileSync(name, text, { mode: 0o600 });
    if (isRoot) chownSync(name, UNPRIVILEGED.uid, UNPRIVILEGED.gid);
  };
  const write = (databaseUrl: string) =>
    keep(
      file,
      configuration({
        databaseUrl,
        port,
        connections,
        accounts: account === undefined ? undefined : accounts,
        names: followsNames(program),
        runAs: isRoot ? UNPRIVILEGED.name : undefined,
      }),
    );
  if (account !== undefined) keep(accounts, `"${account.name}" "${account.password}"\n`);
  chmodSync(folder, 0o711);
  write(options.databaseUrl);
  const child = spawn(program, [file], { stdio: ['ignore', 'pipe', 'pipe'] });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => said.push(String(text)));
  await waitUntil(() => isListening(child, port, said), { what: 'PgBouncer listening', timeoutMs: READY_WITHIN_MS });
  const client = account === undefined ? 'mortar' : `${account.name}:${account.password}`;
  const address = (name: string) => `postgres://${client}@127.0.0.1:${port}/${name}`;
  return {
    url: address('mortar'),
    jobsUrl: address('mortar_jobs'),
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

/** Production's file, with the addresses and the account of this place, and an alias that sets nothing. */
function configuration(parts: {
  databaseUrl: string;
  port: number;
  connections: number;
  accounts: string | undefined;
  names: boolean;
  runAs: string | undefined;
}): string {
  const { hostname, port, pathname, username, password } = new URL(parts.databaseUrl);
  const address = `host=${hostname} port=${port} dbname=${pathname.slice(1)}`;
  const server = parts.accounts === undefined ? `${address} user=${username} password=${password}` : address;
  const [aliases = '', rest = ''] = readFileSync(PRODUCTION_FILE, 'utf8').split('\n[pgbouncer]\n');
  const here: Record<string, string | undefined> = {
    listen_addr: '127.0.0.1',
    listen_port: String(parts.port),
    default_pool_size: String(parts.connections),
    auth_type: parts.accounts === undefined ? 'any' : 'scram-sha-256',
    auth_file: parts.accounts,
    ...(parts.names ? {} : { max_prepared_statements: undefined }),
  };
  const settings = Object.entries(here).reduce((text, [name, value]) => withSetting(text, name, value), rest);
  return `${aliases.replaceAll(PRODUCTION_SERVER, server)}
mortar_bare = ${server}

[pgbouncer]
${settings}${parts.runAs === undefined ? '' : `user = ${parts.runAs}\n`}`;
}

/** `undefined` takes the line out. Throws where there is none, so that the file and this one cannot drift apart. */
function withSetting(text: string, name: string, value: string | undefined): string {
  const line = new RegExp(`^${name} = .*\\n`, 'm');
  if (!line.test(text)) throw new Error(`${PRODUCTION_FILE} has no ${name}`);
  return text.replace(line, value === undefined ? '' : `${name} = ${value}\n`);
}
