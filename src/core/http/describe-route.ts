// What the API description (/openapi.json, docs/errors.md) says of a declared route.

import type { SwaggerTransform } from '@fastify/swagger';
import type { FastifySchema } from 'fastify';
import { type TSchema, Type } from 'typebox';
import type { ErrorTable } from '../errors.ts';
import type { Guard } from './guards.ts';
import { idempotencyErrors } from './idempotency.ts';

/** The part of a declaration that the description tells; see `RouteSpec` of route.ts. */
type Described = {
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
};

/** What the API description says of a route. */
export function openApiSchema(spec: Described, status: number): FastifySchema {
  const description = [
    spec.audit ? `Audit: \`${spec.audit}\`.` : '',
    spec.effects ? 'Has effects: not for a page of another site.' : '',
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

/** The codes of the route's own table, and those of the key where it takes one. */
export function errorsOf({ errors, money }: Pick<Described, 'errors' | 'money'>): ErrorTable {
  return { ...errors, ...(money === 'moves' ? idempotencyErrors : {}) };
}

/** For the API description alone: server.ts reads the header itself. */
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
 * What the route answers, its header and its form, for the API description alone: problem.ts writes the refusals itself, and in the
 * route's own schema Fastify would compile a serializer for each of them at every start, which nobody uses.
 */
export function describeAnswers(spec: Described, status: number): SwaggerTransform {
  const response = { ...refusalsOf(spec, status), [status]: successOf(spec) };
  return ({ schema, url }) => ({
    schema: {
      ...schema,
      ...(spec.money === 'moves' ? { headers: IdempotencyHeader } : {}),
      ...(spec.form ? { body: spec.form } : {}),
      ...(url.includes('*') ? { params: Type.Object({ path: Type.String() }) } : {}),
      response,
    },
    // What Fastify calls `*` needs a name in OpenAPI.
    url: url.replace('*', ':path'),
  });
}

function refusalsOf(spec: Described, success: number): Record<string, object> {
  const codesByStatus = Map.groupBy(Object.entries(errorsOf(spec)), ([, status]) => status);
  codesByStatus.delete(success);
  const problem = { content: { 'application/problem+json': { schema: { $ref: 'Problem#' } } } };
  return Object.fromEntries(
    [...codesByStatus].map(([status, codes]) => {
      const description = codes.map(([code]) => `\`${code}\``).join(', ');
      return [status, { description, ...(spec.emptyErrors?.includes(status) ? { type: 'null' } : problem) }];
    }),
  );
}

/** JSON, or a file: its bytes, or the text that `answer` describes. */
function successOf({ produces, answer }: Described): object {
  if (!answer && !produces) return { description: 'Success, no body', type: 'null' };
  const schema = answer ?? { type: 'string', format: 'binary' };
  return { description: 'Success', content: { [produces ?? 'application/json']: { schema } } };
}
