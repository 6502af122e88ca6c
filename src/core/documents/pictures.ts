// Decoding and encoding pictures: seconds of a processor and hundreds of megabytes for a large one, so one at a time in a process.

import { createSemaphore, type SemaphoreLimits } from '../concurrency/semaphore.ts';

export type Sharp = typeof import('sharp')['default'];

/** Requests that have a picture to process, beside the one at work: more would only be answered after the client has left. */
const LIMITS: SemaphoreLimits = { atOnce: 1, waiting: 8, waitMs: 20_000 };

/**
 * Runs `work` on one picture when its turn comes, with the library, on one thread. A request waits anew for each of its pictures, so that a
 * single one of another request comes between. Error: `temporarily-unavailable` when too many wait or the wait is too long.
 */
export type PictureWork = <T>(work: (sharp: Sharp) => Promise<T>) => Promise<T>;

/** A queue of its own, for tests; a process has one ({@link withPicture}). */
export function createPictureWork(limits = LIMITS): PictureWork {
  const turns = createSemaphore(limits);
  return async (work) => {
    const turn = await turns.acquire();
    try {
      return await work(await loadSharp());
    } finally {
      turn.release();
    }
  };
}

/** Loaded at first use, so that the process starts quickly. */
async function loadSharp(): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  return sharp;
}

export const withPicture = createPictureWork();
