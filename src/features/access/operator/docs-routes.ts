// The documentation of the API: the page of the error codes, and, where it is enabled, the OpenAPI description with its page.

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

/** The text of each script in a page that has no `src`. */
const INLINE_SCRIPT = /(?<=<script(?![^>]*\ssrc=)[^>]*>)[\s\S]*?(?=<\/script>)/g;

/** The page changes only with a release. */
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
    summary: 'What each error code means, its cause and what to do. The `type` of an error links here.',
    produces: 'text/html',
    handle: async ({ reply }) => {
      reply.header('content-security-policy', ERROR_PAGE_POLICY).header('cache-control', ERROR_PAGE_CACHING);
      await reply.type('text/html; charset=utf-8').send(page);
      return undefined;
    },
  });
}

/** Registers the OpenAPI description. Its page may run only its own script and connect only to this service. */
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

/**
 * The policy of the library's page: it sets styles from its script, and has an inline script, which alone is allowed, by its
 * digest.
 */
function policyOf(html: string): string {
  const digests = [...html.matchAll(INLINE_SCRIPT)].map(
    ([script]) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return pagePolicy({
    'script-src': `'self' ${digests.join(' ')}`,
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data:",
    'connect-src': "'self'",
  });
}
