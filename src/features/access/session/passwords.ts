// Argon2id for passwords, as PHC strings. Node's own Argon2 gives raw bytes only, and the PHC string is what clients send us too.
// A hash is dear on purpose: few run at once, whoever else wants one waits for their turn, and the rest of the service goes on.

import { AsyncLocalStorage } from 'node:async_hooks';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createTurns, type Turn } from '../../../core/turns.ts';
import type { Config } from '../../../deps.ts';
import { hashesAtOnce, isOfOurCost, OUR_COST } from './rules.ts';

/** Hashing of one process. */
export type Passwords = ReturnType<typeof createPasswords>;

type Attempt = { hash: string; password: string };

/** What a request has of it: its turn until its first hash, and what its password was found to have made. */
type OfRequest = { turn?: Turn; right?: Attempt };

const REFUSED_AFTER_MS = 2_000;
/** libuv's, unless the environment says otherwise. */
const THREADS = 4;

/** New hashing with its own line; a process has one. Errors of all parts: `temporarily-unavailable`. */
export function createPasswords(config: Pick<Config, 'ARGON2_CONCURRENCY' | 'ARGON2_QUEUE_LENGTH' | 'ARGON2_QUEUE_WAIT_MS'>) {
  const turns = createTurns({
    atOnce: hashesAtOnce(config.ARGON2_CONCURRENCY, {
      processors: availableParallelism(),
      threads: Number(process.env.UV_THREADPOOL_SIZE ?? THREADS),
    }),
    waiting: config.ARGON2_QUEUE_LENGTH,
    waitMs: config.ARGON2_QUEUE_WAIT_MS,
    refusedAfterMs: REFUSED_AFTER_MS,
  });
  const ofRequest = new AsyncLocalStorage<OfRequest>();

  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    const request = ofRequest.getStore();
    const turn = request?.turn ?? (await turns.take());
    if (request) delete request.turn;
    try {
      return await work();
    } finally {
      turn.give();
    }
  };

  return {
    /** PHC string of a password; runs on libuv's threads. */
    hash: (password: string): Promise<string> => inTurn(() => hash(password, OUR_COST)),
    /** True when the password made this PHC string; once in a request, whoever asks again. */
    verify: async (attempt: Attempt): Promise<boolean> => {
      const request = ofRequest.getStore();
      if (request?.right?.hash === attempt.hash && request.right.password === attempt.password) return true;
      const isRight = await inTurn(() => verify(attempt.hash, attempt.password));
      if (isRight && request) request.right = attempt;
      return isRight;
    },
    /** Runs a request that may take its turn before it hashes; a turn that it did not use ends with it. */
    duringRequest: <T>(work: () => Promise<T>): Promise<T> => {
      const request: OfRequest = {};
      return ofRequest.run(request, () => work().finally(() => request.turn?.give()));
    },
    /** Waits now for the turn of the request's first hash: the library hashes inside a transaction, which must not wait. */
    takeTurn: async (): Promise<void> => {
      const request = ofRequest.getStore();
      if (request && !request.turn) request.turn = await turns.take();
    },
    /** Whether who comes now would be refused: then nothing is done for them, not even counted. */
    isFull: turns.isFull,
    refuse: turns.refuse,
    /** The right password of this request, where its stored hash is not of our cost. */
    renewable: (): Attempt | undefined => {
      const right = ofRequest.getStore()?.right;
      return right && !isOfOurCost(right.hash) ? right : undefined;
    },
  };
}
