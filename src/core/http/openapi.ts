// The API description (/openapi.json), from which docs/errors.md is generated as well: what all routes share, named schemas, and each route.

import type { FastifyDynamicSwaggerOptions, SwaggerTransform } from '@fastify/swagger';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { type TSchema, Type } from 'typebox';
import {
  type ErrorTable,
  FORBIDDEN,
  FORBIDDEN_ORIGIN,
  SECOND_FACTOR_REQUIRED,
  STEP_UP_REQUIRED,
  UNAUTHENTICATED,
  VALIDATION_FAILED,
} from '../errors.ts';
import type { Guard, Permission } from './guards.ts';
import { idempotencyErrors } from './idempotency.ts';

type Frame = NonNullable<FastifyDynamicSwaggerOptions['openapi']>;

/** `firstPage`: Markdown. `rooms`: what each is for. `wings`: names of the rooms by wing. `tags`: what else routes are tagged with. `webhooks`: calls that we make, in the form of OpenAPI. */
export type DescriptionParts = {
  firstPage: string;
  rooms: Readonly<Record<string, string>>;
  wings: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  tags: readonly { name: string; description: string }[];
  webhooks: NonNullable<Extract<Frame, { webhooks?: unknown }>['webhooks']>;
};

/** Body of every refusal (RFC 9457). */
export const Problem = Type.Object(
  {
    type: Type.String({ examples: ['/docs/errors#validation-failed'] }),
    title: Type.String(),
    status: Type.Integer(),
    code: Type.String({ examples: ['validation-failed'] }),
    detail: Type.String(),
    requestId: Type.String(),
    errors: Type.Optional(Type.Array(Type.Object({ path: Type.String(), reason: Type.String() }))),
    shortfall: Type.Optional(
      Type.Object(
        { askedCents: Type.Integer(), availableCents: Type.Integer() },
        { description: 'where money is wanting: what was asked for, and what there is of it at most; cents' },
      ),
    ),
    outcome: Type.Optional(
      Type.Literal('not-known-yet', {
        description:
          'the payment was ordered, and the provider has not answered: it is carried on and may still succeed, so order nothing again; without this member nothing is under way',
      }),
    ),
    paymentId: Type.Optional(Type.String({ format: 'uuid', description: 'with `outcome`: the payment that goes on' })),
  },
  { $id: 'Problem' },
);

const SESSION_COOKIE = { type: 'apiKey' as const, in: 'cookie', name: 'better-auth.session_token' };
const OVER_HTTPS = 'Over https its name begins with `__Host-`.';

const SECURITY_SCHEMES: Record<Exclude<Guard, 'public'>, { type: 'apiKey'; in: string; name: string; description?: string }> = {
  customer: { ...SESSION_COOKIE, description: `Session of a customer (role CUSTOMER). ${OVER_HTTPS}` },
  administrator: { ...SESSION_COOKIE, description: `Session of an administrator (role ADMIN). ${OVER_HTTPS}` },
  'provider-webhook': { type: 'apiKey', in: 'query', name: 'apiKey' },
  'defaults-webhook': { type: 'apiKey', in: 'header', name: 'x-api-key' },
  metrics: { type: 'apiKey', in: 'header', name: 'authorization', description: '`Bearer` and METRICS_TOKEN.' },
};

/** Options of @fastify/swagger, which collects the routes. */
export function describeApi(
  version: string,
  { firstPage, rooms, wings, tags, webhooks }: DescriptionParts,
): FastifyDynamicSwaggerOptions {
  const groups = Object.entries(wings).map(([wing, rooms]) => ({ name: wing, tags: Object.keys(rooms) }));
  const aboutOf = (room: string) => {
    const about = rooms[room];
    if (about === undefined) throw new Error(`the room ${room} has routes, and nothing says what they are for`);
    return about;
  };
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Mortar',
        version,
        description: firstPage,
        license: { name: 'All rights reserved', identifier: 'LicenseRef-UNLICENSED' },
      },
      servers: [{ url: '/', description: 'Where this description was read.' }],
      components: { securitySchemes: SECURITY_SCHEMES },
      tags: [...groups.flatMap((wing) => wing.tags.map((room) => ({ name: room, description: aboutOf(room) }))), ...tags],
      webhooks,
    },
    refResolver: { buildLocalReference: (json) => String(json.$id) },
    transformObject: (found) => {
      if (!('openapiObject' in found)) return found.swaggerObject;
      nameSchemas(found.openapiObject);
      return Object.assign(found.openapiObject, { 'x-tagGroups': groups });
    },
  };
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The room whose routes are being registered. */
    roomOfRequest: { name: string };
  }
}

/** Adds the name of the room as the first tag of each of its routes. Throws for a tag that is not described. */
export function tagRooms(app: FastifyInstance, { wings, tags }: Pick<DescriptionParts, 'wings' | 'tags'>): void {
  const described = new Set([...Object.values(wings).flatMap(Object.keys), ...tags.map(({ name }) => name)]);
  app.decorate('roomOfRequest', { name: '' });
  app.addHook('onRoute', (declared) => {
    const { name } = app.roomOfRequest;
    const others = (declared.schema?.tags ?? []).filter((tag) => tag !== name);
    const unknown = others.find((tag) => !described.has(tag));
    if (unknown !== undefined) throw new Error(`${declared.url} has the tag ${unknown}, which app.ts does not describe`);
    if (name !== '' && declared.schema) declared.schema = { ...declared.schema, tags: [name, ...others] };
  });
}

/** Runs `register`, whose routes get the tag `room`. */
export async function describeAs(app: FastifyInstance, room: string, register: () => unknown): Promise<void> {
  app.roomOfRequest.name = room;
  await register();
  app.roomOfRequest.name = '';
}

/**
 * Moves every schema with a `title` to `components.schemas`, so that code generators create one type of it. Throws when two different
 * schemas have the same title.
 */
function nameSchemas(document: { components?: { schemas?: object } }): void {
  const named: Record<string, object | undefined> = { ...document.components?.schemas };
  const texts = new Map<string, string>();
  const clashes = new Set<string>();
  const places = new Map<string, { reference: object; description: unknown }[]>();
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null) return value;
    const { title, ...rest } = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, visit(inner)]));
    if (!isSchemaTitle(title, rest)) return title === undefined ? rest : { title, ...rest };
    const { description, examples, default: otherwise, ...shape } = rest;
    const text = JSON.stringify(shape);
    if ((texts.get(title) ?? text) !== text) clashes.add(title);
    texts.set(title, text);
    named[title] = { ...(description ? { description } : {}), ...(examples ? { examples } : {}), ...shape };
    const reference = { $ref: `#/components/schemas/${title}`, ...(otherwise === undefined ? {} : { default: otherwise }) };
    places.set(title, [...(places.get(title) ?? []), { reference, description }]);
    return reference;
  };
  const { paths, webhooks, ...others } = Object(document);
  Object.assign(document, others, { paths: visit(paths), webhooks: visit(webhooks) });
  if (clashes.size > 0) throw new Error(`different schemas share a title: ${[...clashes].join(', ')}`);
  // What is said of a schema stays with it where all places say the same, and with each place otherwise.
  for (const [title, found] of places) {
    if (new Set(found.map(({ description }) => description)).size === 1) continue;
    named[title] = { ...named[title], description: undefined };
    for (const { reference, description } of found) if (description) Object.assign(reference, { description });
  }
  document.components = { ...document.components, schemas: Object.fromEntries(Object.entries(named).sort(byName)) };
}

/** Distinguishes the title of a schema from a property named `title`, whose value is a schema. */
function isSchemaTitle(title: unknown, rest: object): title is string {
  return typeof title === 'string' && ('type' in rest || 'anyOf' in rest || 'oneOf' in rest || 'enum' in rest);
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}

/** The described part of a route declaration; see `RouteSpec` of route.ts. */
type Described = {
  method: string;
  operationId: string;
  summary: string;
  tag: string;
  guard: Guard;
  permission?: Permission | undefined;
  factor?: 'not-yet' | 'again' | undefined;
  moves?: object;
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
  idempotency?: string;
  effects?: true;
  reads?: string | undefined;
};

/** Schema of a route for Fastify: validation, and what @fastify/swagger describes. */
export function openApiSchema(spec: Described, status: number): FastifySchema {
  const description = [
    spec.permission ? `Needs the permission \`${spec.permission}\`.` : '',
    factorRuleOf(spec) === 'again' ? 'Asks for the second factor again after some minutes.' : '',
    spec.audit ? `Audit: \`${spec.audit}\`.` : '',
    spec.effects ? 'Has effects: not for a page of another site.' : '',
    spec.reads === 'replica' ? 'May be seconds behind, except for what the client wrote itself.' : '',
    spec.idempotency === 'key' ? 'Moves or commits money: accepts `Idempotency-Key`.' : '',
  ]
    .filter(Boolean)
    .join(' ');
  return {
    operationId: spec.operationId,
    summary: spec.summary,
    tags: [spec.tag],
    ...(description ? { description } : {}),
    ...(spec.permission ? { 'x-permission': spec.permission } : {}),
    ...(spec.params ? { params: spec.params } : {}),
    ...(spec.query ? { querystring: spec.query } : {}),
    ...(spec.body ? { body: spec.body } : {}),
    ...(spec.consumes === 'multipart' ? { consumes: ['multipart/form-data'] } : {}),
    ...(spec.consumes === 'form' ? { consumes: ['application/x-www-form-urlencoded'] } : {}),
    security: spec.guard === 'public' ? [] : [{ [spec.guard]: [] }],
    response: { [status]: spec.answer ? successWith(spec.answer) : NO_BODY },
  };
}

const NO_BODY = { description: 'Success, no body', type: 'null' };

const successes = new WeakMap<TSchema, object>();

/** The same object for the same answer: its serializer is kept by it. */
function successWith(answer: TSchema): object {
  const known = successes.get(answer);
  if (known) return known;
  const success = { description: 'Success', ...answer };
  successes.set(answer, success);
  return success;
}

/** The error table of the route, with the codes of the Idempotency-Key if it takes one. */
export function errorsOf({ errors, idempotency }: Pick<Described, 'errors' | 'idempotency'>): ErrorTable {
  return { ...errors, ...(idempotency === 'key' ? idempotencyErrors : {}) };
}

const ASKED_AGAIN: readonly (Permission | undefined)[] = ['money.write', 'administrators.write'];

/** When the second factor of an administrator must have been shown before this route; undefined: at some time in the session. */
export function factorRuleOf({
  guard,
  method,
  permission,
  moves,
  factor,
}: Pick<Described, 'guard' | 'method' | 'permission' | 'moves' | 'factor'>): 'not-yet' | 'again' | undefined {
  if (guard !== 'administrator') return undefined;
  const changes = method !== 'GET' && ASKED_AGAIN.includes(permission);
  return moves !== undefined || changes ? 'again' : factor;
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
  const rule = factorRuleOf(spec);
  const hasSession = guard === 'customer' || guard === 'administrator';
  const isOfPages = hasSession || guard === 'public';
  return {
    ...(checksInput(spec) ? { [VALIDATION_FAILED]: 400 } : {}),
    ...(hasSession || guard === 'metrics' ? { [UNAUTHENTICATED]: 401 } : {}),
    ...(hasSession ? { [FORBIDDEN]: 403 } : {}),
    ...(guard === 'administrator' && rule !== 'not-yet' ? { [SECOND_FACTOR_REQUIRED]: 403 } : {}),
    ...(rule === 'again' ? { [STEP_UP_REQUIRED]: 403 } : {}),
    ...(isOfPages && (method !== 'GET' || effects) ? { [FORBIDDEN_ORIGIN]: 403 } : {}),
  };
}

/** Only for the description: idempotency.ts reads the header itself. */
const IdempotencyHeader = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 8,
      maxLength: 255,
      description: 'Visible ASCII. The same request with the same key has its effect once and gets the same answer for 24 hours.',
    }),
  ),
});

/** Successes beside the route's own, by status. */
type OtherAnswers = Readonly<Record<number, { description: string; schema: TSchema }>>;

/**
 * Answers, header and form of the route, only for the description. They are not part of the route's own schema, as Fastify would compile
 * a serializer for each refusal at every start, and problem.ts serialises refusals itself.
 */
export function describeAnswers(spec: Described, status: number, others: OtherAnswers = {}): SwaggerTransform {
  const also = Object.entries(others).map(([other, { description, schema }]) => [
    other,
    { description, content: { 'application/json': { schema } } },
  ]);
  const response = { ...refusalsOf(spec, status), ...Object.fromEntries(also), [status]: successOf(spec) };
  return ({ schema, url }) => ({
    schema: {
      ...schema,
      ...(spec.query ? { querystring: withOptionalDefaults(spec.query) } : {}),
      ...(spec.idempotency === 'key' ? { headers: IdempotencyHeader } : {}),
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
  if (!answer && !produces) return NO_BODY;
  const schema = answer ?? { type: 'string', format: 'binary' };
  return { description: 'Success', content: { [produces ?? 'application/json']: { schema } } };
}

/**
 * The status of the answer to a request as it is meant, where others are of a dry run or of one that waits: 201 where there is one, else its
 * only success.
 */
export function ownSuccess(responses: Readonly<Record<string, unknown>>): string | undefined {
  const successes = Object.keys(responses).filter((status) => status.startsWith('2'));
  return successes.find((status) => status === '201') ?? successes[0];
}
