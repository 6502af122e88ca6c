// The limit of all requests must not cost a statement each: a process counts in memory, and tells the others once a second of who is busy.

import type { Database } from '../db/pool.ts';
import type { Logger } from '../log.ts';
import { type Repetition, repeatEvery } from '../repeat.ts';
import { addCounts, type RateLimit } from './rate-limit.ts';

/** Where a key stands after a request was counted, or refused. */
export type Standing = { allowed: boolean; remaining: number; resetSeconds: number };

/**
 * Counts requests by key. Alone a process is exact. Several know of each other what was told: a key may get, beyond the limit and
 * for each further process, a twentieth of it (who sends less is not told) and what it sends there within about a second.
 * Without a database each process counts for itself (A-core-9).
 */
export type SharedCounter = {
  /** Counts one request, unless it is refused. */
  count(key: string): Standing;
  /** Takes one back that need not have been counted. */
  giveBack(key: string): void;
  close(): Promise<void>;
};

type Window = {
  startedMs: number;
  /** What all processes had counted when we last asked. */
  told: number;
  /** What we counted since. */
  untold: number;
  isShared: boolean;
};

const TELL_EVERY_MS = 1_000;
const SHARE_THAT_IS_TOLD = 20;
const MAX_TOLD_AT_ONCE = 1_000;
/** Beyond this many keys the oldest are forgotten: memory is bounded whoever comes. */
const MAX_KEYS = 50_000;

/** New counter of one process. */
export function createSharedCounter(deps: { db: Database; log: Logger; limit: RateLimit }): SharedCounter {
  const { limit } = deps;
  const windowMs = limit.windowSeconds * 1000;
  const toldFrom = Math.max(1, Math.floor(limit.max / SHARE_THAT_IS_TOLD));
  const windows = new Map<string, Window>();
  const busy = new Map<string, Window>();
  let telling: Repetition | undefined;

  const windowOf = (key: string, nowMs: number): Window => {
    const known = windows.get(key);
    if (known && known.startedMs + windowMs > nowMs) return known;
    const fresh = { startedMs: nowMs, told: 0, untold: 0, isShared: false };
    windows.delete(key);
    if (windows.size >= MAX_KEYS) windows.delete(windows.keys().next().value ?? '');
    windows.set(key, fresh);
    return fresh;
  };
  const tell = async () => {
    for (;;) {
      const some = [...busy].slice(0, MAX_TOLD_AT_ONCE);
      if (some.length === 0) return;
      for (const [key] of some) busy.delete(key);
      await tellSome(deps.db, some, windowMs);
    }
  };
  const onError = (err: unknown) => deps.log.warn({ err }, 'counts of requests not shared');

  return {
    count: (key) => {
      const nowMs = Date.now();
      const window = windowOf(key, nowMs);
      const count = window.told + window.untold + 1;
      const allowed = count <= limit.max;
      if (allowed) window.untold += 1;
      if (allowed && (window.isShared || window.untold >= toldFrom)) {
        busy.set(key, window);
        telling ??= repeatEvery(TELL_EVERY_MS, tell, { onError });
      }
      const resetSeconds = Math.max(1, Math.ceil((window.startedMs + windowMs - nowMs) / 1000));
      return { allowed, remaining: Math.max(0, limit.max - count), resetSeconds };
    },
    giveBack: (key) => {
      const window = windows.get(key);
      if (window) window.untold -= 1;
    },
    close: async () => telling?.stop(),
  };
}

/** What is on its way counts as told, so that nothing is told twice; when it does not arrive it is told the next time. */
async function tellSome(db: Database, some: readonly (readonly [string, Window])[], windowMs: number): Promise<void> {
  const added = some.map(([key, window]) => ({ key, count: window.untold, startedMs: window.startedMs }));
  const move = (sign: 1 | -1) => {
    for (const [index, [, window]] of some.entries()) {
      window.told += sign * (added[index]?.count ?? 0);
      window.untold -= sign * (added[index]?.count ?? 0);
    }
  };
  move(1);
  try {
    const stands = new Map((await addCounts(db, added, windowMs)).map((counted) => [counted.key, counted]));
    for (const [key, window] of some) {
      window.isShared = true;
      window.told = stands.get(key)?.count ?? window.told;
      window.startedMs = stands.get(key)?.startedMs ?? window.startedMs;
    }
  } catch (error) {
    move(-1);
    throw error;
  }
}
