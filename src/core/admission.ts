// Heavy requests share the process with light ones: only some of them run at once, the others wait without using a connection.

import { AsyncLocalStorage } from 'node:async_hooks';
import { createTurns, type Turn, type TurnCounts, type Turns } from './turns.ts';

/** How many heavy requests run at once, how many may wait, and for how long; beyond that they are `temporarily-unavailable`. */
export type AdmissionLimits = { atOnce: number; waiting: number; waitMs: number };

/** A peak of buyers fits in; what is behind so many would wait longer than {@link LONGEST_WAIT_MS} anyway. */
const MOST_WAITING = 1_000;
/** Below what browsers and proxies wait for an answer. */
const LONGEST_WAIT_MS = 10_000;

/** Of the requests of one process. */
export function heavyLimits(config: Readonly<Record<'HEAVY_REQUESTS_AT_ONCE', number>>): AdmissionLimits {
  return { atOnce: config.HEAVY_REQUESTS_AT_ONCE, waiting: MOST_WAITING, waitMs: LONGEST_WAIT_MS };
}

/**
 * How many of the admitted requests use the processor at once while reads come, as a read would wait behind all of them. The others are
 * waiting for the database.
 */
const WORKING_BESIDE_READS = 1;
/** So long after a read the next may still come; then all that are admitted work. */
const QUIET_MS = 50;
/** A statement that takes longer waits for a lock or reads a lot: another request may use the processor meanwhile. */
const SLOW_MS = 50;
/** Refusals are delayed, so that clients that retry immediately add less load. */
const REFUSED_AFTER_MS = 100;

/** The two queues of a process: an admitted request may use connections, a working one also the processor. */
export type Queues = { admitted: Turns; working: Turns };

/** Both queues, the number of reads that are being answered, and what follows when none has come for QUIET_MS. */
export type Admission = Queues & { reads: number; quiet: NodeJS.Timeout };

/**
 * A heavy request with the turns that it has at the moment, and those that it waits for after it gave them away; `isOver` once nobody
 * waits for its answer.
 */
type Heavy = {
  line: Admission;
  admitted: Turn | undefined;
  working: Turn | undefined;
  coming: { [Part in keyof Queues]?: Promise<void> | undefined };
  isOver: boolean;
};

const running = new AsyncLocalStorage<Heavy>();

/** The queues of one process. */
export function createAdmission(limits: AdmissionLimits): Admission {
  const line: Admission = {
    admitted: lineOf(limits),
    working: lineOf(limits),
    reads: 0,
    quiet: setTimeout(() => {
      if (line.reads === 0) line.working.allow(limits.atOnce);
    }, QUIET_MS),
  };
  return line;
}

function lineOf(limits: AdmissionLimits): Turns {
  return createTurns({ ...limits, refusedAfterMs: REFUSED_AFTER_MS, pause: 0 });
}

/** Counts a read, until `answer` is out or its client has gone. */
export function countRead(line: Admission, answer: { once(event: 'close', listener: () => void): unknown }): void {
  line.reads += 1;
  line.working.allow(WORKING_BESIDE_READS);
  answer.once('close', () => {
    line.reads -= 1;
    line.quiet.refresh();
  });
}

/**
 * Waits for admission, then runs `next` and all that follows from it; it lasts until `answer` is out or its client has gone. Error, to
 * `next`: `temporarily-unavailable`.
 */
export function inTurn(
  line: Admission,
  answer: { once(event: 'close', listener: () => void): unknown },
  next: (error?: Error) => void,
): void {
  const heavy: Heavy = { line, admitted: undefined, working: undefined, coming: {}, isOver: false };
  answer.once('close', () => {
    heavy.isOver = true;
    give(heavy, 'working');
    give(heavy, 'admitted');
  });
  line.admitted.take().then(async (turn) => {
    keep(heavy, 'admitted', turn);
    await resume(heavy, 'working');
    running.run(heavy, next);
  }, next);
}

/**
 * Gives the turns of the request to another one while `wait` waits for something that is no work of this process: a provider, a point
 * in time, a queue of its own. Never call it in work that several requests wait for together: requests that keep their turns would wait
 * for one that has given its turns away.
 */
export async function outsideOfTurn<T>(wait: () => Promise<T>): Promise<T> {
  const heavy = running.getStore();
  if (!heavy?.admitted) return wait();
  give(heavy, 'working');
  give(heavy, 'admitted');
  try {
    return await wait();
  } finally {
    await resume(heavy, 'admitted');
    await resume(heavy, 'working');
  }
}

/** Runs a statement; once a heavy request has waited for it for SLOW_MS, another one may use the processor. */
export function whileSlow<T>(statement: () => Promise<T>): Promise<T> {
  const heavy = running.getStore();
  return heavy?.working ? givingWhileSlow(heavy, statement) : statement();
}

async function givingWhileSlow<T>(heavy: Heavy, statement: () => Promise<T>): Promise<T> {
  let hasGiven = false;
  const timer = setTimeout(() => {
    hasGiven = heavy.working !== undefined;
    give(heavy, 'working');
  }, SLOW_MS);
  try {
    return await statement();
  } finally {
    clearTimeout(timer);
    if (hasGiven) await resume(heavy, 'working');
  }
}

function give(heavy: Heavy, part: keyof Queues): void {
  heavy[part]?.give();
  heavy[part] = undefined;
}

/** A request that waits for several things at once comes back several times: it has one turn of each queue all the same. */
async function resume(heavy: Heavy, part: keyof Queues): Promise<void> {
  if (heavy.isOver || heavy[part]) return;
  heavy.coming[part] ??= heavy.line[part].resume().then((turn) => {
    heavy.coming[part] = undefined;
    keep(heavy, part, turn);
  });
  await heavy.coming[part];
}

function keep(heavy: Heavy, part: keyof Queues, turn: Turn): void {
  if (heavy.isOver) turn.give();
  else heavy[part] = turn;
}

/** Runs work in the line of its key. */
export type Lanes = { <T>(key: string, work: () => Promise<T>): Promise<T>; counts(): TurnCounts };

/** A line for each key, which lets `atOnce` in; one without anybody is forgotten. Errors: `temporarily-unavailable`. */
export function createLanes(limits: AdmissionLimits): Lanes {
  const lanes = new Map<string, { turns: Turns; users: number }>();
  const inLane = async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const lane = lanes.get(key) ?? { turns: lineOf(limits), users: 0 };
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
  // All lanes together; the limit is that of each.
  const counts = () =>
    [...lanes.values()].reduce(
      (sum, { turns }) => {
        const { running: taken, waiting } = turns.counts();
        return { running: sum.running + taken, waiting: sum.waiting + waiting, limit: sum.limit };
      },
      { running: 0, waiting: 0, limit: limits.atOnce },
    );
  return Object.assign(inLane, { counts });
}
