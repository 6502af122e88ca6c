// Does something again and again while a process runs, in its memory alone: only for what a dead process must stop doing.

import type { Logger } from './log.ts';

/** Ends the repetition; resolves when a run that is under way has ended. */
export type Repetition = { stop(): Promise<void> };

/** Runs `work` `everyMs` after the end of its last run, the first time after as long. A run that fails is told and repeated. */
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
 * What every worker process does by itself every so often, beside its jobs: signs of its life, and what cannot wait for the next
 * minute's cron line. Two processes that do it at once must be harmless.
 */
export type Beat<Deps> = { readonly name: string; readonly everyMs: number; readonly work: (deps: Deps) => Promise<unknown> };

/** Begins all beats, the first run of each at once. */
export async function startBeats<Deps>(deps: Deps, beats: readonly Beat<Deps>[], log: Logger): Promise<Repetition> {
  const onErrorOf = (name: string) => (err: unknown) => log.warn({ err, beat: name }, 'beat failed');
  await Promise.all(beats.map(({ name, work }) => work(deps).catch(onErrorOf(name))));
  const repetitions = beats.map(({ name, everyMs, work }) =>
    repeatEvery(everyMs, () => work(deps), { onError: onErrorOf(name) }),
  );
  return {
    stop: async () => {
      await Promise.all(repetitions.map((repetition) => repetition.stop()));
    },
  };
}
