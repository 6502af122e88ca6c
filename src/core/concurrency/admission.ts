// Admits only some heavy requests at once, as they share the process with light ones; the others wait without using a connection.

import { AsyncLocalStorage } from 'node:async_hooks';
import { createSemaphore, type Permit, type Semaphore } from './semaphore.ts';

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
 * How many of the admitted requests use the processor at once while light requests come, which would wait behind all of them. The others
 * are waiting for the database.
 */
const WORKING_BESIDE_LIGHT = 1;
/** So long after a light request the next may still come; then all that are admitted work. */
const QUIET_MS = 50;
/** A statement that takes longer waits for a lock or reads a lot: another request may use the processor meanwhile. */
const SLOW_MS = 50;

/** The two semaphores of a process: an admitted request may use connections, a working one also the processor. */
type Semaphores = { admitted: Semaphore; working: Semaphore };

/** Both semaphores, the number of light requests that are being answered, and what follows when none has come for QUIET_MS. */
export type Admission = Semaphores & { light: number; quiet: NodeJS.Timeout };

/**
 * A heavy request with the permits that it has at the moment, and those that it waits for after it released them; `isOver` once nobody
 * waits for its answer.
 */
type Heavy = {
  admission: Admission;
  admitted: Permit | undefined;
  working: Permit | undefined;
  coming: { [Part in keyof Semaphores]?: Promise<void> | undefined };
  isOver: boolean;
};

/** Whether the answer was sent, or its client has gone. */
type Answer = { once(event: 'close', listener: () => void): unknown };

const current = new AsyncLocalStorage<Heavy>();

/** The semaphores of one process. */
export function createAdmission(limits: AdmissionLimits): Admission {
  const admission: Admission = {
    admitted: createSemaphore(limits),
    working: createSemaphore(limits),
    light: 0,
    quiet: setTimeout(() => {
      if (admission.light === 0) admission.working.resize(limits.atOnce);
    }, QUIET_MS),
  };
  return admission;
}

/** Counts a light request until its answer is out. */
export function countLightRequest(admission: Admission, answer: Answer): void {
  admission.light += 1;
  admission.working.resize(WORKING_BESIDE_LIGHT);
  answer.once('close', () => {
    admission.light -= 1;
    admission.quiet.refresh();
  });
}

/**
 * Waits for both permits, then runs `next` and all that follows from it; they last until the answer is out. Error, to `next`:
 * `temporarily-unavailable`.
 */
export function admit(admission: Admission, answer: Answer, next: (error?: Error) => void): void {
  const heavy: Heavy = { admission, admitted: undefined, working: undefined, coming: {}, isOver: false };
  answer.once('close', () => {
    heavy.isOver = true;
    release(heavy, 'working');
    release(heavy, 'admitted');
  });
  admission.admitted.acquire().then(async (permit) => {
    keep(heavy, 'admitted', permit);
    await reacquire(heavy, 'working');
    current.run(heavy, next);
  }, next);
}

/**
 * Releases the permits of the request while `wait` waits for something that is no work of this process: a provider, a point in time, a
 * queue. Never call it in work that several requests wait for together: requests that keep their permits would wait for one that has
 * released its own.
 */
export async function releaseWhile<T>(wait: () => Promise<T>): Promise<T> {
  const heavy = current.getStore();
  if (!heavy?.admitted) return wait();
  release(heavy, 'working');
  release(heavy, 'admitted');
  try {
    return await wait();
  } finally {
    await reacquire(heavy, 'admitted');
    await reacquire(heavy, 'working');
  }
}

/** Runs a statement; once a heavy request has waited for it for SLOW_MS, another one may use the processor. */
export function yieldIfSlow<T>(statement: () => Promise<T>): Promise<T> {
  const heavy = current.getStore();
  return heavy?.working ? yieldWhileSlow(heavy, statement) : statement();
}

async function yieldWhileSlow<T>(heavy: Heavy, statement: () => Promise<T>): Promise<T> {
  let hasYielded = false;
  const timer = setTimeout(() => {
    hasYielded = heavy.working !== undefined;
    release(heavy, 'working');
  }, SLOW_MS);
  try {
    return await statement();
  } finally {
    clearTimeout(timer);
    if (hasYielded) await reacquire(heavy, 'working');
  }
}

function release(heavy: Heavy, part: keyof Semaphores): void {
  heavy[part]?.release();
  heavy[part] = undefined;
}

/** A request that waits for several things at once comes back several times: it has one permit of each semaphore all the same. */
async function reacquire(heavy: Heavy, part: keyof Semaphores): Promise<void> {
  if (heavy.isOver || heavy[part]) return;
  heavy.coming[part] ??= heavy.admission[part].reacquire().then((permit) => {
    heavy.coming[part] = undefined;
    keep(heavy, part, permit);
  });
  await heavy.coming[part];
}

function keep(heavy: Heavy, part: keyof Semaphores, permit: Permit): void {
  if (heavy.isOver) permit.release();
  else heavy[part] = permit;
}
