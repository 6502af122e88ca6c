// A semaphore for expensive work of this process, with a queue of bounded length and a bounded wait.

import { AppError, TEMPORARILY_UNAVAILABLE } from '../errors.ts';

/** Leave to work; a second `release` does nothing. */
export type Permit = { release(): void };

/**
 * `acquire` waits for a permit. Error: `temporarily-unavailable` when the queue is full or the wait too long. `isFull` says beforehand
 * that `acquire` would be refused, and `refuse` rejects with the same delayed error.
 */
export type Semaphore = {
  acquire(): Promise<Permit>;
  /** Acquires a permit again after it was given up for a while: before those who wait for their first, and never refused. */
  reacquire(): Promise<Permit>;
  isFull(): boolean;
  refuse(): Promise<never>;
  /** Changes the number of permits: of those that are taken beyond it, each that is released goes to nobody. */
  resize(permits: number): void;
  counts(): PermitCounts;
};

/** Permits that are taken, callers that wait for one, and permits in all. */
export type PermitCounts = { running: number; waiting: number; limit: number };

/** Spread of refusals, as multiples of `refusedAfterMs`: least distance of two refusals, and greatest delay of one. */
const REFUSALS = { apart: 0.01, latest: 5 };
const REFUSED_AFTER_MS = 100;

/**
 * `atOnce`: permits; `waiting`: maximum length of the queue; `waitMs`: maximum wait in it, without it none. `refusedAfterMs`: a refusal is delayed, so
 * that clients that retry immediately do not retry more often. Refusals of a burst are spread out, or the whole burst would come back at
 * the same moment.
 */
export type SemaphoreLimits = { atOnce: number; waiting: number; waitMs?: number; refusedAfterMs?: number; pause?: number };

type Waiting = { begin: () => void };

/**
 * First come, first served. While callers wait, each permit is followed by a pause of `pause` times its duration: however long the queue,
 * that share of the CPU time remains for other requests, also on a slow machine.
 */
export function createSemaphore(limits: SemaphoreLimits): Semaphore {
  const { waiting, waitMs, refusedAfterMs = REFUSED_AFTER_MS, pause = 0 } = limits;
  let permits = limits.atOnce;
  let taken = 0;
  // A Set keeps the order of insertion and removes any element in constant time.
  const queue = new Set<Waiting>();
  const returning = new Set<Waiting>();

  const nextInLine = (): Waiting | undefined => {
    const [next] = returning.size > 0 ? returning : queue;
    return next;
  };
  const beginNext = () => {
    const next = taken > permits ? undefined : nextInLine();
    if (next) next.begin();
    else taken -= 1;
  };
  const newPermit = (): Permit => {
    let isReleased = false;
    const began = performance.now();
    return {
      release: () => {
        if (isReleased) return;
        isReleased = true;
        if (pause === 0 || queue.size + returning.size === 0) beginNext();
        else setTimeout(beginNext, pause * (performance.now() - began));
      },
    };
  };

  const acquireNow = (): Permit | undefined => {
    if (taken >= permits) return undefined;
    taken += 1;
    return newPermit();
  };
  const isFull = () => taken >= permits && queue.size >= waiting;
  const refuse = createRefusals(refusedAfterMs);

  return {
    isFull,
    refuse,
    resize: (number) => {
      permits = number;
      for (let next = nextInLine(); next && taken < permits; next = nextInLine()) {
        taken += 1;
        next.begin();
      }
    },
    counts: () => ({ running: taken, waiting: queue.size + returning.size, limit: permits }),
    reacquire: async () => acquireNow() ?? waitIn(returning, newPermit),
    acquire: async () => acquireNow() ?? (isFull() ? refuse() : waitIn(queue, newPermit, waitMs)),
  };
}

/** Waits in `queue` until the caller gets a permit, for `waitMs` at most; without that, for as long as it takes. */
function waitIn(queue: Set<Waiting>, newPermit: () => Permit, waitMs?: number): Promise<Permit> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer);
      queue.delete(mine);
    };
    const mine: Waiting = {
      begin: () => {
        leave();
        resolve(newPermit());
      },
    };
    const giveUp = () => {
      leave();
      reject(new AppError(TEMPORARILY_UNAVAILABLE));
    };
    const timer = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs);
    queue.add(mine);
  });
}

/** Delayed refusals, spread over time. */
function createRefusals(refusedAfterMs: number): () => Promise<never> {
  let lastRefusalAt = 0;
  return () => {
    const now = performance.now();
    const inOrder = Math.max(now + refusedAfterMs, lastRefusalAt + REFUSALS.apart * refusedAfterMs);
    lastRefusalAt = Math.min(inOrder, now + REFUSALS.latest * refusedAfterMs);
    const afterMs = lastRefusalAt - now;
    return new Promise<never>((_, reject) => void setTimeout(() => reject(new AppError(TEMPORARILY_UNAVAILABLE)), afterMs));
  };
}
