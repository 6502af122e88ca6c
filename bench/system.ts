// The measured system: Mortar as in production, each part a separate process, on its own database server.

import { randomBytes } from 'node:crypto';
import { chmodSync, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { bundleSources } from '../scripts/bundle-sources.ts';
import { endChild, runChild, startChild } from '../scripts/children.ts';
import { startPostgres } from '../scripts/embedded-postgres.ts';
import { removeHome } from '../scripts/postgres-home.ts';
import { serviceAccount } from '../scripts/service-account.ts';
import { childEnvironment } from '../scripts/start-settings.ts';
import type { Setting } from '../src/config/schema.ts';
import { settings } from '../src/config/settings.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const SANDBOX = path.join(PROJECT, 'sandbox/main.ts');
const READY_WITHIN_MS = 30_000;

/** Durable as in production: every commit is on disk before it is answered. The JSON log serves to read statements. */
const DATABASE_SETTINGS: Record<string, string> = {
  fsync: 'on',
  synchronous_commit: 'on',
  shared_buffers: '256MB',
  max_wal_size: '4GB',
  checkpoint_timeout: '30min',
  logging_collector: 'on',
  log_destination: 'jsonlog',
  log_rotation_size: '0',
};

/** `url` is where it answers; empty for one that does not listen. */
export type RunningProcess = { url: string; stop(): Promise<void> };

/** The running parts. `close` ends and removes all of them. */
export type MeasuredSystem = {
  /** Superuser's, for PostgreSQL's own programs. */
  databaseUrl: string;
  /** Settings of the service. */
  environment: Readonly<Record<string, string>>;
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** One more process of the service. */
  start(command: 'api' | 'worker'): Promise<RunningProcess>;
  /** Runs another command of the service to its end. */
  run(args: readonly string[]): Promise<void>;
  /** Another program that says where it listens as the service does. */
  startScript(file: string): Promise<RunningProcess>;
  /** Control routes of the sandbox. */
  control<T = unknown>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<T>;
  close(): Promise<void>;
};

/**
 * Starts database and sandbox, and brings the schema up. Each measurement starts the service. `onClosable` is handed
 * what ends and removes everything, before there is anything: a stop may come at any time. `home`: a folder where database and files stay.
 */
export async function startSystem(
  progress: (line: string) => void,
  onClosable: (close: () => Promise<void>) => void,
  { home }: { home?: string } = {},
): Promise<MeasuredSystem> {
  const undo: (() => unknown)[] = [];
  const close = async () => {
    for (let action = undo.pop(); action !== undefined; action = undo.pop()) await action();
  };
  onClosable(close);
  try {
    // Named as the folders of `npm test` are, which removes those that a killed run left behind.
    const folder = mkdtempSync(path.join(tmpdir(), `mortar-test-${process.pid}-bench-`));
    // As root, the user of the database must get through.
    chmodSync(folder, 0o711);
    undo.push(() => rmSync(folder, { recursive: true, force: true }));
    const log = createWriteStream(path.join(folder, 'processes.log'));
    undo.push(() => new Promise((done) => log.end(done)));
    const print = (line: string) => void log.write(`${line}\n`);
    progress('starting a database server');
    const { url, pool } = await startDatabase(home ?? path.join(folder, 'postgres'), { isKept: home !== undefined }, undo);
    progress('bringing the schema up, starting the sandbox');
    const sandbox = await startSandbox(print, undo);
    const environment = environmentOf({ dataDir: home ?? folder, databaseUrl: url, ...sandbox });
    const env = { ...inherited(), ...environment };
    // What production runs.
    const program = await bundleSources();
    await runToEnd(program, ['migrate'], { ...env, MIGRATION_DATABASE_URL: url });
    environment.DATABASE_URL = await serviceAccount(url);
    env.DATABASE_URL = environment.DATABASE_URL;
    return {
      databaseUrl: url,
      environment,
      sql: async (text, values) => (await pool.query(text, values)).rows,
      start: (command) => startProcess({ name: command, script: program, args: [command], env }, print, undo),
      run: (args) => runToEnd(program, args, env),
      startScript: (script) =>
        // As Node starts a program by itself: its compile cache is a part of what is measured of ours.
        startProcess(
          { name: path.basename(script), script, args: [], env: { ...env, NODE_DISABLE_COMPILE_CACHE: '1' } },
          print,
          undo,
        ),
      control: controlOf(`http://127.0.0.1:${sandbox.port}`),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startDatabase(
  dataDir: string,
  { isKept }: { isKept: boolean },
  undo: (() => unknown)[],
): Promise<{ url: string; pool: pg.Pool }> {
  if (!isKept) undo.push(() => removeHome(dataDir));
  const starting = startPostgres({ dataDir, settings: DATABASE_SETTINGS });
  undo.push(async () => {
    const started = await starting.catch(() => undefined);
    await started?.stop(isKept ? 'fast' : 'immediate');
  });
  const { url } = await starting;
  // One connection: what is prepared on it is still there with the next statement.
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  pool.on('error', () => {});
  undo.push(() => pool.end());
  await pool.query('create extension if not exists pg_stat_statements');
  return { url, pool };
}

/** Environment variables that the measured processes inherit. */
function inherited(): Record<string, string> {
  const { PATH = '', HOME = '', NODE_OPTIONS = '' } = process.env;
  return { PATH, HOME, NODE_OPTIONS };
}

/** Random keys of this run. */
const KEYS = {
  SESSION_SECRET: randomBytes(32).toString('hex'),
  MFA_ENCRYPTION_KEY: randomBytes(32).toString('hex'),
  DATA_ENCRYPTION_KEY: randomBytes(32).toString('hex'),
  PROVIDER_API_KEY: randomBytes(24).toString('hex'),
  PROVIDER_WEBHOOK_API_KEY: randomBytes(24).toString('hex'),
  DEFAULTS_API_KEY: randomBytes(24).toString('hex'),
  DEFAULTS_WEBHOOK_API_KEY: randomBytes(24).toString('hex'),
  REGISTRY_API_KEY: randomBytes(24).toString('hex'),
};

async function startSandbox(print: (line: string) => void, undo: (() => unknown)[]) {
  const listening = Promise.withResolvers<{ port: number; smtpPort: number }>();
  const env = {
    ...inherited(),
    ...KEYS,
    SANDBOX_API_KEY: KEYS.PROVIDER_API_KEY,
    SANDBOX_REGISTRY_KEY: KEYS.REGISTRY_API_KEY,
    SANDBOX_PORT: '0',
    SANDBOX_SMTP_PORT: '0',
  };
  const child = startChild({ name: 'sandbox', script: SANDBOX, args: [], env, bare: true }, (line) => {
    if (line.startsWith('sandbox listening ')) listening.resolve(JSON.parse(line.slice('sandbox listening '.length)));
    print(line);
  });
  undo.push(() => endChild(child));
  child.once('exit', () => listening.reject(new Error('the sandbox ended while it started')));
  return listening.promise;
}

/**
 * Settings of production: no test clock, no /dev routes. Required settings have the development defaults with the sandbox's ports.
 * Rate limits are raised, as all requests come from one address and few users.
 */
function environmentOf(parts: { dataDir: string; databaseUrl: string; port: number; smtpPort: number }): Record<string, string> {
  const own = {
    ...KEYS,
    NODE_ENV: 'production',
    PORT: '0',
    PUBLIC_URL: 'http://127.0.0.1',
    FRONT_URL: 'http://127.0.0.1',
    TRUST_PROXY: 'false',
    LOG_LEVEL: 'info',
    DATA_DIR: parts.dataDir,
    DATABASE_URL: parts.databaseUrl,
    RATE_LIMIT_PER_MINUTE: '100000000',
    // What is measured is not the sign-in of administrators.
    ADMINISTRATOR_SECOND_FACTOR_REQUIRED: 'false',
    WITHDRAWAL_TFA_TTL_SECONDS: '86400',
    WITHDRAW_FREE_PER_YEAR: '1000000',
    FRAUD_MAX_WITHDRAWAL_CENTS_PER_DAY: '1000000000000',
  };
  const atTheSandbox = childEnvironment(own, { SANDBOX_PORT: parts.port, SANDBOX_SMTP_PORT: parts.smtpPort });
  const required = Object.entries<Setting>(settings).flatMap(([name, { requiredInProduction, default: fallback }]) =>
    requiredInProduction && typeof fallback === 'string' ? [[name, fallback]] : [],
  );
  return { ...Object.fromEntries(required), ...atTheSandbox, ...own };
}

async function runToEnd(script: string, args: readonly string[], env: Record<string, string>): Promise<void> {
  const said: string[] = [];
  const spec = { name: args.join(' '), script, args, env, bare: true };
  await runChild(spec, (line) => said.push(line), new AbortController().signal).catch((error: unknown) => {
    throw new Error(`${spec.name} failed:\n${said.slice(-10).join('\n')}`, { cause: error });
  });
}

async function startProcess(
  spec: { name: string; script: string; args: string[]; env: Record<string, string> },
  print: (line: string) => void,
  undo: (() => unknown)[],
): Promise<RunningProcess> {
  const ready = Promise.withResolvers<string>();
  const said: string[] = [];
  const child = startChild({ ...spec, bare: true }, (line) => {
    if (line.includes('"msg":"ready"')) ready.resolve(JSON.parse(line).url ?? '');
    said.push(line);
    print(line);
  });
  child.once('close', () => ready.reject(new Error(`${spec.name} ended while it started:\n${said.slice(-10).join('\n')}`)));
  const stop = () => endChild(child);
  undo.push(stop);
  const timer = setTimeout(() => ready.reject(new Error(`${spec.name} did not start in time`)), READY_WITHIN_MS);
  try {
    return { url: await ready.promise, stop };
  } finally {
    clearTimeout(timer);
  }
}

function controlOf(sandboxUrl: string): MeasuredSystem['control'] {
  return async (method, route, body) => {
    const response = await fetch(`${sandboxUrl}/_control${route}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} /_control${route} answered ${response.status}: ${text}`);
    // Border: the sandbox's own answer, in the shape its caller names.
    return (text === '' ? undefined : JSON.parse(text)) as never;
  };
}
