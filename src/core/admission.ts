// Heavy requests share the process with light ones: so many run at once, the others wait in line without a connection.

import { AsyncLocalStorage } from 'node:async_hooks';
import { createTurns, type Turn, type Turns } from './turns.ts';

/** How many at a time, how many may wait, and how long; more and longer is `temporarily-unavailable`. */
export type AdmissionLimits = { atOnce: number; waiting: number; waitMs: number };

/** As the settings have them. */
export function heavyLimits(
  config: Readonly<Record<'HEAVY_REQUESTS_AT_ONCE' | 'HEAVY_REQUESTS_WAITING' | 'HEAVY_REQUESTS_WAIT_MS', number>>,
): AdmissionLimits {
  return {
    atOnce: config.HEAVY_REQUESTS_AT_ONCE,
    waiting: config.HEAVY_REQUESTS_WAITING,
    waitMs: config.HEAVY_REQUESTS_WAIT_MS,
  };
}

/** The request that is running, where it needs a turn: `turn` while it has one, `isOver` once nobody waits for its answer. */
type Heavy = { turns: Turns; turn: Turn | undefined; isOver: boolean };

const running = new AsyncLocalStorage<Heavy>();

/** Whoever is refused hears of it so late: asking again at once would only make the crowd larger. */
const REFUSED_AFTER_MS = 100;

/** The line of one process. */
export function createAdmission(limits: AdmissionLimits): Turns {
  return createTurns({ ...limits, refusedAfterMs: REFUSED_AFTER_MS, pause: 0 });
}

/**
 * Waits for a turn, then runs `next` and all that follows from it; the turn lasts until `answer` is out or its client has gone.
 * Error, to `next`: `temporarily-unavailable`.
 */
export function inTurn(
  turns: Turns,
  answer: { once(event: 'close', listener: () => void): unknown },
  next: (error?: Error) => void,
): void {
  const heavy: Heavy = { turns, turn: undefined, isOver: false };
  answer.once('close', () => {
    heavy.isOver = true;
    heavy.turn?.give();
  });
  turns.take().then((turn) => {
    keep(heavy, turn);
    running.run(heavy, next);
  }, next);
}

/**
 * Gives the turn to somebody else while `wait` waits for what is no work of this process: a provider, a moment, a line of its own.
 * Never inside something that several requests wait for together: those with a turn would wait for the one without.
 */
export async function outsideOfTurn<T>(wait: () => Promise<T>): Promise<T> {
  const heavy = running.getStore();
  if (!heavy?.turn) return wait();
  heavy.turn.give();
  heavy.turn = undefined;
  try {
    return await wait();
  } finally {
    keep(heavy, await heavy.turns.resume());
  }
}

function keep(heavy: Heavy, turn: Turn): void {
  if (heavy.isOver) turn.give();
  else heavy.turn = turn;
}

/** Runs work in the line of its key. */
export type Lanes = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** A line for each key, which lets `atOnce` in; one without anybody is forgotten. Errors: `temporarily-unavailable`. */
export function createLanes(limits: AdmissionLimits): Lanes {
  const lanes = new Map<string, { turns: Turns; users: number }>();
  return async (key, work) => {
    const lane = lanes.get(key) ?? { turns: createAdmission(limits), users: 0 };
    lanes.set(key, lane);
    lane.users += 1;
    try {
      const turn = await outsideOfTurn(() => lane.turns.take());
      try {
        return await work();
      } finally {
        turn.give();
      }
    } finally {
      lane.users -= 1;
      if (lane.users === 0) lanes.delete(key);
    }
  };
}
