// Every route of a running service as its own description declares it: its callers, and what it takes.

import type { Client } from '../support/client.ts';

/** The part of JSON Schema that our routes use. */
export type Schema = {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  format?: string;
  pattern?: string;
  minimum?: number;
  minLength?: number;
  minItems?: number;
};

export type Guard = 'public' | 'customer' | 'administrator' | 'provider-webhook' | 'defaults-webhook' | 'metrics';

/** One operation of /openapi.json; `path` still has its `{parameters}`. */
export type DeclaredRoute = {
  name: string;
  method: string;
  path: string;
  guard: Guard;
  /** What its administrator needs; undefined where no administrator is asked for. */
  permission: string | undefined;
  tag: string;
  query: Record<string, Schema>;
  params: Record<string, Schema>;
  /** Schema of the JSON body; undefined where the route takes none, or files. */
  body: Schema | undefined;
  /** Statuses whose body stays empty because the documents say so. */
  emptyErrors: number[];
  /** Takes an Idempotency-Key. */
  movesMoney: boolean;
  /** A GET that is no mere read. */
  hasEffects: boolean;
  /** Every refusal that the description names, as `403 forbidden`. */
  refusals: string[];
  /** Codes that the documents answer with a 5xx. */
  serverErrors: string[];
};

/** What the session library answers for itself, in its own words. */
const SESSION_LAYER = '/api/auth/';

type Operation = {
  tags?: string[];
  description?: string;
  'x-permission'?: string;
  security?: Record<string, unknown>[];
  parameters?: { in: string; name: string; schema?: Schema }[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
  responses: Record<string, { description: string; content?: object }>;
};

type Description = { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, unknown> } };

/** The same with every named schema in the places that refer to it; none of ours holds itself. */
function withoutReferences(description: Description): Description {
  const resolved = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolved);
    if (typeof value !== 'object' || value === null) return value;
    const name = '$ref' in value ? String(value.$ref).replace('#/components/schemas/', '') : undefined;
    if (name !== undefined) return resolved(description.components.schemas[name]);
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolved(inner)]));
  };
  // Border: references apart it has the shape that it had.
  return resolved(description) as Description;
}

/** All routes but the pages of /docs, which are a library's. */
export async function declaredRoutes(client: Client): Promise<DeclaredRoute[]> {
  const { body } = await client.get<Description>('/openapi.json');
  return Object.entries(withoutReferences(body).paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => toRoute(method.toUpperCase(), path, operation)),
  );
}

function toRoute(method: string, path: string, operation: Operation): DeclaredRoute {
  const errors = Object.entries(operation.responses).filter(([status]) => Number(status) >= 400);
  const parameters = (place: string) =>
    Object.fromEntries(
      (operation.parameters ?? []).filter((found) => found.in === place).map(({ name, schema }) => [name, schema ?? {}]),
    );
  return {
    name: `${method} ${path}`,
    method,
    path,
    // Border: the names of the security schemes are those of the guards.
    guard: path.startsWith(SESSION_LAYER) ? 'public' : ((Object.keys(operation.security?.[0] ?? {})[0] ?? 'public') as Guard),
    permission: operation['x-permission'],
    tag: operation.tags?.[0] ?? '',
    movesMoney: parameters('header')['idempotency-key'] !== undefined,
    hasEffects: operation.description?.includes('Has effects') ?? false,
    params: parameters('path'),
    query: parameters('query'),
    body: operation.requestBody?.content['application/json']?.schema,
    emptyErrors: errors.filter(([, response]) => response.content === undefined).map(([status]) => Number(status)),
    refusals: errors.flatMap(([status, { description }]) =>
      [...description.matchAll(/`([^`]+)`/g)].map(([, code]) => `${status} ${code}`),
    ),
    serverErrors: errors.flatMap(([status, { description }]) =>
      Number(status) < 500 ? [] : (description.match(/[^`, ]+/g) ?? []).filter((code) => code !== 'internal-error'),
    ),
  };
}

/** The path with its parameters filled in; each is percent-encoded unless `raw`. */
export function pathOf(route: DeclaredRoute, params: Record<string, string>, options: { raw?: boolean } = {}): string {
  return route.path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const value = params[name] ?? '00000000-0000-4000-8000-000000000000';
    return options.raw ? value : encodeURIComponent(value);
  });
}
