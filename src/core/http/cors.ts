// What the browser of a front end on another origin needs to call the API with its session (CORS): our own front ends alone.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

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

/** Hook for every request: the answer may be read by the page that asked, if it is of a front end of ours, whatever it is (A-core-40). */
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
