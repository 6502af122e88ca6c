// /console: the operators' pages. One document for every path below it, as their routing is the browser's; files under hashed names.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { requestsPerMinute } from '../../../config/service.ts';
import type { Config } from '../../../config/settings.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { pagePolicy } from '../../../core/http/browser-security.ts';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { createConsole } from './open-console.ts';

/** A page of the console takes about ten files the first time, and none afterwards. */
const SHARE_OF_THE_LIMIT = 2;
const HASHED_FILES = 'public, max-age=31536000, immutable';

/**
 * Own scripts, styles and connections; pictures also from the bucket that the settings name, and those that wait to be uploaded. In frames
 * nothing but what the page has made itself: a PDF that it has read, for the viewer of the browser.
 */
const policyOf = (config: Config) =>
  pagePolicy({
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': ["'self'", 'blob:', ...originsOfFiles(config)].join(' '),
    'connect-src': "'self'",
    'frame-src': 'blob:',
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
  });

/** Registers the group. */
export function consoleRoutes(app: FastifyInstance, { config }: Pick<AppDeps, 'config'>): void {
  const open = createConsole(config.NODE_ENV);
  const policy = policyOf(config);
  const perMinute = Math.ceil(requestsPerMinute(config) / SHARE_OF_THE_LIMIT);
  const common = { guard: 'public', tag: 'operator', perMinute, errors: { [NOT_FOUND]: 404 } } as const;
  const showPage = async ({ reply }: { reply: FastifyReply }) => {
    const { page } = await open();
    reply.header('content-security-policy', policy).header('cross-origin-opener-policy', 'same-origin');
    await reply.type('text/html; charset=utf-8').send(page);
    return undefined;
  };
  route(app, {
    ...common,
    method: 'GET',
    url: '/',
    operationId: 'findConsole',
    summary: 'Leads a browser to the console.',
    handle: async ({ request, reply }) => {
      if (!asksForPage(request)) throw new AppError(NOT_FOUND, { detail: 'Nothing is served here.' });
      await reply.redirect('console');
      return undefined;
    },
  });
  route(app, {
    ...common,
    method: 'GET',
    url: '/console',
    operationId: 'openConsole',
    summary: 'The console of the operators: a page for browsers.',
    produces: 'text/html',
    handle: showPage,
  });
  route(app, {
    ...common,
    method: 'GET',
    url: '/console/*',
    operationId: 'openConsolePage',
    summary: 'Any page of the console: the same document, as the browser finds the page by its path.',
    params: Type.Object({ '*': Type.String({ maxLength: 500 }) }),
    produces: 'text/html',
    handle: showPage,
  });
  route(app, {
    ...common,
    method: 'GET',
    url: '/console/assets/:name',
    operationId: 'readConsoleFile',
    summary: 'A script, style sheet or picture of the console.',
    params: Type.Object({ name: Type.String({ maxLength: 100 }) }),
    produces: 'application/octet-stream',
    handle: async ({ params, request, reply }) => {
      const asset = (await open()).assets.get(params.name);
      if (!asset) throw new AppError(NOT_FOUND, { detail: 'No such file.' });
      const isCompressed = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
      if (isCompressed) reply.header('content-encoding', 'gzip');
      reply.type(asset.type).header('cache-control', HASHED_FILES).header('vary', 'accept-encoding');
      await reply.send(isCompressed ? asset.gzipped : asset.bytes);
      return undefined;
    },
  });
}

function asksForPage({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') ?? false;
}

/** Where files lie when they are in a bucket: public ones by their address, private ones by a signed link to the bucket itself. */
function originsOfFiles(config: Config): string[] {
  const { STORAGE_DRIVER, S3_BUCKET, S3_REGION, S3_ENDPOINT, S3_PUBLIC_URL } = config;
  if (STORAGE_DRIVER !== 's3' || S3_BUCKET === undefined) return [];
  const amazon = `https://${S3_BUCKET}.s3.${S3_REGION ?? 'us-east-1'}.amazonaws.com`;
  return [...new Set([S3_ENDPOINT ?? amazon, ...(S3_PUBLIC_URL === undefined ? [] : [S3_PUBLIC_URL])].map(originOf))];
}

function originOf(url: string): string {
  return new URL(url).origin;
}
