// A semaphore for expensive work in this process, with a queue of bounded length and a bounded wait. A turn is one permit.

import { AppError, TEMPORARILY_UNAVAILABLE } from './errors.ts';

/** A permit; `give` releases it, and a second call does nothing. */
export type Turn = { give(): void };

/**
 * `take` acquires a permit. Error: `temporarily-unavailable` when the queue is full or the wait too long. `isFull` tells beforehand that
 * `take` would be refused, and `refuse` rejects with the same delayed error.
 */
export type Turns = {
  take(): Promise<Turn>;
  /** Acquires a permit again after it was given up for a while: before those who wait for their first, and never refused. */
  resume(): Promise<Turn>;
  isFull(): boolean;
  refuse(): Promise<never>;
  /** Changes the number of permits: of those that are taken beyond it, each that is given back goes to nobody. */
  allow(atOnce: number): void;
  counts(): TurnCounts;
};

/** Permits that are taken, callers that wait for one, and permits in all. */
export type TurnCounts = { running: number; waiting: number; limit: number };

/** Spread of refusals, as multiples of `refusedAfterMs`: least distance of two refusals, and greatest delay of one. */
const REFUSALS = { apart: 0.01, latest: 5 };

type Waiting = { begin: () => void };

/**
 * `atOnce`: permits; `waiting`: maximum length of the queue; `waitMs`: maximum wait in it. `refusedAfterMs`: a refusal is delayed, so
 * that clients that retry immediately do not retry more often. Refusals of a burst are spread out, or the whole burst would come back at
 * the same moment.
 */
export type TurnLimits = { atOnce: number; waiting: number; waitMs: number; refusedAfterMs: number; pause: number };

/**
 * First come, first served. While callers wait, each turn is followed by a pause of `pause` times its duration: however long the queue,
 * that share of the CPU time remains for other requests, also on a slow machine.
 */
export function createTurns({ atOnce: initially, waiting, waitMs, refusedAfterMs, pause }: TurnLimits): Turns {
  let atOnce = initially;
  let taken = 0;
  // A Set keeps the order of insertion and removes any element in constant time.
  const line = new Set<Waiting>();
  const resuming = new Set<Waiting>();

  const nextInLine = (): Waiting | undefined => {
    const [next] = resuming.size > 0 ? resuming : line;
    return next;
  };
  const beginNext = () => {
    const next = taken > atOnce ? undefined : nextInLine();
    if (next) next.begin();
    else taken -= 1;
  };
  const newTurn = (): Turn => {
    let isGiven = false;
    const began = performance.now();
    return {
      give: () => {
        if (isGiven) return;
        isGiven = true;
        if (pause === 0 || line.size + resuming.size === 0) beginNext();
        else setTimeout(beginNext, pause * (performance.now() - began));
      },
    };
  };

  const beginNow = (): Turn | undefined => {
    if (taken >= atOnce) return undefined;
    taken += 1;
    return newTurn();
  };
  const isFull = () => taken >= atOnce && line.size >= waiting;
  const refuse = createRefusals(refusedAfterMs);

  return {
    ...{ isFull, refuse },
    allow: (number) => {
      atOnce = number;
      for (let next = nextInLine(); next && taken < atOnce; next = nextInLine()) {
        taken += 1;
        next.begin();
      }
    },
    counts: () => ({ running: taken, waiting: line.size + resuming.size, limit: atOnce }),
    resume: async () => beginNow() ?? waitIn(resuming, newTurn),
    take: async () => beginNow() ?? (isFull() ? refuse() : waitIn(line, newTurn, waitMs)),
  };
}

/** Waits in `queue` until the caller's turn begins, for `waitMs` at most; without that, for as long as it takes. */
function waitIn(queue: Set<Waiting>, newTurn: () => Turn, waitMs?: number): Promise<Turn> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer);
      queue.delete(mine);
    };
    const mine: Waiting = {
      begin: () => {
        leave();
        resolve(newTurn());
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
    const inItsTurn = Math.max(now + refusedAfterMs, lastRefusalAt + REFUSALS.apart * refusedAfterMs);
    lastRefusalAt = Math.min(inItsTurn, now + REFUSALS.latest * refusedAfterMs);
    const afterMs = lastRefusalAt - now;
    return new Promise<never>((_, reject) => void setTimeout(() => reject(new AppError(TEMPORARILY_UNAVAILABLE)), afterMs));
  };
}
