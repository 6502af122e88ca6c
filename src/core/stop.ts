// Graceful shutdown of a process: phases in order, with a time limit.

import type { Logger } from './telemetry/log.ts';

/**
 * `announced`: readiness answers 503 and no more jobs are fetched; `serving`: running requests are answered; `working`: running jobs end;
 * `asking`: connections to external services are closed; `storing`: those to the database, which all other phases needed.
 */
const PHASES = ['announced', 'serving', 'working', 'asking', 'storing'] as const;
type Phase = (typeof PHASES)[number];

/** `soon` is aborted shortly before the limit, so that a step that waits can give up and still end in order. */
type Step = (soon: AbortSignal) => Promise<unknown>;

/** The shutdown. Steps of one phase run concurrently, phases one after the other. */
export type Stop = {
  /** Aborted when the shutdown begins. */
  signal: AbortSignal;
  add(phase: Phase, step: Step): void;
  /** Runs all steps, once; true when all ended before the limit. */
  run(): Promise<boolean>;
};

const SOON = 0.9;

/** After `limitMs` the remaining steps are still started but not awaited. */
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
    if (!isWhole) log.error({ cut, limitMs }, 'stopped at the time limit: some steps did not end');
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

/** How long a process keeps serving after SIGTERM, until the proxy has noticed; zero in development and tests, which have none. */
export function shutdownGraceMs(config: { NODE_ENV: string; SHUTDOWN_GRACE_MS: number | undefined }): number {
  return config.SHUTDOWN_GRACE_MS ?? (config.NODE_ENV === 'production' ? 5_000 : 0);
}
