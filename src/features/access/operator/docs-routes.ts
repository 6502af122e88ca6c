// What a user reads of the API: the page of the error codes, and where it is served the description of all routes with its page.

import { createHash } from 'node:crypto';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { pagePolicy } from '../../../core/http/page-policy.ts';
import { route } from '../../../core/http/route.ts';
import { ERROR_PAGE_POLICY, renderErrorPage } from './render-error-page.ts';

/** No fonts, assistants or telemetry from elsewhere. */
const PAGE = {
  title: 'Mortar',
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: 'never' as const,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  authentication: { preferredSecurityScheme: 'customer' },
};

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/** It changes with a release only. */
const ERROR_PAGE_CACHING = 'public, max-age=3600';

/** Registers the page of the error codes, which is served in production too (A-core-18). */
export function errorPageRoutes(app: FastifyInstance): void {
  const page = renderErrorPage();
  route(app, {
    method: 'GET',
    url: '/docs/errors',
    operationId: 'readErrors',
    guard: 'public',
    tag: 'operator',
    summary: 'What each error code means, why it comes and what to do: where the `type` of an error leads.',
    produces: 'text/html',
    handle: async ({ reply }) => {
      reply.header('content-security-policy', ERROR_PAGE_POLICY).header('cache-control', ERROR_PAGE_CACHING);
      await reply.type('text/html; charset=utf-8').send(page);
      return undefined;
    },
  });
}

/** Registers the description. Its page runs its own script alone and talks to nobody but us. */
export async function docsRoutes(app: FastifyInstance): Promise<void> {
  route(app, {
    method: 'GET',
    url: '/openapi.json',
    operationId: 'readDescription',
    guard: 'public',
    tag: 'operator',
    summary: 'OpenAPI 3.1 description of every route.',
    handle: async ({ reply }) => {
      await reply.type('application/json').send(JSON.stringify(app.swagger()));
      return undefined;
    },
  });
  await app.register(async (scope) => {
    scope.addHook('onSend', async (_request, reply, payload) => {
      if (typeof payload === 'string' && String(reply.getHeader('content-type')).startsWith('text/html'))
        reply.header('content-security-policy', policyOf(payload));
    });
    await scope.register(scalar, { routePrefix: '/docs', configuration: PAGE });
  });
}

/** The library brings its styles in its script, and writes its start into the page: that text, and no other, is let through. */
function policyOf(html: string): string {
  const starts = [...html.matchAll(INLINE_SCRIPT)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return pagePolicy({
    'script-src': `'self' ${starts.join(' ')}`,
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data:",
    'connect-src': "'self'",
  });
}
