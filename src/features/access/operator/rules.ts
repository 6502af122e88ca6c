// When the workers are well enough for the whole to be called ready.

/** One worker process that did not end in order: seconds since its last sign of life, and from its start to that. */
export type WorkerLife = { silentSeconds: number; livedSeconds: number };

/** Some signs in a row may be late; this many seconds without one is death. */
const DEAD_AFTER_SECONDS = 10;
/** Deaths that are looked back upon. */
const REMEMBERED_SECONDS = 120;
/** So many deaths are no accident, until one worker has lived on for a while. */
const TOO_MANY_DEATHS = 3;
const SETTLED_SECONDS = 30;

/** Signs of life that are older may be deleted. */
export const FORGOTTEN_AFTER_SECONDS = 2 * REMEMBERED_SECONDS;

/** Why the workers are not ready, or undefined when they are. */
export function faultOfWorkers(workers: readonly WorkerLife[]): string | undefined {
  const living = workers.filter(({ silentSeconds }) => silentSeconds < DEAD_AFTER_SECONDS);
  if (living.length === 0) return 'No worker runs.';
  const deaths = workers.filter(
    ({ silentSeconds }) => silentSeconds >= DEAD_AFTER_SECONDS && silentSeconds < REMEMBERED_SECONDS,
  ).length;
  if (deaths >= TOO_MANY_DEATHS && living.every(({ livedSeconds }) => livedSeconds < SETTLED_SECONDS))
    return 'The worker ends again and again.';
  return undefined;
}
