// When the workers are healthy enough for the service to be ready. Pure.

/** A worker process that did not shut down: seconds since its last heartbeat, and from its start to that heartbeat. */
export type WorkerLife = { silentSeconds: number; livedSeconds: number };

/** Some heartbeats in a row may be late; after this many seconds without one the worker counts as dead. */
const DEAD_AFTER_SECONDS = 10;
/** Crashes within this time count. */
const REMEMBERED_SECONDS = 120;
/** This many crashes make the service not ready, until one worker has run for SETTLED_SECONDS. */
const TOO_MANY_DEATHS = 3;
const SETTLED_SECONDS = 30;

/** Older heartbeats may be deleted. */
export const FORGOTTEN_AFTER_SECONDS = 2 * REMEMBERED_SECONDS;

/** Those whose heartbeat was heard lately. */
export function aliveWorkers(workers: readonly WorkerLife[]): WorkerLife[] {
  return workers.filter(({ silentSeconds }) => silentSeconds < DEAD_AFTER_SECONDS);
}

/** What is wrong with the workers, in words. */
export const WORKER_FAULTS = {
  'none-runs': 'No worker runs.',
  'ends-again-and-again': 'The worker ends again and again.',
} as const;
export type WorkerFault = keyof typeof WORKER_FAULTS;

/** Why the workers are not ready, or undefined when they are. */
export function faultOfWorkers(workers: readonly WorkerLife[]): WorkerFault | undefined {
  const living = aliveWorkers(workers);
  if (living.length === 0) return 'none-runs';
  const deaths = workers.filter(
    ({ silentSeconds }) => silentSeconds >= DEAD_AFTER_SECONDS && silentSeconds < REMEMBERED_SECONDS,
  ).length;
  if (deaths >= TOO_MANY_DEATHS && living.every(({ livedSeconds }) => livedSeconds < SETTLED_SECONDS))
    return 'ends-again-and-again';
  return undefined;
}
