// GET /docs and what belongs to it: the API description, with examples, and the pages of errors.

import { createHash } from 'node:crypto';
import fastify, { type FastifyInstance } from 'fastify';
import { pagePolicy } from '../../../core/http/browser-security.ts';
import { ownSuccess } from '../../../core/http/openapi.ts';
import { route } from '../../../core/http/route.ts';
import { ERROR_PAGE_POLICY, renderErrorPage } from './rendered-pages.ts';

/** No fonts, assistants or telemetry from elsewhere. */
const PAGE = {
  title: 'Mortar',
  // From /docs/, as the library's own address of the script is.
  url: '../openapi.json',
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

const SCRIPT_CACHING = 'public, max-age=3600';

/** The page changes only with a release. */
const ERROR_PAGE_CACHING = 'public, max-age=3600';

/** Registers the page of the error codes, which is served in production too. */
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
      await reply.type('application/json').send(JSON.stringify(await describeWithExamples(app)));
      return undefined;
    },
  });
  let loaded: Promise<Page> | undefined;
  const page = () => {
    loaded ??= loadPage();
    return loaded;
  };
  // Files of a library, no part of the API: they stay out of its description.
  await app.register(async (scope) => {
    scope.route({
      method: 'GET',
      url: '/docs/',
      schema: { hide: true },
      handler: async (request, reply) => {
        if (!new URL(request.url, 'http://any').pathname.endsWith('/'))
          return reply.redirect(String(request.routeOptions.url), 301);
        const { html } = await page();
        return reply.header('content-security-policy', policyOf(html)).type('text/html; charset=utf-8').send(html);
      },
    });
    scope.route({
      method: 'GET',
      url: '/docs/js/scalar.js',
      schema: { hide: true },
      handler: async (_request, reply) => {
        const { script } = await page();
        return reply.header('cache-control', SCRIPT_CACHING).type('text/javascript; charset=utf-8').send(script);
      },
    });
  });
}

type Page = { html: string; script: string };

/** The library has 280 modules and a script of 4 MB: the first visitor loads them. It offers both only as a plugin. */
async function loadPage(): Promise<Page> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const library = fastify();
  await library.register(scalar, { routePrefix: '/', configuration: PAGE });
  const [html, script] = [await library.inject('/'), await library.inject('/js/scalar.js')];
  await library.close();
  return { html: html.body, script: script.body };
}

/**
 * The policy of the library's page: it sets styles from its script, and has an inline script, the only one allowed, by its
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

type Media = { example?: unknown };
type Operation = {
  operationId: string;
  requestBody?: { content?: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
};

const JSON_TYPE = 'application/json';

/** The whole description. The examples are loaded with the first one that is asked for: most processes are never asked. */
export async function describeWithExamples(app: FastifyInstance): Promise<object> {
  const { default: loaded } = await import('./examples.json', { with: { type: 'json' } });
  // Border: written by scripts/examples.ts, by operation.
  const examples = loaded as Readonly<Record<string, { body?: unknown; answer?: unknown }>>;
  const description = app.swagger();
  for (const { operationId, requestBody, responses } of operationsOf(description)) {
    const { body, answer } = examples[operationId] ?? {};
    show(requestBody?.content, body);
    show(responses[ownSuccess(responses) ?? '']?.content, answer);
  }
  return description;
}

function operationsOf({ paths = {} }: { paths?: object }): Operation[] {
  // Border: the description of @fastify/swagger, in which every route of ours has its operationId.
  return Object.values(paths).flatMap((operations) => Object.values(operations) as Operation[]);
}

function show(content: Record<string, Media> | undefined, example: unknown): void {
  const media = content?.[JSON_TYPE];
  if (media && example !== undefined) media.example = example;
}
