// The HTTP server every route group hangs on: limits, parsers, guards, error answers, OpenAPI, request ids and metrics.

import formBody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import swagger from '@fastify/swagger';
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { Type } from 'typebox';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/pool.ts';
import { newId } from '../ids.ts';
import { type Logger, redactUrl } from '../log.ts';
import type { Guard, Guards } from './guards.ts';
import { claimKey, releaseKey } from './idempotency.ts';
import { acceptJson, refusedInput } from './json-body.ts';
import { answerBadPath, answerError, answerNotFound } from './problem.ts';
import { checkContentType } from './route.ts';
import { answerBadBytes } from './unreadable-bytes.ts';
import { compileSchema } from './validation.ts';

const JSON_LIMIT_BYTES = 1_048_576;
const DOCUMENT_LIMIT_BYTES = 10 * 1_048_576;
const MOST_FILES = 20;
const NUL_IN_URL = '%00';
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{8,255}$/;

/** One answered request, as observers (metrics, the contract recorder of the tests) see it. */
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

/** What the server needs; built once in main.ts. */
export type ServerOptions = {
  log: Logger;
  db: Database;
  clock: Clock;
  guards: Guards;
  trustProxy: boolean;
  requestsPerMinute: number;
  version: string;
  onAnswered?: (answered: Answered) => void;
};

const Problem = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    code: Type.String(),
    detail: Type.String(),
    requestId: Type.String(),
    errors: Type.Optional(Type.Array(Type.Object({ path: Type.String(), reason: Type.String() }))),
  },
  { $id: 'Problem' },
);

/** Server without routes; app.ts adds the groups. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    loggerInstance: options.log satisfies FastifyBaseLogger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy,
    bodyLimit: JSON_LIMIT_BYTES,
    genReqId: () => newId(),
    frameworkErrors: answerBadPath,
    clientErrorHandler: answerBadBytes,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
  });
  app.setValidatorCompiler(compileSchema);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(answerNotFound);
  app.addSchema(Problem);
  acceptJson(app);
  for (const name of ['caller', 'idempotency', 'refusal', 'undeclaredCode']) app.decorateRequest(name, undefined);
  await app.register(swagger, openApi(options.version));
  await app.register(rateLimit, { max: options.requestsPerMinute, timeWindow: '1 minute' });
  await app.register(formBody);
  await app.register(multipart, { limits: { fileSize: DOCUMENT_LIMIT_BYTES, files: MOST_FILES, fields: 20, fieldSize: 10_000 } });
  addHooks(app, options);
  return app;
}

function addHooks(app: FastifyInstance, options: ServerOptions): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
    const { config } = request.routeOptions;
    if (!config.declared) return;
    request.caller = await options.guards[config.guard ?? 'public'](request);
    config.checkHeaders?.(request.headers);
    checkContentType(request);
    if (request.url.includes(NUL_IN_URL)) throw refusedInput('url', 'must not contain the NUL character');
  });
  // No body is an empty one: a route without required fields takes it, the others name the fields that are missing.
  app.addHook('preValidation', async (request) => {
    if (request.body === undefined && request.routeOptions.schema?.body) request.body = {};
  });
  app.addHook('preHandler', async (request, reply) => {
    const sent = request.headers['idempotency-key'];
    if (!request.routeOptions.config.idempotent || sent === undefined || !request.caller) return;
    const key = checkKey(request, sent);
    const taken = await claimKey(options.db, {
      userId: request.caller.userId,
      operation: `${request.method} ${request.url.split('?')[0]}`,
      key,
      body: request.body,
      now: options.clock.now(),
    });
    if ('claim' in taken) {
      request.idempotency = taken.claim;
      return;
    }
    reply.status(taken.stored.status).header('idempotency-replayed', 'true');
    await (taken.stored.body === null ? reply.send() : reply.send(taken.stored.body));
  });
  app.addHook('onError', async (request) => {
    if (request.idempotency) await releaseKey(options.db, request.idempotency);
  });
  app.addHook('onResponse', async (request, reply) => {
    const answered = describe(request, reply.statusCode, reply.elapsedTime);
    request.log.debug({ ...answered, url: redactUrl(request.url) }, 'answered');
    options.onAnswered?.(answered);
  });
}

function checkKey(request: FastifyRequest, sent: string | string[]): string {
  if (typeof sent === 'string' && IDEMPOTENCY_KEY.test(sent)) return sent;
  const error = new Error('Idempotency-Key needs 8 to 255 visible characters');
  throw Object.assign(error, {
    statusCode: 400,
    validation: [{ instancePath: '/idempotency-key', message: 'needs 8 to 255 visible characters' }],
    validationContext: 'headers',
    requestId: request.id,
  });
}

function describe(request: FastifyRequest, status: number, durationMs: number): Answered {
  const { refusal, undeclaredCode } = request;
  return {
    method: request.method,
    url: request.routeOptions.url ?? 'none',
    path: request.url.split('?')[0] ?? '',
    status,
    code: refusal?.code,
    declared: undeclaredCode === undefined,
    durationMs,
  };
}

function openApi(version: string) {
  const sessionCookie = { type: 'apiKey' as const, in: 'cookie', name: 'better-auth.session_token' };
  const securitySchemes: Record<Exclude<Guard, 'public'>, { type: 'apiKey'; in: string; name: string; description?: string }> = {
    customer: { ...sessionCookie, description: 'Session of an investor (role CUSTOMER).' },
    administrator: { ...sessionCookie, description: 'Session of an administrator (role ADMIN).' },
    'provider-webhook': { type: 'apiKey', in: 'query', name: 'apiKey' },
    'defaults-webhook': { type: 'apiKey', in: 'header', name: 'x-api-key' },
  };
  return {
    openapi: {
      openapi: '3.1.0' as const,
      info: {
        title: 'Mortar',
        version,
        description: 'Back end of a real-estate investment platform. Amounts are integer cents; errors are RFC 9457 problems.',
      },
      components: { securitySchemes },
      tags: [
        { name: 'investor', description: 'Document 1.' },
        { name: 'administration', description: 'Document 2.' },
        { name: 'schedules', description: 'Document 3.' },
        { name: 'extension', description: 'What we add beyond the documents.' },
        { name: 'operator', description: 'Health, metrics, test clock.' },
      ],
    },
    refResolver: { buildLocalReference: (json: { $id?: unknown }) => String(json.$id) },
  };
}
