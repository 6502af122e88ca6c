// `npm start`: the whole platform on this machine. Embedded PostgreSQL, migrations, sandbox, API, worker and the demo world,
// and all of it stopped again in order.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { docsAreServed } from '../src/config/service.ts';
import { type ChildSpec, type KeptChild, keepChild, runChild } from './children.ts';
import { keepDatabase } from './kept-database.ts';
import { onNpmGone } from './npm-gone.ts';
import { makeWritable } from './postgres-home.ts';
import { lockDataDir, startUsing, waitForStoppingStart } from './start-lock.ts';
import { logFileOf, openStartOutput, type Print, type StartOutput } from './start-output.ts';
import { claimPorts } from './start-ports.ts';
import { childEnvironment, readStartSettings, type StartSettings } from './start-settings.ts';
import { waitUntil } from './wait-until.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const MAIN = path.join(PROJECT, 'src/main.ts');
const SANDBOX = path.join(PROJECT, 'sandbox/main.ts');
const SEED = path.join(PROJECT, 'scripts/demo/seed.ts');
/** The investor of the demo world who has something of everything. */
const CAMILLE = 'camille@demo.mortar.test / mortar-demo-password';
const READY_WITHIN_MS = 120_000;

/** What must be undone at the end, last first. */
const undo: (() => void | Promise<void>)[] = [];
const stopping = new AbortController();
let output: StartOutput | undefined;
const print: Print = (line, from) => (output ? output.print(line, from) : console.log(line));

async function start(): Promise<void> {
  const started = readStartSettings(process.env);
  makeWritable(started.dataDir);
  await step(waitForStoppingStart(started.dataDir, print));
  const ports = await step(claimPorts(started.ports, () => startUsing(started.dataDir)));
  const lock = lockDataDir(started.dataDir);
  undo.push(() => lock.release());
  output = openStartOutput(started.dataDir, {
    logs: process.argv.includes('--logs'),
    production: started.production,
    show: (line) => console.log(line),
  });
  if (!started.production) print(`Mortar starts. Logs: ${path.relative(process.cwd(), logFileOf(started.dataDir))}`);
  stopping.signal.addEventListener('abort', () => lock.stopping());
  leaveFile(path.join(started.dataDir, 'ports.json'), JSON.stringify(ports));
  const shared = childEnvironment({ ...process.env, DATA_DIR: started.dataDir }, ports);
  const env = started.production ? shared : withVotingPlatform(shared, ports.SANDBOX_PORT);
  const address = `http://${started.config.HOST === '0.0.0.0' ? '127.0.0.1' : started.config.HOST}:${ports.PORT}`;
  // The sandbox needs no database: it starts beside it.
  const sandbox = started.production
    ? undefined
    : keep({ name: 'sandbox', script: SANDBOX, args: [], env: sandboxEnvironment(started, env, address) });
  const sandboxReady = Promise.race([sandbox?.said('sandbox listening'), sandbox?.diedEarly]);
  if (started.config.DATABASE_URL === undefined) env.DATABASE_URL = await step(startDatabase(started.dataDir));
  print('Bringing the schema up to date ...');
  await step(runChild({ name: 'migrate', script: MAIN, args: ['migrate'], env }, print, stopping.signal));
  await step(sandboxReady);
  sandbox?.keep();
  // Before anything says that it is ready: scripts that wait for that sign in next.
  if (!started.production) await step(createAdministrator(started.config, env));

  print('Starting API and worker ...');
  // On one machine both belong together: without the worker the service is not ready.
  const served = {
    script: MAIN,
    env: { READY_NEEDS_WORKER: 'true', ...env },
    endsWithinMs: started.config.SHUTDOWN_LIMIT_MS + 1_000,
  };
  const api = keepChild({ ...served, name: 'api', args: ['api'] }, print);
  const worker = keepChild({ ...served, name: 'worker', args: ['worker'] }, print);
  // Concurrently, as each has to finish its own work.
  undo.push(async () => void (await Promise.all([api.stop(), worker.stop()])));
  await step(Promise.race([isReady(`${address}/health/ready`), api.diedEarly, worker.diedEarly]));
  api.keep();
  worker.keep();
  print(`Mortar answers after ${secondsSinceStart()} s: ${address}`);
  if (!started.production && started.config.DEMO_DATA) await step(fillDemoWorld({ ...env, MORTAR_URL: address }));
  printAddresses(address, ports.SANDBOX_PORT, started);
}

/** Awaits a step; throws when the stop was requested meanwhile. */
async function step<T>(work: Promise<T>): Promise<T> {
  const result = await work;
  stopping.signal.throwIfAborted();
  return result;
}

function keep(spec: ChildSpec): KeptChild {
  const child = keepChild(spec, print);
  undo.push(() => child.stop());
  return child;
}

function sandboxEnvironment(started: StartSettings, env: NodeJS.ProcessEnv, address: string): NodeJS.ProcessEnv {
  return {
    ...env,
    MORTAR_URL: address,
    SANDBOX_STATE_FILE: path.join(started.dataDir, 'sandbox.json'),
    // The same API keys on both sides.
    SANDBOX_API_KEY: env.SANDBOX_API_KEY ?? started.config.PROVIDER_API_KEY,
    PROVIDER_WEBHOOK_API_KEY: started.config.PROVIDER_WEBHOOK_API_KEY,
    DEFAULTS_API_KEY: started.config.DEFAULTS_API_KEY,
    SANDBOX_REGISTRY_KEY: env.SANDBOX_REGISTRY_KEY ?? started.config.REGISTRY_API_KEY,
  };
}

/** The voting platform has no default: without settings it is not configured. Here the sandbox is the default. */
function withVotingPlatform(env: NodeJS.ProcessEnv, sandboxPort: number | undefined): NodeJS.ProcessEnv {
  return {
    VOTING_PLATFORM_URL: `http://127.0.0.1:${sandboxPort}/votes`,
    TIMESTAMP_URL: `http://127.0.0.1:${sandboxPort}/timestamps`,
    VOTING_SHARED_SECRET: 'sandbox-voting-secret-0123456789',
    ...env,
  };
}

/** Starts the embedded server, keeps it running, and leaves its address where `npm run job` finds it. */
async function startDatabase(dataDir: string): Promise<string> {
  const starting = keepDatabase({ dataDir: path.join(dataDir, 'postgres'), print, onLost: stopInVain });
  // Registered before it runs, so that a stop during the start also stops the database.
  undo.push(async () => {
    const server = await starting.catch(() => undefined);
    await server?.stop();
  });
  const server = await starting;
  if (server.reused) print('The embedded database of an earlier start still ran; it is used again.');
  leaveFile(path.join(dataDir, 'postgres.url'), `${server.url}\n`);
  return server.url;
}

/** Writes a file about this run for other commands; only our user reads it, and it is removed at the end. */
function leaveFile(file: string, text: string): void {
  rmSync(file, { force: true });
  writeFileSync(file, text, { mode: 0o600 });
  undo.push(() => rmSync(file, { force: true }));
}

async function isReady(url: string): Promise<void> {
  await waitUntil(
    () =>
      fetch(url)
        .then((answer) => (answer.ok ? true : undefined))
        .catch(() => undefined),
    {
      what: `a good answer of ${url}`,
      timeoutMs: READY_WITHIN_MS,
      everyMs: 50,
    },
  );
}

/** Makes the administrator of this machine, unless there is one already; somebody must be able to publish a property. */
async function createAdministrator(config: StartSettings['config'], env: NodeJS.ProcessEnv): Promise<void> {
  const args = ['admin', 'create', '--email', config.ADMIN_EMAIL, '--password-stdin'];
  await runChild({ name: 'admin', script: MAIN, args, env, input: config.ADMIN_PASSWORD }, print, stopping.signal);
}

/** Fills the demo world; a failure is only reported. */
async function fillDemoWorld(env: NodeJS.ProcessEnv): Promise<void> {
  if (!existsSync(SEED)) return;
  try {
    await runChild({ name: 'demo world', script: SEED, args: [], env, bare: true }, print, stopping.signal);
  } catch (error) {
    if (stopping.signal.aborted) return;
    print(`The demo world could not be filled (${messageOf(error)}). The rest runs on.`);
  }
}

/** Where to work, and as whom on this machine. */
function printAddresses(address: string, sandboxPort: number | undefined, { production, config }: StartSettings): void {
  print(`\n  Investors      ${address}`);
  if (!production && config.DEMO_DATA) print(`  Camille        ${CAMILLE}`);
  print(`  Console        ${address}/console`);
  if (!production) print(`  Administrator  ${config.ADMIN_EMAIL} / ${config.ADMIN_PASSWORD}`);
  print(`  API            ${address}`);
  if (docsAreServed(config)) print(`  Documentation  ${address}/docs`);
  print(`  Health         ${address}/health/ready`);
  if (sandboxPort !== undefined) print(`  Sandbox        http://127.0.0.1:${sandboxPort}/  (provider, mails, chat)`);
  print(`\nEverything is there after ${secondsSinceStart()} s. Stop with Ctrl-C.`);
}

function secondsSinceStart(): string {
  return (performance.now() / 1000).toFixed(1);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Undoes everything, last first, and ends this process. */
async function stop(exitCode: number): Promise<void> {
  for (const action of undo.reverse()) {
    try {
      await action();
    } catch (error) {
      print(`While stopping: ${messageOf(error)}`);
    }
  }
  process.exit(exitCode);
}

function stopInOrder(): void {
  if (stopping.signal.aborted) return;
  print('\nStopping ...');
  stopping.abort();
  void stop(0);
}

/** Nothing works any more, and only somebody at this machine can help. */
function stopInVain(reason: string): void {
  if (stopping.signal.aborted) return;
  print(`${reason} Mortar ends; the log is server.log beside the database.`);
  stopping.abort();
  void stop(1);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopInOrder);
onNpmGone(stopInOrder);
// A closed terminal must not end us in the middle of stopping.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

try {
  await start();
} catch (error) {
  if (!stopping.signal.aborted) {
    stopping.abort();
    for (const line of output?.lastLines() ?? []) console.error(line);
    console.error(`Mortar did not start: ${messageOf(error)}`);
    await stop(1);
  }
}
