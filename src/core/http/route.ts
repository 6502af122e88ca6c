// Declaration of a route: URL, guard, schemas, error codes and the handler.

import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import type { Administrator } from '../audit.ts';
import type { Database } from '../db/pool.ts';
import type { ErrorTable } from '../errors.ts';
import type { CallerOf, Guard, Permission } from './guards.ts';
import type { IdempotencyClaim } from './idempotency.ts';
import { DryRunQuery, isDryRun, type MoneyRoute, type RunMoney, type StoredRequest } from './money-requests.ts';
import { checksInput, describeAnswers, errorsOf, factorRuleOf, openApiSchema } from './openapi.ts';

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

/** When the second factor of an administrator must have been shown; else at some time in the session. */
export type FactorRule = 'not-yet' | 'again';

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
  D extends object = object,
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
    /** The parts of a multipart body, or the fields of a form, for the API description. */
    form?: TSchema;
    /** Content types of the body; any other is 415. */
    consumes?: 'json' | 'json-or-form' | 'form' | 'multipart';
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
    /**
     * Of an administrator's route: `not-yet`, it is open to a session that has not shown its second factor; `again`, the factor must have
     * been shown shortly before. What moves money or changes administrators is `again` without saying so.
     */
    factor?: FactorRule;
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
    /**
     * Of an administrator's POST that moves money, and of each: what its handler works with. It takes that as its second argument, as a dry
     * run gives it parts that change nothing.
     */
    moves?: D;
    handle: (input: RouteInput<G, P, Q, B, U, R>, deps: D) => Promise<Static<A> | undefined>;
  };

declare module 'fastify' {
  interface FastifyContextConfig {
    guard?: Guard;
    permission?: Permission | undefined;
    factor?: FactorRule | undefined;
    /** Whether `?dryRun=true` only shows what the request would do. */
    hasDryRun?: boolean;
    errors?: ErrorTable;
    emptyErrors?: readonly number[];
    produces?: string | undefined;
    schemaChecked?: boolean;
    consumes?: 'json' | 'json-or-form' | 'form' | 'multipart' | undefined;
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
  D extends object = object,
>(app: FastifyInstance, declared: RouteSpec<G, P, Q, B, A, U, R, D>): void {
  assertDeclaration(declared);
  const spec = declared.moves ? { ...declared, query: declared.query ?? DryRunQuery } : declared;
  const status = spec.status ?? (spec.method === 'POST' ? 201 : 200);
  const otherAnswers = spec.moves && app.moneyRequests?.answers;
  const run: Run = (source, parts) =>
    // Border: the parts are those of the declaration or stand for them, and a handler without any does not look.
    spec.handle(inputOf<G, P, Q, B, U, R>(source, parts), parts.deps as D);
  const money = spec.moves && moneyRouteOf({ ...spec, moves: spec.moves }, run);
  if (money) app.moneyRequests?.register(money);
  const isSimulation = (request: FastifyRequest) =>
    // Border: the body was validated against B.
    isDryRun(request) || (spec.isSimulation?.(request.body as Static<B>) ?? false);
  app.route({
    method: spec.method,
    url: spec.url,
    exposeHeadRoute: spec.method === 'GET' && !spec.effects,
    attachValidation: spec.checksBodyLate ?? false,
    ...(spec.bodyLimitBytes === undefined ? {} : { bodyLimit: spec.bodyLimitBytes }),
    schema: openApiSchema(spec, status),
    config: { ...configOf(spec, status), isSimulation, swaggerTransform: describeAnswers(spec, status, otherAnswers) },
    handler: async (request, reply) => {
      const source = sourceOf(request, reply);
      if (money) {
        const done = await moveMoney(app, { request, reply, money, run: (parts) => run(source, parts) });
        reply.status(done.status ?? status);
        if (request.idempotency && !request.idempotency.isAnswered) request.undeclaredCode = KEY_NOT_SPENT;
        return done.body === undefined ? reply.send() : done.body;
      }
      const { idempotency } = request;
      const answer = await (spec.reads === 'replica'
        ? app.readFromReplica(request, (db) => run(source, { db }))
        : run(source, { idempotency }));
      if (reply.sent) return reply;
      if (idempotency && !idempotency.isAnswered) request.undeclaredCode = KEY_NOT_SPENT;
      reply.status(status);
      if (spec.produces) reply.type(spec.produces);
      return answer === undefined ? reply.send() : answer;
    },
  });
}

/** A bug in the use case, which fails the test run: a repeated request with this key would have the effect again. */
const KEY_NOT_SPENT = 'idempotency-key-not-spent';

type Run = (source: Source, parts: Parts) => Promise<unknown>;

function inputOf<G extends Guard, P extends TSchema, Q extends TSchema, B extends TSchema, U, R extends Reads>(
  source: Source,
  { db, idempotency }: Parts,
): RouteInput<G, P, Q, B, U, R> {
  return {
    // Border: hooks store what Guards[G] and readUpload return, and the parts were validated against P, Q and B.
    caller: source.caller as CallerOf[G],
    params: source.params as Static<P>,
    query: source.query as Static<Q>,
    body: source.body as Static<B>,
    checkedBody: source.checkedBody as () => Static<B>,
    upload: source.upload as U,
    idempotency,
    get audit() {
      // Border: the guard that decides the type is the one that decides the caller.
      return source.audit as G extends 'administrator' ? RouteAudit : undefined;
    },
    endUser: source.endUser,
    get request() {
      return source.request;
    },
    get reply() {
      return source.reply;
    },
    // Border: the declaration that decides the type decides what is passed.
    db: db as R extends 'replica' ? Database : undefined,
  };
}

type Moving = { operationId: string; permission?: Permission; audit?: string; moves: object };

function moneyRouteOf({ operationId, permission = 'money.write', audit = '', moves: deps }: Moving, run: Run): MoneyRoute {
  return { operationId, permission, auditKind: audit, deps, run: (stored, parts) => run(storedSource(stored), parts) };
}

type MoneyRequest = { request: FastifyRequest; reply: FastifyReply; money: MoneyRoute; run: RunMoney };

/** Without a status it is the success of the route. */
async function moveMoney(
  { moneyRequests }: FastifyInstance,
  { request, reply, money, run }: MoneyRequest,
): Promise<{ status?: 200 | 202; body: unknown }> {
  if (!moneyRequests) throw new Error(`the server of ${money.operationId} moves no money`);
  if (isDryRun(request)) return { status: 200, body: await moneyRequests.dryRun(request, run) };
  const { held, body } = await moneyRequests.doOrAsk(request, reply, money, run);
  return held ? { status: 202, body } : { body };
}

/** What a handler works with beside the request: that of its declaration. */
type Parts = { db?: Database; deps?: object | undefined; idempotency?: IdempotencyClaim | undefined };

/** The part of a declaration that hooks and handlers of errors look at. */
type Configured = Pick<
  FastifyContextConfig,
  'permission' | 'factor' | 'emptyErrors' | 'produces' | 'readUpload' | 'audit' | 'perMinute' | 'checkHeaders'
> & {
  guard: Guard;
  method: string;
  moves?: object;
  errors?: ErrorTable;
  consumes?: 'json' | 'json-or-form' | 'form' | 'multipart';
  idempotency?: Idempotency;
  params?: TSchema;
  query?: TSchema;
  body?: TSchema;
  effects?: true;
  reads?: Reads;
  isProbe?: true;
};

function configOf(spec: Configured, status: number): FastifyContextConfig {
  return {
    guard: spec.guard,
    permission: spec.permission,
    factor: factorRuleOf(spec),
    hasDryRun: spec.moves !== undefined,
    errors: errorsOf(spec),
    emptyErrors: spec.emptyErrors ?? [],
    produces: spec.produces,
    schemaChecked: checksInput(spec),
    consumes: spec.consumes ?? (spec.body ? 'json' : undefined),
    idempotency: spec.idempotency,
    effects: spec.effects ?? false,
    reads: spec.reads,
    successStatus: status,
    readUpload: spec.readUpload,
    audit: spec.audit,
    checkHeaders: spec.checkHeaders,
    declared: true,
    perMinute: spec.perMinute,
    isProbe: spec.isProbe ?? false,
    // What only machines ask, again and again, is no trace.
    otel: !spec.isProbe && spec.guard !== 'metrics',
  };
}

/** What a handler is told of a request. */
type Source = {
  caller: CallerOf[Guard];
  params: unknown;
  query: unknown;
  body: unknown;
  checkedBody: () => unknown;
  upload: unknown;
  audit: RouteAudit | undefined;
  endUser: { address: string; userAgent: string | undefined };
  request: FastifyRequest;
  reply: FastifyReply;
};

function sourceOf(request: FastifyRequest, reply: FastifyReply): Source {
  return {
    caller: request.caller,
    params: request.params,
    query: request.query,
    body: request.body,
    checkedBody: () => {
      if (request.validationError) throw request.validationError;
      return request.body;
    },
    upload: request.upload,
    get audit() {
      return auditOf(request);
    },
    endUser: { address: request.ip, userAgent: request.headers['user-agent'] },
    request,
    reply,
  };
}

/** A stored request: a handler that moves money looks at none of the rest. */
function storedSource({ params, body, audit, endUser }: StoredRequest): Source {
  const gone = (): never => {
    throw new Error('a stored request has no connection any more');
  };
  return {
    ...{ caller: undefined, params, query: {}, body, upload: undefined, audit, endUser, checkedBody: () => body },
    get request() {
      return gone();
    },
    get reply() {
      return gone();
    },
  };
}

function assertDeclaration(spec: {
  url: string;
  guard: Guard;
  idempotency?: Idempotency;
  moves?: object;
  query?: TSchema;
  reads?: Reads;
  effects?: true;
  status?: number;
}): void {
  if (spec.reads && spec.effects) throw new Error(`${spec.url} has effects, which a replica refuses`);
  const movesMoney = spec.guard === 'administrator' && spec.idempotency === 'key';
  if (movesMoney !== (spec.moves !== undefined))
    throw new Error(`${spec.url} moves money where it says \`moves\`, and nowhere else`);
  if (spec.moves && (spec.query || spec.status))
    throw new Error(`${spec.url} has the query and the statuses of routes that move money`);
}

function auditOf({ caller, routeOptions: { method, url, config } }: FastifyRequest): RouteAudit | undefined {
  if (!caller || !('administratorId' in caller)) return undefined;
  if (config.audit === undefined) throw new Error(`${method} ${url} writes an audit row and declares no kind of it`);
  return { kind: config.audit, administrator: { administratorId: caller.administratorId, email: caller.email } };
}
