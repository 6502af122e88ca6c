// How a room declares a route: one literal URL, its guard, its schemas, the codes it may answer, and one call.

import type { SwaggerTransform } from '@fastify/swagger';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import type { Administrator } from '../audit.ts';
import { AppError, type ErrorTable, UNSUPPORTED_MEDIA_TYPE } from '../errors.ts';
import type { CallerOf, Guard } from './guards.ts';
import type { IdempotencyClaim } from './idempotency.ts';

/** Who a route is for; extension marks what we add beyond the documents (DESIGN §5). */
export type Tag = 'investor' | 'administration' | 'schedules' | 'extension' | 'operator' | 'session';

/** The audit row that a route writes on success; the use case adds target and payload. */
export type RouteAudit = { kind: string; administrator: Administrator };

/** Everything the handler of one route gets, checked and typed. */
export type RouteInput<G extends Guard, P extends TSchema, Q extends TSchema, B extends TSchema> = {
  caller: CallerOf[G];
  params: Static<P>;
  query: Static<Q>;
  body: Static<B>;
  /** The body of a `checksBodyLate` route; throws `validation-failed` when it is not valid. */
  checkedBody: () => Static<B>;
  /** Present when the client sent Idempotency-Key on an `idempotent` route. */
  idempotency: IdempotencyClaim | undefined;
  audit: RouteAudit;
  /** Address and agent of the end user, for the provider. */
  endUser: { address: string; userAgent: string | undefined };
  request: FastifyRequest;
  reply: FastifyReply;
};

/** Declaration of one route; see CONTRIBUTING.md, "adding an endpoint". */
export type RouteSpec<G extends Guard, P extends TSchema, Q extends TSchema, B extends TSchema, A extends TSchema> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  guard: G;
  tag: Tag;
  summary: string;
  params?: P;
  query?: Q;
  body?: B;
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
  /** Accepts Idempotency-Key (money-moving POSTs). */
  idempotent?: true;
  /** A GET that has effects: never runs on HEAD. */
  effects?: true;
  /** Requests per minute and address, when stricter than the general limit. */
  perMinute?: number;
  /** The handler is called with an invalid body too: it checks a header that needs the database, then asks `checkedBody()`. */
  checksBodyLate?: true;
  /** Headers named by the document, checked after the role and before the body. */
  checkHeaders?: (headers: FastifyRequest['headers']) => void;
  handle: (input: RouteInput<G, P, Q, B>) => Promise<Static<A> | undefined>;
};

declare module 'fastify' {
  interface FastifyContextConfig {
    guard?: Guard;
    errors?: ErrorTable;
    emptyErrors?: readonly number[];
    schemaChecked?: boolean;
    consumes?: 'json' | 'json-or-form' | 'multipart' | undefined;
    idempotent?: boolean;
    audit?: string | undefined;
    checkHeaders?: ((headers: FastifyRequest['headers']) => void) | undefined;
    declared?: boolean;
  }
  interface FastifyRequest {
    caller: CallerOf[Guard];
    idempotency: IdempotencyClaim | undefined;
    refusal: { code: string; status: number } | undefined;
    undeclaredCode: string | undefined;
  }
}

const None = Type.Object({});

/** Registers the route. Order of checks: guard, headers, content type, validation, idempotency key, handler (DESIGN §4). */
export function route<
  G extends Guard,
  P extends TSchema = typeof None,
  Q extends TSchema = typeof None,
  B extends TSchema = typeof None,
  A extends TSchema = typeof None,
>(app: FastifyInstance, spec: RouteSpec<G, P, Q, B, A>): void {
  const status = spec.status ?? (spec.method === 'POST' ? 201 : 200);
  app.route({
    method: spec.method,
    url: spec.url,
    exposeHeadRoute: spec.method === 'GET' && !spec.effects,
    attachValidation: spec.checksBodyLate ?? false,
    schema: openApiSchema(spec, status),
    config: {
      guard: spec.guard,
      errors: spec.errors ?? {},
      emptyErrors: spec.emptyErrors ?? [],
      schemaChecked: Boolean(spec.params ?? spec.query ?? spec.body ?? spec.consumes),
      consumes: spec.consumes ?? (spec.body ? 'json' : undefined),
      idempotent: spec.idempotent ?? false,
      audit: spec.audit,
      checkHeaders: spec.checkHeaders,
      declared: true,
      swaggerTransform: describeRefusals(spec, status),
      ...(spec.perMinute === undefined ? {} : { rateLimit: { max: spec.perMinute, timeWindow: '1 minute' } }),
    },
    handler: async (request, reply) => {
      const answer = await spec.handle({
        // Border: the guard hook stored what Guards[G] returned, the validators checked the parts against P, Q and B.
        caller: request.caller as CallerOf[G],
        params: request.params as Static<P>,
        query: request.query as Static<Q>,
        body: request.body as Static<B>,
        checkedBody: () => {
          if (request.validationError) throw request.validationError;
          return request.body as Static<B>;
        },
        idempotency: request.idempotency,
        audit: auditOf(request),
        endUser: { address: request.ip, userAgent: request.headers['user-agent'] },
        request,
        reply,
      });
      if (reply.sent) return reply;
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

type AnySpec = Pick<
  RouteSpec<Guard, TSchema, TSchema, TSchema, TSchema>,
  | 'summary'
  | 'tag'
  | 'params'
  | 'query'
  | 'body'
  | 'answer'
  | 'errors'
  | 'guard'
  | 'consumes'
  | 'produces'
  | 'audit'
  | 'idempotent'
  | 'emptyErrors'
>;

function openApiSchema(spec: AnySpec, status: number): FastifySchema {
  const description = [spec.audit ? `Audit: \`${spec.audit}\`.` : '', spec.idempotent ? 'Accepts `Idempotency-Key`.' : '']
    .filter(Boolean)
    .join(' ');
  return {
    summary: spec.summary,
    tags: [spec.tag],
    ...(description ? { description } : {}),
    ...(spec.params ? { params: spec.params } : {}),
    ...(spec.query ? { querystring: spec.query } : {}),
    ...(spec.body ? { body: spec.body } : {}),
    ...(spec.consumes === 'multipart' ? { consumes: ['multipart/form-data'] } : {}),
    ...(spec.produces ? { produces: [spec.produces] } : {}),
    ...(spec.guard === 'public' ? {} : { security: [{ [spec.guard]: [] }] }),
    response: {
      [status]: spec.answer ? { description: 'Success', ...spec.answer } : { description: 'Success, no body', type: 'null' },
    },
  };
}

/**
 * The refusals of a route for the API description alone: problem.ts writes their bodies itself, and in the route's own schema
 * Fastify would compile a serializer for each of them at every start, which nobody uses.
 */
function describeRefusals({ errors, emptyErrors }: AnySpec, status: number): SwaggerTransform {
  const codesByStatus = new Map<number, string[]>();
  for (const [code, at] of Object.entries(errors ?? {})) codesByStatus.set(at, [...(codesByStatus.get(at) ?? []), code]);
  codesByStatus.delete(status);
  const refusals = [...codesByStatus].map(([at, codes]) => [
    at,
    {
      description: codes.map((code) => `\`${code}\``).join(', '),
      ...(emptyErrors?.includes(at) ? { type: 'null' } : { $ref: 'Problem#' }),
    },
  ]);
  return ({ schema, url }) => ({
    schema: { ...schema, response: { ...Object.fromEntries(refusals), ...Object(schema?.response) } },
    url,
  });
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
