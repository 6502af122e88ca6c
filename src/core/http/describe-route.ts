// The description of one route in /openapi.json, from which docs/errors.md is generated as well.

import type { SwaggerTransform } from '@fastify/swagger';
import type { FastifySchema } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { type ErrorTable, FORBIDDEN, FORBIDDEN_ORIGIN, UNAUTHENTICATED, VALIDATION_FAILED } from '../errors.ts';
import type { Guard } from './guards.ts';
import { idempotencyErrors } from './idempotency.ts';

/** The described part of a route declaration; see `RouteSpec` of route.ts. */
type Described = {
  method: string;
  operationId: string;
  summary: string;
  tag: string;
  guard: Guard;
  params?: TSchema;
  query?: TSchema;
  body?: TSchema;
  form?: TSchema;
  answer?: TSchema;
  errors?: ErrorTable;
  emptyErrors?: readonly number[];
  consumes?: string;
  produces?: string;
  audit?: string;
  money?: string;
  effects?: true;
  reads?: string | undefined;
};

/** Schema of a route for Fastify: validation, and what @fastify/swagger describes. */
export function openApiSchema(spec: Described, status: number): FastifySchema {
  const description = [
    spec.audit ? `Audit: \`${spec.audit}\`.` : '',
    spec.effects ? 'Has effects: not for a page of another site.' : '',
    spec.reads === 'replica' ? 'May be seconds behind, except for what the client wrote itself.' : '',
    spec.money === 'moves' ? 'Moves or commits money: accepts `Idempotency-Key`.' : '',
  ]
    .filter(Boolean)
    .join(' ');
  return {
    operationId: spec.operationId,
    summary: spec.summary,
    tags: [spec.tag],
    ...(description ? { description } : {}),
    ...(spec.params ? { params: spec.params } : {}),
    ...(spec.query ? { querystring: spec.query } : {}),
    ...(spec.body ? { body: spec.body } : {}),
    ...(spec.consumes === 'multipart' ? { consumes: ['multipart/form-data'] } : {}),
    security: spec.guard === 'public' ? [] : [{ [spec.guard]: [] }],
    response: {
      [status]: spec.answer ? { description: 'Success', ...spec.answer } : { description: 'Success, no body', type: 'null' },
    },
  };
}

/** The error table of the route, with the codes of the Idempotency-Key if it takes one. */
export function errorsOf({ errors, money }: Pick<Described, 'errors' | 'money'>): ErrorTable {
  return { ...errors, ...(money === 'moves' ? idempotencyErrors : {}) };
}

/** Whether the route reads anything of the request that may be wrong. */
export function checksInput({
  params,
  query,
  body,
  consumes,
}: Pick<Described, 'params' | 'query' | 'body' | 'consumes'>): boolean {
  return Boolean(params ?? query ?? body ?? consumes);
}

/** What the server itself refuses before the handler, of the codes that a client of this route meets. */
function refusedBefore(spec: Described): ErrorTable {
  const { guard, method, effects } = spec;
  const hasSession = guard === 'customer' || guard === 'administrator';
  const isOfPages = hasSession || guard === 'public';
  return {
    ...(checksInput(spec) ? { [VALIDATION_FAILED]: 400 } : {}),
    ...(hasSession || guard === 'metrics' ? { [UNAUTHENTICATED]: 401 } : {}),
    ...(hasSession ? { [FORBIDDEN]: 403 } : {}),
    ...(isOfPages && (method !== 'GET' || effects) ? { [FORBIDDEN_ORIGIN]: 403 } : {}),
  };
}

/** Only for the description: idempotency-hook.ts reads the header itself. */
const IdempotencyHeader = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 8,
      maxLength: 255,
      description: 'Visible ASCII. The same request with the same key has its effect once and gets the same answer for 24 hours.',
    }),
  ),
});

/**
 * Answers, header and form of the route, only for the description. They are not part of the route's own schema, as Fastify would compile
 * a serializer for each refusal at every start, and problem.ts serialises refusals itself.
 */
export function describeAnswers(spec: Described, status: number): SwaggerTransform {
  const response = { ...refusalsOf(spec, status), [status]: successOf(spec) };
  return ({ schema, url }) => ({
    schema: {
      ...schema,
      ...(spec.query ? { querystring: withOptionalDefaults(spec.query) } : {}),
      ...(spec.money === 'moves' ? { headers: IdempotencyHeader } : {}),
      ...(spec.form ? { body: spec.form } : {}),
      ...(url.includes('*') ? { params: Type.Object({ path: Type.String() }) } : {}),
      response,
    },
    // OpenAPI has no wildcard: `*` becomes a named parameter.
    url: url.replace('*', ':path'),
  });
}

function refusalsOf(spec: Described, success: number): Record<string, object> {
  const own = errorsOf(spec);
  const codesByStatus = Map.groupBy(Object.entries({ ...own, ...refusedBefore(spec), ...own }), ([, status]) => status);
  codesByStatus.delete(success);
  const problem = { content: { 'application/problem+json': { schema: { $ref: 'Problem#' } } } };
  return Object.fromEntries(
    [...codesByStatus].map(([status, codes]) => {
      const description = codes.map(([code]) => `\`${code}\``).join(', ');
      return [status, { description, ...(spec.emptyErrors?.includes(status) ? { type: 'null' } : problem) }];
    }),
  );
}

/** A handler always has what has a default, and a client may leave it out. */
function withOptionalDefaults(query: TSchema): TSchema {
  // Border: the query of a route is an object; the type TSchema does not say so.
  const { required = [], properties = {} } = query as { required?: string[]; properties?: Record<string, { default?: unknown }> };
  return { ...query, required: required.filter((name) => properties[name]?.default === undefined) };
}

/** JSON, or a file as described by `answer`, or its bytes. */
function successOf({ produces, answer }: Described): object {
  if (!answer && !produces) return { description: 'Success, no body', type: 'null' };
  const schema = answer ?? { type: 'string', format: 'binary' };
  return { description: 'Success', content: { [produces ?? 'application/json']: { schema } } };
}
