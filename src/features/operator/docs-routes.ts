// The description of the API and its page, where they are served: the page runs its own script alone and talks to nobody but us.

import { createHash } from 'node:crypto';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { pagePolicy } from '../../core/http/page-policy.ts';
import { route } from '../../core/http/route.ts';

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

/** Registers the group. */
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
