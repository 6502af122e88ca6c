// Work that only so many may do at once in this process. Who waits does so in a line of bounded length, for a bounded time.

import { AppError, TEMPORARILY_UNAVAILABLE } from './errors.ts';

/** `give` ends a turn; a second call does nothing. */
export type Turn = { give(): void };

/**
 * `take` resolves when it is the caller's turn. Error: `temporarily-unavailable` when the line is full or the wait too long. `isFull`
 * says beforehand that it would be refused, and `refuse` does it.
 */
export type Turns = {
  take(): Promise<Turn>;
  /** The same for who has begun and waited for something else meanwhile: before all others, and never refused. */
  resume(): Promise<Turn>;
  isFull(): boolean;
  refuse(): Promise<never>;
};

/** Of the time after which they hear: so far apart are two refusals at least, and so late is the last at most. */
const REFUSALS = { apart: 0.01, latest: 5 };

type Waiting = { begin: () => void };

/**
 * How many turns at a time, how many callers in the line at most, none of them longer than `waitMs`; and how late the others hear that
 * the line is full: who asks again as soon as they are refused shall not ask more often for it. A crowd that came at once hears one by
 * one, or it would come again at once, and everybody else would wait behind all of it each time.
 */
export type TurnLimits = { atOnce: number; waiting: number; waitMs: number; refusedAfterMs: number; pause: number };

/**
 * First come, first served. While others wait, each turn is followed by a pause of `pause` times its own length: however long the line,
 * so much of the time belongs to everybody else, and on a machine that is slow the pauses are longer.
 */
export function createTurns({ atOnce, waiting, waitMs, refusedAfterMs, pause }: TurnLimits): Turns {
  let taken = 0;
  // Keeps the order in which they came, and lets go of one in the middle at once.
  const line = new Set<Waiting>();
  const resuming = new Set<Waiting>();

  const beginNext = () => {
    const [next] = resuming.size > 0 ? resuming : line;
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

  const isFull = () => taken >= atOnce && line.size >= waiting;
  let lastRefusalAt = 0;
  const refuse = () => {
    const now = performance.now();
    const inItsTurn = Math.max(now + refusedAfterMs, lastRefusalAt + REFUSALS.apart * refusedAfterMs);
    lastRefusalAt = Math.min(inItsTurn, now + REFUSALS.latest * refusedAfterMs);
    const afterMs = lastRefusalAt - now;
    return new Promise<never>((_, reject) => void setTimeout(() => reject(new AppError(TEMPORARILY_UNAVAILABLE)), afterMs));
  };

  return {
    isFull,
    refuse,
    resume: () => {
      if (taken < atOnce) {
        taken += 1;
        return Promise.resolve(newTurn());
      }
      return new Promise((resolve) => {
        const mine: Waiting = {
          begin: () => {
            resuming.delete(mine);
            resolve(newTurn());
          },
        };
        resuming.add(mine);
      });
    },
    take: () => {
      if (taken < atOnce) {
        taken += 1;
        return Promise.resolve(newTurn());
      }
      if (isFull()) return refuse();
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          line.delete(mine);
          reject(new AppError(TEMPORARILY_UNAVAILABLE));
        }, waitMs);
        const mine: Waiting = {
          begin: () => {
            clearTimeout(timer);
            line.delete(mine);
            resolve(newTurn());
          },
        };
        line.add(mine);
      });
    },
  };
}
