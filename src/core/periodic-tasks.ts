// Repeats work while the process runs, without any stored state: only for what should end with the process (rule 6).

import type { Logger } from './telemetry/log.ts';

/** A running repetition; `stop` resolves when the current run has ended. */
export type Repetition = { stop(): Promise<void> };

/** Runs `work` again and again, `everyMs` after the end of the last run and first after `everyMs`. Errors go to `onError`. */
export function repeatEvery(
  everyMs: number,
  work: () => Promise<unknown>,
  { onError }: { onError: (error: unknown) => void },
): Repetition {
  let stopped = false;
  let running: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const next = () => {
    timer = setTimeout(() => {
      running = work()
        .catch(onError)
        .finally(() => {
          if (!stopped) next();
        });
    }, everyMs);
  };
  next();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/**
 * Work of every process of its kind beside requests and jobs: a heartbeat, and what cannot wait for the next cron minute. Concurrent runs
 * in several processes must be harmless.
 */
export type PeriodicTask<Deps> = {
  readonly name: string;
  readonly everyMs: number;
  readonly work: (deps: Deps) => Promise<unknown>;
};

/** Runs each task once; a failure is a warning. */
export async function runOnce<Deps>(deps: Deps, tasks: readonly PeriodicTask<Deps>[], log: Logger): Promise<void> {
  await Promise.all(tasks.map(({ name, work }) => work(deps).catch(warnOf(name, log))));
}

/** Runs all tasks, each first after its time; a failure is a warning. */
export function runPeriodically<Deps>(deps: Deps, tasks: readonly PeriodicTask<Deps>[], log: Logger): Repetition {
  const repetitions = tasks.map(({ name, everyMs, work }) =>
    repeatEvery(everyMs, () => work(deps), { onError: warnOf(name, log) }),
  );
  return {
    stop: async () => {
      await Promise.all(repetitions.map((repetition) => repetition.stop()));
    },
  };
}

const warnOf = (name: string, log: Logger) => (err: unknown) => log.warn({ err, task: name }, 'periodic task failed');
