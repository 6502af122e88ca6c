// The processes of `npm start`: each line of theirs is prefixed with their name; one that dies is started again, the others stay up.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const EXIT_WITH_PARENT = new URL('./exit-with-parent.ts', import.meta.url).href;
const SETTLED_AFTER_MS = 10_000;
const KILLED_AFTER_MS = 10_000;

/** What to run: `script` with `args`. Its lines are prefixed with `name` unless they are `bare`. */
export type ChildSpec = {
  name: string;
  script: string;
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  bare?: boolean;
  /** What it may take to end by itself, in milliseconds. */
  endsWithinMs?: number;
};

/** A process that is kept running. */
export type KeptChild = {
  /** Number of the process that runs now. */
  pid(): number | undefined;
  /** Resolves at the first line of its standard output that begins so. */
  said(beginning: string): Promise<void>;
  /** Rejects when the process ends before {@link KeptChild.keep} was called, else stays pending. */
  diedEarly: Promise<never>;
  /** From now on a death is answered by a new start. */
  keep(): void;
  /** Ends it: SIGTERM, and SIGKILL to one that does not follow. */
  stop(): Promise<void>;
};

/** Starts `spec` in its own process group (Ctrl-C reaches it only through us) with a channel whose end tells it that we are gone. */
export function startChild(spec: ChildSpec, print: (line: string) => void): ChildProcess {
  const child = fork(spec.script, [...spec.args], {
    execArgv: ['--import', EXIT_WITH_PARENT],
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...spec.env, MORTAR_PARENT: 'ipc' },
  });
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface(stream).on('line', (line) => print(spec.bare ? line : `[${spec.name}] ${line}`));
  }
  return child;
}

/** Runs `spec` to its end; throws when it does not end well. */
export async function runChild(spec: ChildSpec, print: (line: string) => void, signal: AbortSignal): Promise<void> {
  const child = startChild(spec, print);
  const stop = () => child.kill('SIGTERM');
  signal.addEventListener('abort', stop);
  await once(child, 'close');
  signal.removeEventListener('abort', stop);
  if (child.exitCode !== 0) throw new Error(`${spec.name} ended with ${howItEnded(child)}: see its lines above`);
}

/**
 * Whether a dead process is started again: always, unless it was itself such a new start and did not live `SETTLED_AFTER_MS`.
 * @param livedMs how long it lived
 */
export function isWorthRestarting(livedMs: number, wasRestart: boolean): boolean {
  return !wasRestart || livedMs >= SETTLED_AFTER_MS;
}

/** Starts `spec` and keeps it running until it is stopped. */
export function keepChild(spec: ChildSpec, print: (line: string) => void): KeptChild {
  let phase: 'starting' | 'kept' | 'stopping' = 'starting';
  let child: ChildProcess;
  const early = Promise.withResolvers<never>();
  early.promise.catch(() => {});
  const begin = (isRestart: boolean) => {
    const startedAt = performance.now();
    child = startChild(spec, print);
    child.on('exit', () => {
      const end = howItEnded(child);
      if (phase === 'starting')
        early.reject(new Error(`the ${spec.name} ended with ${end} while it started: see its lines above`));
      if (phase !== 'kept') return;
      if (isWorthRestarting(performance.now() - startedAt, isRestart)) {
        print(`[mortar] The ${spec.name} ended unexpectedly (${end}); it is started again.`);
        begin(true);
      } else {
        print(
          `[mortar] The ${spec.name} ended again at once (${end}) and stays down; the rest runs on and says that it is not ready. Mend the cause, then restart npm start.`,
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

/** Ends a process in order, or by force when it takes longer. */
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
