// Argon2id for passwords, as PHC strings: Node's own Argon2 returns raw bytes only, and clients send PHC strings too.
// A hash is expensive on purpose: few run at once and further ones queue, so that the rest of the service stays responsive.

import { AsyncLocalStorage } from 'node:async_hooks';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import type { Config } from '../../../config/settings.ts';
import { createSemaphore, type Permit } from '../../../core/concurrency/semaphore.ts';
import { hashesAtOnce, isOfOurCost, OUR_COST, spellingsOf } from './rules.ts';

/** The password hashing of one process. */
export type Passwords = ReturnType<typeof createPasswords>;

type Attempt = { hash: string; password: string };

/** What is kept for a request: its permit until its first hash, and the attempt that was verified as right. */
type OfRequest = { permit?: Permit; right?: Attempt };

const REFUSED_AFTER_MS = 2_000;
/** In lengths of the hash before it: three quarters of the time are left to everybody else. */
const PAUSE = 3;
/** libuv's default size of its thread pool. */
const THREADS = 4;

/** Tries every spelling, also after the right one: the time depends on the typed text only. */
async function verifyAny({ hash: known, password }: Attempt): Promise<boolean> {
  let isRight = false;
  for (const spelling of spellingsOf(password)) isRight = (await verify(known, spelling)) || isRight;
  return isRight;
}

/** A person who signs in waits no longer. */
const LONGEST_WAIT_MS = 15_000;

/** Password hashing with its own queue; a process has one. Error of every part: `temporarily-unavailable`. */
export function createPasswords(config: Pick<Config, 'ARGON2_CONCURRENCY' | 'ARGON2_QUEUE_LENGTH'>) {
  const semaphore = createSemaphore({
    atOnce: hashesAtOnce(config.ARGON2_CONCURRENCY, {
      processors: availableParallelism(),
      threads: Number(process.env.UV_THREADPOOL_SIZE ?? THREADS),
    }),
    waiting: config.ARGON2_QUEUE_LENGTH,
    waitMs: LONGEST_WAIT_MS,
    refusedAfterMs: REFUSED_AFTER_MS,
    pause: PAUSE,
  });
  const ofRequest = new AsyncLocalStorage<OfRequest>();

  const withPermit = async <T>(work: () => Promise<T>): Promise<T> => {
    const request = ofRequest.getStore();
    const permit = request?.permit ?? (await semaphore.acquire());
    if (request) delete request.permit;
    try {
      return await work();
    } finally {
      permit.release();
    }
  };

  return {
    /** PHC string of a password; runs on libuv's threads. */
    hash: (password: string): Promise<string> => withPermit(() => hash(password.normalize('NFC'), OUR_COST)),
    /** True when the PHC string is a hash of the password. A right attempt is hashed only once in a request. */
    verify: async (attempt: Attempt): Promise<boolean> => {
      const request = ofRequest.getStore();
      if (request?.right?.hash === attempt.hash && request.right.password === attempt.password) return true;
      const isRight = await withPermit(() => verifyAny(attempt));
      if (isRight && request) request.right = attempt;
      return isRight;
    },
    /** Runs a request that may acquire its permit before it hashes; an unused one is released at its end. */
    duringRequest: <T>(work: () => Promise<T>): Promise<T> => {
      const request: OfRequest = {};
      return ofRequest.run(request, () => work().finally(() => request.permit?.release()));
    },
    /** Waits for the permit of the request's first hash: the library hashes inside a transaction, which must not wait. */
    acquirePermit: async (): Promise<void> => {
      const request = ofRequest.getStore();
      if (request && !request.permit) request.permit = await semaphore.acquire();
    },
    /** Whether the queue is full; a request is then refused before anything else, rate limits included. */
    isFull: semaphore.isFull,
    refuse: semaphore.refuse,
    counts: semaphore.counts,
    /** The verified attempt of this request when its stored hash is not of our cost. */
    renewable: (): Attempt | undefined => {
      const right = ofRequest.getStore()?.right;
      return right && !isOfOurCost(right.hash) ? right : undefined;
    },
  };
}
