// What the API description (/openapi.json, docs/errors.md) says of a declared route.

import type { SwaggerTransform } from '@fastify/swagger';
import type { FastifySchema } from 'fastify';
import { type TSchema, Type } from 'typebox';
import type { ErrorTable } from '../errors.ts';
import type { Guard } from './guards.ts';
import { idempotencyErrors } from './idempotency.ts';

/** The part of a declaration that the description tells; see `RouteSpec` of route.ts. */
type Described = {
  summary: string;
  tag: string;
  guard: Guard;
  params?: TSchema;
  query?: TSchema;
  body?: TSchema;
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
 * The refusals of a route and its header, for the API description alone: problem.ts writes the bodies itself, and in the route's own
 * schema Fastify would compile a serializer for each of them at every start, which nobody uses.
 */
export function describeRefusals(spec: Described, status: number): SwaggerTransform {
  const { emptyErrors } = spec;
  const codesByStatus = new Map<number, string[]>();
  for (const [code, at] of Object.entries(errorsOf(spec))) codesByStatus.set(at, [...(codesByStatus.get(at) ?? []), code]);
  codesByStatus.delete(status);
  const refusals = [...codesByStatus].map(([at, codes]) => [
    at,
    {
      description: codes.map((code) => `\`${code}\``).join(', '),
      ...(emptyErrors?.includes(at) ? { type: 'null' } : { $ref: 'Problem#' }),
    },
  ]);
  const headers = spec.money === 'moves' ? { headers: IdempotencyHeader } : {};
  return ({ schema, url }) => ({
    schema: { ...schema, ...headers, response: { ...Object.fromEntries(refusals), ...Object(schema?.response) } },
    url,
  });
}
