// Declaration of a route: URL, guard, schemas, error codes and the handler.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import type { Administrator } from '../audit.ts';
import type { Database } from '../db/pool.ts';
import { AppError, type ErrorTable, UNSUPPORTED_MEDIA_TYPE } from '../errors.ts';
import type { CallerOf, Guard, Permission } from './guards.ts';
import type { IdempotencyClaim } from './idempotency.ts';
import { checksInput, describeAnswers, errorsOf, openApiSchema } from './openapi.ts';

/** Kind and actor of the audit row of a successful request; the use case adds target and payload. */
export type RouteAudit = { kind: string; administrator: Administrator };

/** The input of a handler, validated and typed. */
export type RouteInput<
  G extends Guard,
  P extends TSchema,
  Q extends TSchema,
  B extends TSchema,
  U = undefined,
  R extends Reads = undefined,
> = {
  caller: CallerOf[G];
  params: Static<P>;
  query: Static<Q>;
  body: Static<B>;
  /** The body of a `checksBodyLate` route; throws the validation error when it is not valid. */
  checkedBody: () => Static<B>;
  /** Result of `readUpload`. */
  upload: U;
  /** Present when the client sent an Idempotency-Key to a route that moves money. */
  idempotency: IdempotencyClaim | undefined;
  /** Only of administrators' routes. Reading it throws when the route declares no kind. */
  audit: G extends 'administrator' ? RouteAudit : undefined;
  /** Only of routes with `reads: 'replica'`: the database that the whole handler reads. */
  db: R extends 'replica' ? Database : undefined;
  /** Address and user agent of the end user, for the provider. */
  endUser: { address: string; userAgent: string | undefined };
  request: FastifyRequest;
  reply: FastifyReply;
};

/**
 * How a repeated POST is recognised; every POST declares it. `key`: by its Idempotency-Key, as it moves or commits money; `none`: not at all,
 * as it moves no money; `webhook`: by its content, an event that a machine reports.
 */
export type Idempotency = 'key' | 'none' | 'webhook';

/** PUT, PATCH and DELETE are idempotent by themselves and need no key. */
type MethodAndIdempotency =
  | { method: 'POST'; idempotency: Idempotency; reads?: never }
  | { method: 'PUT' | 'PATCH' | 'DELETE'; idempotency?: never; reads?: never }
  | { method: 'GET'; idempotency?: never };

/** `replica`: the answer may be seconds old, except for what the client itself wrote, and the request has no effect. */
export type Reads = 'replica' | undefined;

/** What an administrator's route asks of its caller, beside a session: no such route is without. */
type PermissionOf<G extends Guard> = 'administrator' extends G ? { permission: Permission } : { permission?: never };

/** Declaration of one route; see CONTRIBUTING.md, "Adding an endpoint". */
export type RouteSpec<
  G extends Guard,
  P extends TSchema,
  Q extends TSchema,
  B extends TSchema,
  A extends TSchema,
  U = undefined,
  R extends Reads = undefined,
> = MethodAndIdempotency &
  PermissionOf<G> & {
    url: string;
    /** Name of the operation in the API description and in generated clients. */
    operationId: string;
    guard: G;
    /** The users of the route: one of the tags that app.ts describes. */
    tag: string;
    summary: string;
    params?: P;
    query?: Q;
    body?: B;
    /** Of the body; default: that of the server. */
    bodyLimitBytes?: number;
    /** The parts of a multipart body, for the API description. */
    form?: TSchema;
    /** Content types of the body; any other is 415. */
    consumes?: 'json' | 'json-or-form' | 'multipart';
    /** Success status; default POST 201, others 200. */
    status?: number;
    /** Schema of the success body; absent: empty body. */
    answer?: A;
    /** Content type of an answer that is not JSON. */
    produces?: string;
    /** The codes of the documents' error table and the status each has here, in the table's order. */
    errors?: ErrorTable;
    /** Statuses whose error body is empty, as the documents demand. */
    emptyErrors?: readonly number[];
    /** Kind of the AdminAction written on success. */
    audit?: string;
    /** A GET with effects: it has no HEAD, and cross-site requests are refused. */
    effects?: true;
    /** Where a GET without effects reads; absent: the primary. */
    reads?: R;
    /** Limit of requests per minute, for each address and each account, below the general limit; counted exactly over all processes. */
    perMinute?: number;
    /** A machine asks again and again whether the process is well: no limit counts that, so the answer must cost next to nothing. */
    isProbe?: true;
    /** The handler also runs with an invalid body: it first checks a header that needs the database, then calls `checkedBody()`. */
    checksBodyLate?: true;
    /** Checks headers that the documents prescribe, after the guard and before the body. */
    checkHeaders?: (headers: FastifyRequest['headers']) => void;
    /** Of a route that moves money: whether a request with this body only shows what it would do. Such a request takes no Idempotency-Key. */
    isSimulation?: (body: Static<B>) => boolean;
    /** Reads a multipart body before the Idempotency-Key is claimed, whose digest includes it. */
    readUpload?: (request: FastifyRequest) => Promise<U>;
    handle: (input: RouteInput<G, P, Q, B, U, R>) => Promise<Static<A> | undefined>;
  };

declare module 'fastify' {
  interface FastifyContextConfig {
    guard?: Guard;
    permission?: Permission | undefined;
    errors?: ErrorTable;
    emptyErrors?: readonly number[];
    schemaChecked?: boolean;
    consumes?: 'json' | 'json-or-form' | 'multipart' | undefined;
    idempotency?: Idempotency | undefined;
    isSimulation?: ((request: FastifyRequest) => boolean) | undefined;
    readUpload?: ((request: FastifyRequest) => Promise<unknown>) | undefined;
    effects?: boolean;
    reads?: Reads;
    /** Status of a success. */
    successStatus?: number;
    audit?: string | undefined;
    perMinute?: number | undefined;
    isProbe?: boolean;
    checkHeaders?: ((headers: FastifyRequest['headers']) => void) | undefined;
    declared?: boolean;
  }
  interface FastifyRequest {
    caller: CallerOf[Guard];
    idempotency: IdempotencyClaim | undefined;
    upload: unknown;
    refusal: { code: string; status: number } | undefined;
    undeclaredCode: string | undefined;
  }
}

const None = Type.Object({});

/**
 * Registers the route. Order of checks: guard, headers, content type, validation, idempotency key, handler
 * (http.md#order-of-checks).
 */
export function route<
  G extends Guard,
  P extends TSchema = typeof None,
  Q extends TSchema = typeof None,
  B extends TSchema = typeof None,
  A extends TSchema = typeof None,
  U = undefined,
  R extends Reads = undefined,
>(app: FastifyInstance, spec: RouteSpec<G, P, Q, B, A, U, R>): void {
  if (spec.reads && spec.effects) throw new Error(`${spec.url} has effects, which a replica refuses`);
  const status = spec.status ?? (spec.method === 'POST' ? 201 : 200);
  app.route({
    method: spec.method,
    url: spec.url,
    exposeHeadRoute: spec.method === 'GET' && !spec.effects,
    attachValidation: spec.checksBodyLate ?? false,
    ...(spec.bodyLimitBytes === undefined ? {} : { bodyLimit: spec.bodyLimitBytes }),
    schema: openApiSchema(spec, status),
    config: {
      guard: spec.guard,
      permission: spec.permission,
      errors: errorsOf(spec),
      emptyErrors: spec.emptyErrors ?? [],
      schemaChecked: checksInput(spec),
      consumes: spec.consumes ?? (spec.body ? 'json' : undefined),
      idempotency: spec.idempotency,
      effects: spec.effects ?? false,
      reads: spec.reads,
      successStatus: status,
      // Border: the body was validated against B.
      isSimulation: spec.isSimulation && ((request) => spec.isSimulation?.(request.body as Static<B>) ?? false),
      readUpload: spec.readUpload,
      audit: spec.audit,
      checkHeaders: spec.checkHeaders,
      declared: true,
      swaggerTransform: describeAnswers(spec, status),
      perMinute: spec.perMinute,
      isProbe: spec.isProbe ?? false,
      // What only machines ask, again and again, is no trace.
      otel: !spec.isProbe && spec.guard !== 'metrics',
    },
    handler: async (request, reply) => {
      const handle = (db?: Database) =>
        spec.handle({
          // Border: hooks store what Guards[G] and readUpload return, and the parts were validated against P, Q and B.
          caller: request.caller as CallerOf[G],
          params: request.params as Static<P>,
          query: request.query as Static<Q>,
          body: request.body as Static<B>,
          checkedBody: () => {
            if (request.validationError) throw request.validationError;
            return request.body as Static<B>;
          },
          upload: request.upload as U,
          idempotency: request.idempotency,
          get audit() {
            // Border: the guard that decides the type is the one that decides the caller.
            return auditOf(request) as G extends 'administrator' ? RouteAudit : undefined;
          },
          endUser: { address: request.ip, userAgent: request.headers['user-agent'] },
          request,
          reply,
          // Border: the declaration that decides the type decides the call below.
          db: db as R extends 'replica' ? Database : undefined,
        });
      const answer = await (spec.reads === 'replica' ? app.readFromReplica(request, handle) : handle());
      if (reply.sent) return reply;
      // A bug in the use case, which fails the test run: a repeated request with this key would have the effect again.
      if (request.idempotency && !request.idempotency.isAnswered) request.undeclaredCode = 'idempotency-key-not-spent';
      reply.status(status);
      if (spec.produces) reply.type(spec.produces);
      return answer === undefined ? reply.send() : answer;
    },
  });
}

function auditOf({ caller, routeOptions: { method, url, config } }: FastifyRequest): RouteAudit | undefined {
  if (!caller || !('administratorId' in caller)) return undefined;
  if (config.audit === undefined) throw new Error(`${method} ${url} writes an audit row and declares no kind of it`);
  return { kind: config.audit, administrator: { administratorId: caller.administratorId, email: caller.email } };
}

const ACCEPTED: Readonly<Record<'json' | 'json-or-form' | 'multipart', RegExp>> = {
  json: /^application\/json\s*(;|$)/i,
  'json-or-form': /^application\/(json|x-www-form-urlencoded)\s*(;|$)/i,
  multipart: /^multipart\/form-data\s*;/i,
};

/** Refuses a body whose content type the route does not accept, before it is parsed. */
export function checkContentType(request: FastifyRequest): void {
  const sent = request.headers['content-type'];
  const hasBody = request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
  if (!hasBody) return;
  const { consumes, declared } = request.routeOptions.config;
  if (!declared) return;
  if (sent === undefined || !ACCEPTED[consumes ?? 'json'].test(sent))
    throw new AppError(UNSUPPORTED_MEDIA_TYPE, { detail: 'This route does not accept the content type.' });
}
