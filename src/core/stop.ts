// The order in which a process ends, and its limit: nobody is cut who could have finished.

import type { Logger } from './log.ts';

/**
 * `announced`: readiness says so, nothing new is taken from the queue; `serving`: requests under way are answered; `working`: jobs
 * under way end; `asking`: connections to services outside; `storing`: those to the database, which all the others needed.
 */
const PHASES = ['announced', 'serving', 'working', 'asking', 'storing'] as const;
type Phase = (typeof PHASES)[number];

/** `soon` is aborted shortly before the limit: what waits for others gives up then, and can still say so in order. */
type Step = (soon: AbortSignal) => Promise<unknown>;

/** What ends a process. Steps of one phase run side by side, the phases one after the other. */
export type Stop = {
  /** Aborted once the end was announced. */
  signal: AbortSignal;
  add(phase: Phase, step: Step): void;
  /** Runs all steps, once; true when none was cut at the limit. */
  run(): Promise<boolean>;
};

const SOON = 0.9;

/** A new one. After `limitMs` the steps that are left are still begun, but not waited for. */
export function createStop({ limitMs, log }: { limitMs: number; log: Logger }): Stop {
  const announced = new AbortController();
  const steps: { phase: Phase; step: Step }[] = [];
  let running: Promise<boolean> | undefined;

  const run = async () => {
    announced.abort();
    const [soon, limit] = [AbortSignal.timeout(limitMs * SOON), AbortSignal.timeout(limitMs)];
    const cut: Phase[] = [];
    for (const phase of PHASES) {
      const work = Promise.all(
        steps
          .filter((added) => added.phase === phase)
          .map(({ step }) => step(soon).catch((err: unknown) => log.error({ err, phase }, 'stopping'))),
      );
      if ((await Promise.race([work, passed(limit)])) === 'passed') cut.push(phase);
    }
    const isWhole = cut.length === 0 && !soon.aborted;
    if (!isWhole) log.error({ cut, limitMs }, 'stopped at the limit: something was cut');
    return isWhole;
  };
  return {
    signal: announced.signal,
    add: (phase, step) => steps.push({ phase, step }),
    run: () => {
      running ??= run();
      return running;
    },
  };
}

/** Resolves once `limit` is aborted. */
export function passed(limit: AbortSignal): Promise<'passed'> {
  return new Promise((resolve) => {
    if (limit.aborted) resolve('passed');
    limit.addEventListener('abort', () => resolve('passed'), { once: true });
  });
}

/** How long a process that was told to end goes on serving; development and tests have no proxy that looks. */
export function shutdownGraceMs(config: { NODE_ENV: string; SHUTDOWN_GRACE_MS: number | undefined }): number {
  return config.SHUTDOWN_GRACE_MS ?? (config.NODE_ENV === 'production' ? 5_000 : 0);
}
