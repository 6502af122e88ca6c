// The HTTP server: limits, parsers, guards, error answers, OpenAPI, request ids and metrics.

import formBody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import swagger from '@fastify/swagger';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Clock } from '../clock.ts';
import { type AdmissionLimits, admit, countLightRequest, createAdmission } from '../concurrency/admission.ts';
import type { PermitCounts } from '../concurrency/semaphore.ts';
import type { Database } from '../db/pool.ts';
import type { Replica } from '../db/replica.ts';
import { isDatabaseUnavailable } from '../db/unavailable.ts';
import { newId } from '../ids.ts';
import type { Logger } from '../telemetry/log.ts';
import { redactUrl } from '../telemetry/redact.ts';
import type { Tracing } from '../telemetry/trace-exporter.ts';
import { addCors, assertOwnOrigin, pagePolicy } from './browser-security.ts';
import type { Guards } from './guards.ts';
import { releaseKey, takeIdempotencyKey } from './idempotency.ts';
import type { MoneyRequests } from './money-requests.ts';
import { type DescriptionParts, describeApi, Problem, tagRooms } from './openapi.ts';
import { addPlainPages, type Face } from './plain-page.ts';
import { answerBadBytes, answerBadPath, answerError, answerNotFound } from './problem.ts';
import { createLimits } from './rate-limits.ts';
import { addReads } from './replica-reads.ts';
import { acceptJson, checkContentType, refusedInput } from './request-bodies.ts';
import { buildSerializer, compileSchema } from './validation.ts';

const JSON_LIMIT_BYTES = 1_048_576;
const DOCUMENT_LIMIT_BYTES = 10 * 1_048_576;
const MAX_FILES = 20;
/** Policy of every answer that is no page. */
const NO_PAGE = pagePolicy();
const NUL_IN_URL = '%00';

/** One answered request, for observers: metrics, and the contract recorder of the tests. */
export type Answered = {
  method: string;
  /** Pattern of the route, `none` for a path without one. */
  url: string;
  /** The path itself, without its query. */
  path: string;
  status: number;
  code: string | undefined;
  /** False for an answer whose code the route did not declare. */
  declared: boolean;
  durationMs: number;
};

/** What the server needs; built once in service.ts. */
export type ServerOptions = {
  log: Logger;
  db: Database;
  /** With the longer timeouts of background work, for cleanup after the answer. */
  backgroundDb: Database;
  /** For routes with `reads: 'replica'`. */
  replica?: Replica | undefined;
  /** Where requests are traced. */
  tracing?: Tracing | undefined;
  clock: Clock;
  guards: Guards;
  /** Origins that may use the session cookie; those of other front ends may also read answers. */
  origins: Parameters<typeof assertOwnOrigin>[1];
  sessionCookie: string;
  /** Whose pages the plain ones are. */
  face: Face;
  /** Number of our own proxies in front, whose x-forwarded-for is trusted. */
  trustedProxies: number;
  requestsPerMinute: number;
  /** Heavy requests that run at once and that may wait. */
  heavy: AdmissionLimits;
  /** A request that takes longer to arrive is aborted with its connection. */
  requestTimeoutMs: number;
  /** Aborted at shutdown: each connection is then closed with its next answer. */
  stopping: AbortSignal;
  /** Told of the lines that heavy requests wait in. */
  onLine?: (line: string, counts: () => PermitCounts) => void;
  /** How routes that say `moves` answer a dry run; absent where there are none. */
  moneyRequests?: MoneyRequests | undefined;
  version: string;
  description: DescriptionParts;
  onAnswered?: (answered: Answered) => void;
};

/** Server without routes; app.ts adds the groups. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    // Border: widened, as the type of Fastify's instance depends on that of its logger.
    loggerInstance: options.log satisfies FastifyBaseLogger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // Hops are counted from our socket outwards: the first ones are our proxies, and the next address is the client.
    trustProxy: options.trustedProxies > 0 && ((_address: string, hop: number) => hop < options.trustedProxies),
    bodyLimit: JSON_LIMIT_BYTES,
    ...timeoutsOf(options),
    genReqId: () => newId(),
    frameworkErrors: answerBadPath,
    clientErrorHandler: answerBadBytes,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    schemaController: { compilersFactory: { buildSerializer } },
  });
  // First, so that what any hook refuses is traced too.
  await options.tracing?.instrument(app);
  app.setValidatorCompiler(compileSchema);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(answerNotFound);
  app.addSchema(Problem);
  acceptJson(app);
  for (const name of ['caller', 'idempotency', 'upload', 'refusal', 'undeclaredCode']) app.decorateRequest(name, undefined);
  app.decorate('moneyRequests', options.moneyRequests);
  addPlainPages(app, options.face);
  await app.register(swagger, describeApi(options.version, options.description));
  tagRooms(app, options.description);
  await app.register(formBody);
  await app.register(multipart, { limits: { fileSize: DOCUMENT_LIMIT_BYTES, files: MAX_FILES, fields: 20, fieldSize: 10_000 } });
  const limits = createLimits(app, options);
  app.addHook('onRequest', setHeaders(options.origins));
  app.addHook('onRequest', refuseAmbiguous);
  addCors(app, options.origins, limits.byAddress);
  addHooks(app, options);
  addReads(app, options);
  app.addHook('onRequest', limits.byAccount);
  return app;
}

const MAX_HEAD_MS = 10_000;
const SILENT_SOCKET_MS = 120_000;
/** Longer than the proxies in front keep an idle connection (usually 60 s), so that they close it and no request is lost to a race. */
const KEEP_ALIVE_MS = 72_000;

/** Timeouts for slow clients, while they send and while they read. */
function timeoutsOf({ requestTimeoutMs }: ServerOptions) {
  const headersTimeout = Math.min(MAX_HEAD_MS, requestTimeoutMs);
  return {
    requestTimeout: requestTimeoutMs,
    connectionTimeout: SILENT_SOCKET_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: { headersTimeout, connectionsCheckingInterval: Math.ceil(headersTimeout / 10) },
    // Requests that arrive during the shutdown are served; readiness lets the proxy send others elsewhere.
    return503OnClosing: false,
  };
}

/** Hook that sets the security headers of every answer; a page overrides the content policy, a file who may show it. */
function setHeaders({ PUBLIC_URL }: ServerOptions['origins']) {
  const always = {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': NO_PAGE,
    // No page of another site embeds an answer; our front ends read them by CORS, which this does not concern.
    'cross-origin-resource-policy': 'same-origin',
    ...(new URL(PUBLIC_URL).protocol === 'https:' ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.headers(always).header('x-request-id', request.id);
  };
}

/**
 * Refuses what a proxy in front may have read differently: two hosts, and a body that is sent in another way than in chunks or with its
 * length. Other ambiguities are refused by the parser (answerBadBytes). Error: `validation-failed`.
 */
async function refuseAmbiguous({ raw }: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { host = '', 'transfer-encoding': coding } = raw.headers;
  const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  const isOdd = coding !== undefined && (coding.toLowerCase() !== 'chunked' || raw.httpVersion === '1.0');
  if (hosts.length < 2 && !host.includes(',') && !isOdd) return;
  reply.header('connection', 'close');
  throw isOdd ? refusedInput('headers/transfer-encoding', 'must be chunked') : refusedInput('headers/host', 'must be one host');
}

function addHooks(app: FastifyInstance, options: ServerOptions): void {
  const admission = createAdmission(options.heavy);
  options.onLine?.('heavy_requests', admission.admitted.counts);
  options.onLine?.('heavy_requests_at_work', admission.working.counts);
  app.addHook('onRequest', (request, reply, next) => {
    if (request.method === 'GET') countLightRequest(admission, reply.raw);
    next();
  });
  app.addHook('onRequest', async (request) => {
    const { config } = request.routeOptions;
    assertOwnOrigin(request, options.origins, options.sessionCookie);
    if (!config.declared) return;
    request.caller = await options.guards[config.guard ?? 'public'](request);
    config.checkHeaders?.(request.headers);
    checkContentType(request);
    if (request.url.includes(NUL_IN_URL)) throw refusedInput('url', 'must not contain the NUL character');
  });
  // A missing body counts as an empty object: valid for a route without required fields, while others report the missing fields.
  app.addHook('preValidation', async (request) => {
    if (request.body === undefined && request.routeOptions.schema?.body) request.body = {};
  });
  app.addHook('onSend', async (_request, reply) => {
    if (options.stopping.aborted) reply.header('connection', 'close');
  });
  app.addHook('preHandler', (request, reply, next) => {
    if (request.routeOptions.config.idempotency === 'key') admit(admission, reply.raw, next);
    else next();
  });
  app.addHook('preHandler', (request, reply) => takeIdempotencyKey(request, reply, options));
  app.addHook('onError', async (request, _reply, error) => {
    // The database is unavailable, so the release would only delay the answer.
    if (!request.idempotency || isDatabaseUnavailable(error)) return;
    await releaseKey(options.db, request.idempotency);
    request.idempotency = undefined;
  });
  app.addHook('onResponse', async (request, reply) => {
    if (request.idempotency && reply.statusCode >= 500) await releaseKey(options.backgroundDb, request.idempotency);
  });
  app.addHook('onResponse', async (request, reply) => {
    const answered = describe(request, reply.statusCode, reply.elapsedTime);
    const { code: errorCode, ...rest } = answered;
    request.log.debug({ ...rest, errorCode, url: redactUrl(request.url) }, 'answered');
    options.onAnswered?.(answered);
  });
}

function describe(request: FastifyRequest, status: number, durationMs: number): Answered {
  const { refusal, undeclaredCode } = request;
  const [path = request.url] = request.url.split('?', 1);
  return {
    method: request.method,
    url: request.routeOptions.url ?? 'none',
    path,
    status,
    code: refusal?.code,
    declared: undeclaredCode === undefined,
    durationMs,
  };
}
