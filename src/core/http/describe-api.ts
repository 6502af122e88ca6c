// The frame of the API description (/openapi.json): what holds for all routes, and schemas under names of their own.

import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Guard } from './guards.ts';

type Frame = NonNullable<FastifyDynamicSwaggerOptions['openapi']>;

/** `wings`: names of the rooms by wing. `webhooks`: calls that we make to others, in the form of OpenAPI. */
export type DescriptionParts = {
  wings: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  webhooks: NonNullable<Extract<Frame, { webhooks?: unknown }>['webhooks']>;
};

/** The body of every refusal (RFC 9457). */
export const Problem = Type.Object(
  {
    type: Type.String({ examples: ['/docs/errors#validation-failed'] }),
    title: Type.String(),
    status: Type.Integer(),
    code: Type.String({ examples: ['validation-failed'] }),
    detail: Type.String(),
    requestId: Type.String(),
    errors: Type.Optional(Type.Array(Type.Object({ path: Type.String(), reason: Type.String() }))),
  },
  { $id: 'Problem' },
);

const SESSION_COOKIE = { type: 'apiKey' as const, in: 'cookie', name: 'better-auth.session_token' };

const SECURITY_SCHEMES: Record<Exclude<Guard, 'public'>, { type: 'apiKey'; in: string; name: string; description?: string }> = {
  customer: { ...SESSION_COOKIE, description: 'Session of an investor (role CUSTOMER).' },
  administrator: { ...SESSION_COOKIE, description: 'Session of an administrator (role ADMIN).' },
  'provider-webhook': { type: 'apiKey', in: 'query', name: 'apiKey' },
  'defaults-webhook': { type: 'apiKey', in: 'header', name: 'x-api-key' },
  metrics: { type: 'apiKey', in: 'header', name: 'authorization', description: '`Bearer` and METRICS_TOKEN.' },
};

/** Options of the plugin that collects the routes. */
export function describeApi(version: string, { wings, webhooks }: DescriptionParts): FastifyDynamicSwaggerOptions {
  const rooms = Object.entries(wings).map(([wing, inIt]) => ({ name: wing, tags: Object.keys(inIt) }));
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Mortar',
        version,
        description: 'Back end of a real-estate investment platform. Amounts are integer cents; errors are RFC 9457 problems.',
        license: { name: 'All rights reserved', identifier: 'LicenseRef-UNLICENSED' },
      },
      servers: [{ url: '/', description: 'Where this description was read.' }],
      components: { securitySchemes: SECURITY_SCHEMES },
      tags: [
        ...rooms.flatMap(({ name, tags }) => tags.map((room) => ({ name: room, description: `A room of the wing ${name}.` }))),
        { name: 'investor', description: 'For investors, from the product documents.' },
        { name: 'administration', description: 'For administrators, from the product documents.' },
        { name: 'schedules', description: 'Payment schedules and what calls us, from the product documents.' },
        { name: 'extension', description: 'What we add beyond the documents.' },
      ],
      webhooks,
    },
    refResolver: { buildLocalReference: (json) => String(json.$id) },
    transformObject: (found) => {
      if (!('openapiObject' in found)) return found.swaggerObject;
      nameSchemas(found.openapiObject);
      return Object.assign(found.openapiObject, { 'x-tagGroups': rooms });
    },
  };
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Which room registers its routes now. */
    roomAtWork: { name: string };
  }
}

/** Puts the name of the room before the other tags of each of its routes. */
export function tagRooms(app: FastifyInstance): void {
  app.decorate('roomAtWork', { name: '' });
  app.addHook('onRoute', (declared) => {
    const { name } = app.roomAtWork;
    const tags = (declared.schema?.tags ?? []).filter((tag) => tag !== name);
    if (name !== '' && declared.schema) declared.schema = { ...declared.schema, tags: [name, ...tags] };
  });
}

/** Runs `register`, which declares routes of `room`. */
export async function describeAs(app: FastifyInstance, room: string, register: () => unknown): Promise<void> {
  app.roomAtWork.name = room;
  await register();
  app.roomAtWork.name = '';
}

/**
 * Moves every schema that has a `title` to `components.schemas` under it, so that generators make one type of it. Throws where one
 * title stands for two different schemas.
 */
function nameSchemas(document: { components?: { schemas?: object } }): void {
  const named: Record<string, unknown> = { ...document.components?.schemas };
  const texts = new Map<string, string>();
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null) return value;
    const { title, ...rest } = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, visit(inner)]));
    if (!isSchemaTitle(title, rest)) return title === undefined ? rest : { title, ...rest };
    const { description: _, examples: __, ...shape } = rest;
    const text = JSON.stringify(shape);
    if ((texts.get(title) ?? text) !== text) throw new Error(`two schemas are titled ${title}`);
    texts.set(title, text);
    named[title] = rest;
    return { $ref: `#/components/schemas/${title}` };
  };
  const { paths, webhooks, ...others } = Object(document);
  Object.assign(document, others, { paths: visit(paths), webhooks: visit(webhooks) });
  document.components = { ...document.components, schemas: Object.fromEntries(Object.entries(named).sort(byName)) };
}

/** A property of an object may be called `title` as well; there the value is a schema, not a text. */
function isSchemaTitle(title: unknown, rest: object): title is string {
  return typeof title === 'string' && ('type' in rest || 'anyOf' in rest || 'oneOf' in rest || 'enum' in rest);
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}
