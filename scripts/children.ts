// Child processes of `npm start`: each line of theirs is printed with their name, and a process that dies is restarted.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Print } from './start-output.ts';

const EXIT_WITH_PARENT = new URL('./exit-with-parent.ts', import.meta.url).href;
/** The folder of main.ts: from its environment, Node has the compiled entry too and loads no compiler of TypeScript, 17 MB of memory. */
const COMPILED = fileURLToPath(new URL('../node_modules/.cache/mortar/compiled', import.meta.url));
const SETTLED_AFTER_MS = 10_000;
const KILLED_AFTER_MS = 10_000;

/** What to run: `script` with `args`. Its lines are said to be of `name` unless they are `bare`. */
export type ChildSpec = {
  name: string;
  script: string;
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  bare?: boolean;
  /** What it reads from standard input. */
  input?: string;
  /** Time for a graceful stop, in milliseconds. */
  endsWithinMs?: number;
};

/** A process that is kept running. */
export type KeptChild = {
  /** Id of the current process. */
  pid(): number | undefined;
  /** Resolves at the first line of standard output with this prefix. */
  said(beginning: string): Promise<void>;
  /** Rejects when the process ends before {@link KeptChild.keep} was called. */
  diedEarly: Promise<never>;
  /** From now on the process is restarted when it dies. */
  keep(): void;
  /** Stops it by SIGTERM, and by SIGKILL after the time limit. */
  stop(): Promise<void>;
};

/** Starts `spec` in its own process group, so that only we forward Ctrl-C, with an IPC channel by which it notices our death. */
export function startChild(spec: ChildSpec, print: Print): ChildProcess {
  const child = fork(spec.script, [...spec.args], {
    execArgv: ['--import', EXIT_WITH_PARENT],
    detached: true,
    stdio: [spec.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe', 'ipc'],
    env: { NODE_COMPILE_CACHE: COMPILED, ...spec.env, MORTAR_PARENT: 'ipc' },
  });
  child.stdin?.end(spec.input);
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface(stream).on('line', (line) => print(line, spec.bare ? undefined : spec.name));
  }
  return child;
}

/** Runs `spec` to its end; throws when it fails. */
export async function runChild(spec: ChildSpec, print: Print, signal: AbortSignal): Promise<void> {
  const child = startChild(spec, print);
  const stop = () => child.kill('SIGTERM');
  signal.addEventListener('abort', stop);
  await once(child, 'close');
  signal.removeEventListener('abort', stop);
  if (child.exitCode !== 0) throw new Error(`${spec.name} ended with ${howItEnded(child)}`);
}

/**
 * Whether a dead process is restarted: always, unless it was itself a restart and lived for less than `SETTLED_AFTER_MS`.
 * @param livedMs how long it lived
 */
export function isWorthRestarting(livedMs: number, wasRestart: boolean): boolean {
  return !wasRestart || livedMs >= SETTLED_AFTER_MS;
}

/** Starts `spec` and keeps it running until it is stopped. */
export function keepChild(spec: ChildSpec, print: Print): KeptChild {
  let phase: 'starting' | 'kept' | 'stopping' = 'starting';
  let child: ChildProcess;
  const early = Promise.withResolvers<never>();
  early.promise.catch(() => {});
  const begin = (isRestart: boolean) => {
    const startedAt = performance.now();
    child = startChild(spec, print);
    child.on('exit', () => {
      const end = howItEnded(child);
      if (phase === 'starting') early.reject(new Error(`the ${spec.name} ended with ${end} while it started`));
      if (phase !== 'kept') return;
      if (isWorthRestarting(performance.now() - startedAt, isRestart)) {
        print(`The ${spec.name} ended unexpectedly (${end}); it is started again.`);
        begin(true);
      } else {
        print(
          `The ${spec.name} ended again at once (${end}) and stays down; the rest runs on and says that it is not ready. Mend the cause, then restart npm start.`,
        );
      }
    });
    return child;
  };
  child = begin(false);
  return {
    pid: () => child.pid,
    said: (beginning) => firstLine(child, beginning),
    diedEarly: early.promise,
    keep: () => {
      phase = 'kept';
    },
    stop: async () => {
      phase = 'stopping';
      await endChild(child, spec.endsWithinMs);
    },
  };
}

/** Stops a process gracefully, or by SIGKILL after the time limit. */
export async function endChild(child: ChildProcess, withinMs = KILLED_AFTER_MS): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), withinMs);
  await ended;
  clearTimeout(force);
}

function howItEnded(child: ChildProcess): string {
  return child.signalCode ?? `code ${child.exitCode}`;
}

function firstLine(child: ChildProcess, beginning: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (child.stdout) {
    createInterface(child.stdout).on('line', (line) => {
      if (line.startsWith(beginning)) resolve();
    });
  }
  return promise;
}
