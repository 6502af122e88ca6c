// Rate limits: per address before anything else is checked, and per account once the caller is known.

import { isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../db/pool.ts';
import { AppError, TOO_MANY_REQUESTS } from '../errors.ts';
import type { Logger } from '../telemetry/log.ts';
import type { Guard } from './guards.ts';
import { countRequest, createSharedCounter, type Standing } from './request-counts.ts';

const WINDOW_SECONDS = 60;

/** Callers with a valid API key are not limited; a request with a wrong key counts against its address. */
const PLATFORMS: readonly (Guard | undefined)[] = ['provider-webhook', 'defaults-webhook'];

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * The two hooks of every request, before and after the guards. The general limit is counted in memory and shared between processes (see
 * request-counts.ts); a route's `perMinute` is counted exactly, in the database. Probes are not counted.
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
      judge(reply, deps.requestsPerMinute, general.count(address));
      await countRoute(request, reply, address);
    },
    byAccount: async (request, reply) => {
      if (PLATFORMS.includes(request.routeOptions.config.guard)) general.giveBack(addressKey(request.ip));
      if (!request.caller) return;
      const account = `account ${request.caller.userId}`;
      judge(reply, deps.requestsPerMinute, general.count(account));
      await countRoute(request, reply, account);
    },
  };
}

function judge(reply: FastifyReply, max: number, { allowed, remaining, resetSeconds }: Standing): void {
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
