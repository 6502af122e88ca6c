// Routes that no investor and no administrator calls: probes, metrics, the OpenAPI description and its page, stored files.

import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { AppError, NOT_FOUND } from '../../core/errors.ts';
import { route } from '../../core/http/route.ts';
import type { AppDeps } from '../../deps.ts';
import { cachingOf } from '../../providers/storage/index.ts';
import { NOT_READY } from './errors.ts';
import { askDatabase } from './queries.ts';

const Health = Type.Object({ status: Type.String() });
const FileQuery = Type.Object({
  expires: Type.Optional(Type.String({ maxLength: 12 })),
  signature: Type.Optional(Type.String({ maxLength: 100 })),
});

/** The page talks to nobody but us: no fonts, assistants or telemetry from elsewhere. */
const PAGE = {
  title: 'Mortar',
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: 'never' as const,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
};

/** Registers the group. */
export async function operatorRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'db' | 'metrics' | 'storage'>): Promise<void> {
  route(app, {
    method: 'GET',
    url: '/health/live',
    guard: 'public',
    tag: 'operator',
    summary: 'The process runs.',
    answer: Health,
    handle: async () => ({ status: 'live' }),
  });
  route(app, {
    method: 'GET',
    url: '/health/ready',
    guard: 'public',
    tag: 'operator',
    summary: 'The process can serve: the database answers.',
    answer: Health,
    errors: { [NOT_READY]: 503 },
    handle: async () => {
      await askDatabase(deps.db).catch((cause: unknown) => {
        throw new AppError(NOT_READY, { detail: 'The database does not answer.', cause });
      });
      return { status: 'ready' };
    },
  });
  route(app, {
    method: 'GET',
    url: '/metrics',
    guard: 'public',
    tag: 'operator',
    summary: 'Prometheus metrics of this process.',
    handle: async ({ reply }) => {
      const { contentType, body } = await deps.metrics.render();
      await reply.type(contentType).send(body);
      return undefined;
    },
  });
  route(app, {
    method: 'GET',
    url: '/openapi.json',
    guard: 'public',
    tag: 'operator',
    summary: 'OpenAPI 3.1 description of every route.',
    handle: async ({ reply }) => {
      await reply.type('application/json').send(JSON.stringify(app.swagger()));
      return undefined;
    },
  });
  route(app, {
    method: 'GET',
    url: '/files/*',
    guard: 'public',
    tag: 'operator',
    summary: 'A stored file: public ones by their address, private ones by a signed link.',
    params: Type.Object({ '*': Type.String({ maxLength: 1_000 }) }),
    query: FileQuery,
    errors: { [NOT_FOUND]: 404 },
    handle: async ({ params, query, reply }) => {
      const key = params['*'];
      const file = isOpen(deps, key, query) ? await deps.storage.get(key) : null;
      if (!file) throw new AppError(NOT_FOUND, { detail: 'No such file.' });
      reply.type(file.contentType).header('content-disposition', 'inline').header('cache-control', cachingOf(key));
      await reply.send(Buffer.from(file.bytes));
      return undefined;
    },
  });
  await app.register(scalar, { routePrefix: '/docs', configuration: PAGE });
}

/** A key that is malformed is as absent as one that is not signed. */
function isOpen(deps: Pick<AppDeps, 'storage'>, key: string, query: { expires?: string; signature?: string }): boolean {
  try {
    return deps.storage.opens(key, query);
  } catch {
    return false;
  }
}
