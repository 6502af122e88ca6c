// What browsers may do: other front ends (CORS), requests with the session from other sites (CSRF), and the policy of our pages (CSP).

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, FORBIDDEN_ORIGIN } from '../errors.ts';

type FrontEnds = { FRONT_URL: string; TRUSTED_ORIGINS: readonly string[] };

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
/** Those that our routes read. */
const REQUEST_HEADERS = 'content-type, idempotency-key, tfa, traceparent';
/** Those that a page may read beside the ones that every page may. */
const ANSWER_HEADERS = [
  'idempotency-replayed',
  'location',
  'retry-after',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-request-id',
  'x-retry-after',
].join(', ');
/** For how long a browser need not ask again before a request; browsers cap it at two hours. */
const PREFLIGHT_SECONDS = '7200';

/** Hook for every request: the answer may be read by the page that asked, if it is of a front end of ours, whatever it is. */
function allowFrontEnds({ FRONT_URL, TRUSTED_ORIGINS }: FrontEnds) {
  const allowed = new Set([FRONT_URL, ...TRUSTED_ORIGINS].map((url) => new URL(url).origin));
  return async ({ headers: { origin } }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (origin === undefined || !allowed.has(origin)) return;
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': ANSWER_HEADERS,
    });
  };
}

/** Hook after {@link allowFrontEnds}, counted like any request: answers the browser's question before it sends one. */
async function answerPreflight(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  const isPreflight = request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
  if (!isPreflight || !reply.hasHeader('access-control-allow-origin')) return undefined;
  return reply
    .headers({
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': REQUEST_HEADERS,
      'access-control-max-age': PREFLIGHT_SECONDS,
    })
    .status(204)
    .send();
}

/** Hook before each answer is sent: a cache must not give one page what was allowed to another. */
async function varyByOrigin(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const known = reply.getHeader('vary');
  reply.header('vary', known === undefined ? 'Origin' : `${String(known)}, Origin`);
}

/** Adds the hooks around `count`, the limit of requests: also a refusal of it can be read by the page. */
export function addCors(
  app: FastifyInstance,
  frontEnds: FrontEnds,
  count: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
): void {
  app.addHook('onRequest', allowFrontEnds(frontEnds));
  app.addHook('onRequest', count);
  app.addHook('onRequest', answerPreflight);
  app.addHook('onSend', varyByOrigin);
}

type OriginSettings = { NODE_ENV: string; PUBLIC_URL: string; FRONT_URL: string; TRUSTED_ORIGINS: readonly string[] };

/**
 * Our own origin, the front end and TRUSTED_ORIGINS; outside production also the host of the request, since ports differ there. The
 * session layer uses the same list.
 */
export function trustedOrigins(config: OriginSettings, host: string | undefined): string[] {
  const known = [config.PUBLIC_URL, config.FRONT_URL, ...config.TRUSTED_ORIGINS].map((url) => new URL(url).origin);
  return config.NODE_ENV === 'production' || host === undefined ? known : [...known, `http://${host}`];
}

const READS = ['GET', 'HEAD', 'OPTIONS'];
/** `none`: the user typed the URL or opened a bookmark; a page cannot cause this value. */
const OWN_SITES = ['same-origin', 'none'];

/**
 * Refuses cross-site requests that carry the session cookie and have effects: all methods but reads, and a GET that is declared with
 * effects. The Origin header decides (`null` is refused), else Sec-Fetch-Site; a client that sends neither is not a browser. Requests
 * without the cookie and webhooks with an API key are not checked. Error: `forbidden-origin`.
 */
export function assertOwnOrigin(request: FastifyRequest, config: OriginSettings, sessionCookie: string): void {
  const { effects, guard } = request.routeOptions.config;
  if (READS.includes(request.method) && !effects) return;
  if (guard === 'provider-webhook' || guard === 'defaults-webhook') return;
  const { cookie, origin, host, 'sec-fetch-site': site } = request.headers;
  if (!carries(cookie, sessionCookie)) return;
  if (origin !== undefined) {
    if (!trustedOrigins(config, host).includes(origin)) throw refusal();
  } else if (site !== undefined && !(typeof site === 'string' && OWN_SITES.includes(site))) throw refusal();
}

/** True when the Cookie header has a cookie of this name. */
export function carries(cookieHeader: string | undefined, name: string): boolean {
  return cookieHeader?.split(';').some((part) => part.split('=', 1)[0]?.trim() === name) ?? false;
}

function refusal(): AppError {
  return new AppError(FORBIDDEN_ORIGIN, { detail: 'A page of another site may not ask for this.' });
}

const NOTHING = {
  'default-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
} as const;

/** Content-Security-Policy with the additional directives `more`; without them, for answers that are no pages. */
export function pagePolicy(more: Readonly<Record<string, string>> = {}): string {
  return Object.entries({ ...NOTHING, ...more })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');
}
