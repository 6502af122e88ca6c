// A semaphore for each key, such as a property in demand: waiting takes neither a connection nor permits of the process.

import { releaseWhile } from './admission.ts';
import { createSemaphore, type PermitCounts, type Semaphore, type SemaphoreLimits } from './semaphore.ts';

/** Runs work with a permit of its key; `counts` are of all keys together, the limit that of each. */
export type KeyedSemaphore = { <T>(key: string, work: () => Promise<T>): Promise<T>; counts(): PermitCounts };

/** A key that nobody uses is forgotten. Error: `temporarily-unavailable`. */
export function createKeyedSemaphore(limits: SemaphoreLimits): KeyedSemaphore {
  const ofKeys = new Map<string, { semaphore: Semaphore; users: number }>();
  const run = async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const ofKey = ofKeys.get(key) ?? { semaphore: createSemaphore(limits), users: 0 };
    ofKeys.set(key, ofKey);
    ofKey.users += 1;
    try {
      const permit = await releaseWhile(() => ofKey.semaphore.acquire());
      try {
        return await work();
      } finally {
        permit.release();
      }
    } finally {
      ofKey.users -= 1;
      if (ofKey.users === 0) ofKeys.delete(key);
    }
  };
  const counts = () => {
    const sum: PermitCounts = { running: 0, waiting: 0, limit: limits.atOnce };
    for (const { semaphore } of ofKeys.values()) {
      const { running, waiting } = semaphore.counts();
      sum.running += running;
      sum.waiting += waiting;
    }
    return sum;
  };
  return Object.assign(run, { counts });
}
