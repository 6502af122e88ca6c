// The service as production runs it, in its own process: it can be killed, and its output is kept.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Client, createClient } from './client.ts';
import type { World } from './world.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const STARTED_WITHIN_MS = 120_000;
/** What scripts/test.ts gives the test files: a process that begins here need not compile the modules again. */
const { NODE_COMPILE_CACHE } = process.env;
const COMPILED = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };

/** A running `main.ts`. `url` is empty for a worker. */
export type ServiceProcess = {
  url: string;
  /** Lines of standard output and error so far. */
  lines: readonly string[];
  isRunning(): boolean;
  /** SIGTERM; resolves with the exit code once it has ended. */
  stop(): Promise<number | null>;
  /** kill -9, and the death awaited. */
  kill(): Promise<void>;
};

/** A client of another instance, with the session that this one has. */
export function clientAt({ url }: { url: string }, { cookies }: Client): Client {
  const client = createClient(url);
  for (const [name, value] of cookies) client.cookies.set(name, value);
  return client;
}

/** Starts `main.ts job NAME`, which ends by itself unless it is killed. */
export function startJobProcess(
  { environment }: Pick<World, 'environment'>,
  name: string,
  settings: Record<string, string> = {},
): Pick<ServiceProcess, 'lines' | 'kill'> {
  const { child, lines, kill } = spawnMain(['job', name], environment, settings);
  child.once('exit', (code) => lines.push(`ended with ${code}`));
  return { lines, kill };
}

/** Runs a command of `main.ts` to its end; `input` is on its standard input. */
export async function runMain(
  { environment, input = '' }: Pick<World, 'environment'> & { input?: string },
  ...args: readonly string[]
): Promise<{ code: number | null; output: string }> {
  const { child, lines, kill } = spawnMain(args, environment, { LOG_LEVEL: 'silent' });
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  await kill();
  return { code, output: lines.join('\n') };
}

/** `main`: that of a copy. `prepare`: what a shell does before it becomes the process. */
type Manner = { main?: string; prepare?: string };

/** Starts `main.ts api | worker | all` on the world's database and sandbox; resolves once it is ready. */
export async function startProcess(
  world: Pick<World, 'environment' | 'until'>,
  command: 'api' | 'worker' | 'all',
  settings: Record<string, string> = {},
  manner: Manner = {},
): Promise<ServiceProcess> {
  const { child, lines, isRunning, stop, kill } = spawnMain([command], world.environment, settings, manner);
  const ready = await world.until(
    async () => {
      if (child.exitCode !== null) throw new Error(`main.ts ${command} ended at once:\n${lines.join('\n')}`);
      return lines.find((line) => line.includes('"msg":"ready"'));
    },
    `main.ts ${command} to be ready`,
    STARTED_WITHIN_MS,
  );
  // Border: our own log line.
  const { url = '' } = JSON.parse(ready) as { url?: string };
  return { url, lines, isRunning, stop, kill };
}

function spawnMain(
  args: readonly string[],
  environment: World['environment'],
  settings: Record<string, string>,
  { main = MAIN, prepare = ':' }: Manner = {},
) {
  const child = spawn('sh', ['-c', `${prepare}; exec "$0" "$@"`, process.execPath, main, ...args], {
    // The line that says `ready`, and the address in it, is one of level info.
    env: { PATH: process.env.PATH, ...COMPILED, ...environment, LOG_LEVEL: 'info', ...settings },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const lines = linesOf(child);
  // A test that fails must not leave it behind.
  const onExit = () => child.kill('SIGKILL');
  process.once('exit', onExit);
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const kill = async () => {
    process.off('exit', onExit);
    if (!isRunning()) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  const stop = async () => {
    process.off('exit', onExit);
    if (isRunning()) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
    return child.exitCode;
  };
  return { child, lines, isRunning, stop, kill };
}

function linesOf(child: ChildProcess): string[] {
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface(stream).on('line', (line) => lines.push(line));
  }
  return lines;
}
