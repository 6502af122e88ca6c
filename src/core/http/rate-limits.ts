// Rate limits: per address before anything else is checked, and per account once the caller is known. Their counters are exact in the
// database, or fast in memory and shared by processes once a second.

import { isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../db/pool.ts';
import { AppError, TOO_MANY_REQUESTS } from '../errors.ts';
import { type Repetition, repeatEvery } from '../periodic-tasks.ts';
import type { Logger } from '../telemetry/log.ts';
import type { Guard } from './guards.ts';

const WINDOW_SECONDS = 60;

/** Callers with a valid API key are not limited; a request with a wrong key counts against its address. */
const PLATFORMS: readonly (Guard | undefined)[] = ['provider-webhook', 'defaults-webhook'];

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * The two hooks of every request, before and after the guards. The general limit is counted in memory and shared between processes;
 * a route's `perMinute` is counted exactly, in the database. Probes are not counted.
 */
export function createLimits(
  app: FastifyInstance,
  deps: { db: Database; log: Logger; requestsPerMinute: number },
): { byAddress: Hook; byAccount: Hook } {
  const general = createSharedCounter({ ...deps, limit: { max: deps.requestsPerMinute, windowSeconds: WINDOW_SECONDS } });
  app.addHook('onClose', () => general.close());
  const countRoute = async (request: FastifyRequest, reply: FastifyReply, caller: string) => {
    const { perMinute: max } = request.routeOptions.config;
    if (max === undefined) return;
    const key = `${request.method} ${request.routeOptions.url}|${caller}`;
    const counted = await countRequest(deps.db, key, { max, windowSeconds: WINDOW_SECONDS });
    if (!counted.allowed) throw refused(reply, counted.retryAfterSeconds);
  };
  return {
    byAddress: async (request, reply) => {
      if (request.routeOptions.config.isProbe) return;
      const address = addressKey(request.ip);
      refuseAbove(reply, deps.requestsPerMinute, general.count(address));
      await countRoute(request, reply, address);
    },
    byAccount: async (request, reply) => {
      if (PLATFORMS.includes(request.routeOptions.config.guard)) general.giveBack(addressKey(request.ip));
      if (!request.caller) return;
      const account = `account ${request.caller.userId}`;
      refuseAbove(reply, deps.requestsPerMinute, general.count(account));
      await countRoute(request, reply, account);
    },
  };
}

function refuseAbove(reply: FastifyReply, max: number, { allowed, remaining, resetSeconds }: Standing): void {
  reply.headers({ 'x-ratelimit-limit': max, 'x-ratelimit-remaining': remaining, 'x-ratelimit-reset': resetSeconds });
  if (!allowed) throw refused(reply, resetSeconds);
}

function refused(reply: FastifyReply, retryAfterSeconds: number): AppError {
  reply.header('retry-after', retryAfterSeconds);
  return new AppError(TOO_MANY_REQUESTS, { detail: 'Too many requests; try again later.' });
}

const GROUPS_OF_A_NETWORK = 4;

/** Key of a client address: the IPv4 address, or the /64 network of an IPv6 address, as a client can use all addresses of its /64. */
export function addressKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined || !isIPv6(ip)) return `address ${mapped ?? ip}`;
  const [head = '', tail] = ip.split('%', 1)[0]?.split('::') ?? [];
  const groups = head === '' ? [] : head.split(':');
  // Groups behind the `::` can belong to the network part, as in `1::2:3:4:5:6:7`.
  const behind = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : Math.max(0, 8 - groups.length - behind.length - (tail.includes('.') ? 1 : 0));
  const whole = [...groups, ...Array<string>(gap).fill('0'), ...behind];
  const network = whole.slice(0, GROUPS_OF_A_NETWORK).map((group) => Number.parseInt(group, 16).toString(16));
  return `address ${network.join(':')}::/64`;
}

/** At most `max` requests per window; a window begins with its first request. */
export type RateLimit = { max: number; windowSeconds: number };

/** Requests of one key in its window; times are those of the machine's clock. */
type Counted = { key: string; count: number; startedMs: number };

/** Longest possible window; older counters may be deleted. */
const MAX_WINDOW_SECONDS = 3_600;

/**
 * Counts one request of `key`, in a single atomic statement. Uses the machine's clock, as moving the business clock must not lift the
 * limits. Fails when the database is unavailable: a request that cannot be counted is refused.
 */
export async function countRequest(
  db: Database,
  key: string,
  limit: RateLimit,
): Promise<{ allowed: true; remaining: number } | { allowed: false; retryAfterSeconds: number }> {
  const nowMs = Date.now();
  const windowMs = limit.windowSeconds * 1000;
  const [counted] = await addCounts(db, [{ key, count: 1, startedMs: nowMs }], windowMs);
  if (counted === undefined) throw new Error(`no counter was written for ${key}`);
  if (counted.count <= limit.max) return { allowed: true, remaining: limit.max - counted.count };
  return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil((counted.startedMs + windowMs - nowMs) / 1000)) };
}

/** Adds to the shared counters, each key once, and returns their new values. A window that is over is replaced by a new one. */
async function addCounts(db: Database, added: readonly Counted[], windowMs: number): Promise<readonly Counted[]> {
  const before = Date.now() - windowMs;
  // Rows are locked in the order of the keys, so that two processes with the same keys cannot deadlock.
  const { rows } = await sql<Counted>`
    insert into request_count as held (key, count, started_at_ms)
    select *
    from unnest(
      ${added.map(({ key }) => key)}::text[],
      ${added.map(({ count }) => count)}::integer[],
      ${added.map(({ startedMs }) => startedMs)}::bigint[]
    ) as added (key, count, started_at_ms)
    order by key
    on conflict (key) do update
    set
      count = case when held.started_at_ms <= ${before} then excluded.count else held.count + excluded.count end,
      started_at_ms = case when held.started_at_ms <= ${before} then excluded.started_at_ms else held.started_at_ms end
    returning key, count, started_at_ms as "startedMs"`.execute(db);
  return rows;
}

/** Deletes counters whose window is long over; returns how many. */
export async function forgetRequestCounts(db: Database): Promise<{ deleted: number }> {
  const result = await db
    .deleteFrom('request_count')
    .where('started_at_ms', '<', Date.now() - MAX_WINDOW_SECONDS * 1000)
    .executeTakeFirst();
  return { deleted: Number(result.numDeletedRows) };
}

/** State of a key after a request was counted or refused. */
export type Standing = { allowed: boolean; remaining: number; resetSeconds: number };

/**
 * Counts requests by key. A single process is exact. With several, a key can exceed the limit, for each further process, by a twentieth
 * of the limit (smaller counts are not shared) and by what it sends there within about a second. When the database is unavailable, each
 * process counts for itself.
 */
export type SharedCounter = {
  /** Counts one request, unless it is refused. */
  count(key: string): Standing;
  /** Uncounts one request that is exempt from the limit. */
  giveBack(key: string): void;
  close(): Promise<void>;
};

type Window = {
  startedMs: number;
  /** Count of all processes at the last exchange. */
  shared: number;
  /** Requests that this process has counted since. */
  unshared: number;
  isShared: boolean;
};

const SHARE_EVERY_MS = 1_000;
/** A key is shared from this fraction of its limit on. */
const SHARED_FROM_FRACTION = 20;
const MAX_KEYS_PER_STATEMENT = 1_000;
/** Beyond this many keys the oldest are evicted, which bounds memory. */
const MAX_KEYS = 50_000;

/** New counter of one process. */
export function createSharedCounter(deps: { db: Database; log: Logger; limit: RateLimit }): SharedCounter {
  const { limit } = deps;
  const windowMs = limit.windowSeconds * 1000;
  const sharedFrom = Math.max(1, Math.floor(limit.max / SHARED_FROM_FRACTION));
  const windows = new Map<string, Window>();
  const busy = new Map<string, Window>();
  let sharing: Repetition | undefined;

  const windowOf = (key: string, nowMs: number): Window => {
    const known = windows.get(key);
    if (known && known.startedMs + windowMs > nowMs) return known;
    const fresh = { startedMs: nowMs, shared: 0, unshared: 0, isShared: false };
    windows.delete(key);
    const [oldest] = windows.keys();
    if (windows.size >= MAX_KEYS && oldest !== undefined) windows.delete(oldest);
    windows.set(key, fresh);
    return fresh;
  };
  const share = async () => {
    for (;;) {
      const some = [...busy].slice(0, MAX_KEYS_PER_STATEMENT);
      if (some.length === 0) return;
      for (const [key] of some) busy.delete(key);
      await shareSome(deps.db, some, windowMs);
    }
  };
  const onError = (err: unknown) => deps.log.warn({ err }, 'counts of requests not shared');

  return {
    count: (key) => {
      const nowMs = Date.now();
      const window = windowOf(key, nowMs);
      const count = window.shared + window.unshared + 1;
      const allowed = count <= limit.max;
      if (allowed) window.unshared += 1;
      if (allowed && (window.isShared || window.unshared >= sharedFrom)) {
        busy.set(key, window);
        sharing ??= repeatEvery(SHARE_EVERY_MS, share, { onError });
      }
      const resetSeconds = Math.max(1, Math.ceil((window.startedMs + windowMs - nowMs) / 1000));
      return { allowed, remaining: Math.max(0, limit.max - count), resetSeconds };
    },
    giveBack: (key) => {
      const window = windows.get(key);
      if (window) window.unshared -= 1;
    },
    close: async () => sharing?.stop(),
  };
}

/** Counts being sent are already moved to `shared`, so that none is sent twice; after an error they are moved back. */
async function shareSome(db: Database, some: readonly (readonly [string, Window])[], windowMs: number): Promise<void> {
  const sent = some.map(([key, window]) => ({ window, added: { key, count: window.unshared, startedMs: window.startedMs } }));
  const move = (sign: 1 | -1) => {
    for (const { window, added } of sent) {
      window.shared += sign * added.count;
      window.unshared -= sign * added.count;
    }
  };
  move(1);
  try {
    const counts = await addCounts(
      db,
      sent.map(({ added }) => added),
      windowMs,
    );
    const stands = new Map(counts.map((counted) => [counted.key, counted]));
    for (const [key, window] of some) {
      window.isShared = true;
      window.shared = stands.get(key)?.count ?? window.shared;
      window.startedMs = stands.get(key)?.startedMs ?? window.startedMs;
    }
  } catch (error) {
    move(-1);
    throw error;
  }
}
