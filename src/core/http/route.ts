// How a room declares a route: one literal URL, its guard, its schemas, the codes it may answer, and one call.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import type { Administrator } from '../audit.ts';
import { AppError, type ErrorTable, UNSUPPORTED_MEDIA_TYPE } from '../errors.ts';
import { describeAnswers, errorsOf, openApiSchema } from './describe-route.ts';
import type { CallerOf, Guard } from './guards.ts';
import type { IdempotencyClaim } from './idempotency.ts';

/** Who a route is for; extension marks what we add beyond the documents (http.md#extensions). */
export type Tag = 'investor' | 'administration' | 'schedules' | 'extension' | 'operator' | 'session';

/** The audit row that a route writes on success; the use case adds target and payload. */
export type RouteAudit = { kind: string; administrator: Administrator };

/** Everything the handler of one route gets, checked and typed. */
export type RouteInput<G extends Guard, P extends TSchema, Q extends TSchema, B extends TSchema, U = undefined> = {
  caller: CallerOf[G];
  params: Static<P>;
  query: Static<Q>;
  body: Static<B>;
  /** The body of a `checksBodyLate` route; throws `validation-failed` when it is not valid. */
  checkedBody: () => Static<B>;
  /** What `readUpload` made of a multipart body. */
  upload: U;
  /** Present when the client sent Idempotency-Key to a route whose `money` moves. */
  idempotency: IdempotencyClaim | undefined;
  audit: RouteAudit;
  /** Address and agent of the end user, for the provider. */
  endUser: { address: string; userAgent: string | undefined };
  request: FastifyRequest;
  reply: FastifyReply;
};

/**
 * What a POST does with money, which every POST says. `moves`: it moves or commits some, and takes an Idempotency-Key, since twice
 * would be twice; `stays`: it does not; `told`: a machine tells what has happened, and is known again by what it tells.
 */
export type Money = 'moves' | 'stays' | 'told';

/** PUT, PATCH and DELETE bring something into a state, and once more changes nothing: they need no key. */
type MethodAndMoney = { method: 'POST'; money: Money } | { method: 'GET' | 'PUT' | 'PATCH' | 'DELETE'; money?: never };

/** Declaration of one route; see CONTRIBUTING.md, "adding an endpoint". */
export type RouteSpec<
  G extends Guard,
  P extends TSchema,
  Q extends TSchema,
  B extends TSchema,
  A extends TSchema,
  U = undefined,
> = MethodAndMoney & {
  url: string;
  /** Name of the call in the API description and in clients: that of the use case. */
  operationId: string;
  guard: G;
  tag: Tag;
  summary: string;
  params?: P;
  query?: Q;
  body?: B;
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
  /** Statuses whose error body stays empty because the documents say so. */
  emptyErrors?: readonly number[];
  /** Kind of the AdminAction written on success. */
  audit?: string;
  /** A GET that has effects: never runs on HEAD, nor for a page of another site. */
  effects?: true;
  /** Requests per minute and address, and per account, when stricter than the general limit; of all processes, exactly. */
  perMinute?: number;
  /** The handler is called with an invalid body too: it checks a header that needs the database, then asks `checkedBody()`. */
  checksBodyLate?: true;
  /** Headers named by the document, checked after the role and before the body. */
  checkHeaders?: (headers: FastifyRequest['headers']) => void;
  /** Reads a multipart body before the Idempotency-Key is looked at, which stands for its content too. */
  readUpload?: (request: FastifyRequest) => Promise<U>;
  handle: (input: RouteInput<G, P, Q, B, U>) => Promise<Static<A> | undefined>;
};

declare module 'fastify' {
  interface FastifyContextConfig {
    guard?: Guard;
    errors?: ErrorTable;
    emptyErrors?: readonly number[];
    schemaChecked?: boolean;
    consumes?: 'json' | 'json-or-form' | 'multipart' | undefined;
    money?: Money | undefined;
    readUpload?: ((request: FastifyRequest) => Promise<unknown>) | undefined;
    effects?: boolean;
    /** What a success answers with. */
    successStatus?: number;
    audit?: string | undefined;
    perMinute?: number | undefined;
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
>(app: FastifyInstance, spec: RouteSpec<G, P, Q, B, A, U>): void {
  const status = spec.status ?? (spec.method === 'POST' ? 201 : 200);
  app.route({
    method: spec.method,
    url: spec.url,
    exposeHeadRoute: spec.method === 'GET' && !spec.effects,
    attachValidation: spec.checksBodyLate ?? false,
    schema: openApiSchema(spec, status),
    config: {
      guard: spec.guard,
      errors: errorsOf(spec),
      emptyErrors: spec.emptyErrors ?? [],
      schemaChecked: Boolean(spec.params ?? spec.query ?? spec.body ?? spec.consumes),
      consumes: spec.consumes ?? (spec.body ? 'json' : undefined),
      money: spec.money,
      effects: spec.effects ?? false,
      successStatus: status,
      readUpload: spec.readUpload,
      audit: spec.audit,
      checkHeaders: spec.checkHeaders,
      declared: true,
      swaggerTransform: describeAnswers(spec, status),
      perMinute: spec.perMinute,
    },
    handler: async (request, reply) => {
      const answer = await spec.handle({
        // Border: the hooks stored what Guards[G] and readUpload returned, the validators checked the parts against P, Q and B.
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
        audit: auditOf(request),
        endUser: { address: request.ip, userAgent: request.headers['user-agent'] },
        request,
        reply,
      });
      if (reply.sent) return reply;
      // Too late to refuse, and a test run fails by it: the next request with this key would have the effect again.
      if (request.idempotency && !request.idempotency.isAnswered) request.undeclaredCode = 'idempotency-key-not-spent';
      reply.status(status);
      if (spec.produces) reply.type(spec.produces);
      return answer === undefined ? reply.send() : answer;
    },
  });
}

function auditOf(request: FastifyRequest): RouteAudit {
  const { caller } = request;
  return {
    kind: request.routeOptions.config.audit ?? '',
    administrator:
      caller && 'administratorId' in caller
        ? { administratorId: caller.administratorId, email: caller.email }
        : { administratorId: '', email: '' },
  };
}

const ACCEPTED: Readonly<Record<'json' | 'json-or-form' | 'multipart', RegExp>> = {
  json: /^application\/json\s*(;|$)/i,
  'json-or-form': /^application\/(json|x-www-form-urlencoded)\s*(;|$)/i,
  multipart: /^multipart\/form-data\s*;/i,
};

/** Refuses a body of a type that the route does not name, before anything parses it. */
export function checkContentType(request: FastifyRequest): void {
  const sent = request.headers['content-type'];
  const hasBody = request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
  if (!hasBody) return;
  const { consumes, declared } = request.routeOptions.config;
  if (!declared) return;
  if (!ACCEPTED[consumes ?? 'json'].test(sent ?? ''))
    throw new AppError(UNSUPPORTED_MEDIA_TYPE, { detail: 'This route does not accept the content type.' });
}
