// /console: the operators' pages. One document for every path below it, as their routing is the browser's; files under hashed names.

import type { FastifyInstance, FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { requestsPerMinute } from '../../../config/service.ts';
import { NOT_FOUND } from '../../../core/errors.ts';
import { escapeHtml } from '../../../core/http/html.ts';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { openFace, sendAsset } from './assets.ts';
import type { Manifest } from './bundle.ts';
import { policyOfPages } from './policy.ts';

/** A page of the console takes about ten files the first time, and none afterwards. */
const SHARE_OF_THE_LIMIT = 2;

/** Registers the group. */
export function consoleRoutes(app: FastifyInstance, { config }: Pick<AppDeps, 'config'>): void {
  const policy = policyOfPages(config);
  const perMinute = Math.ceil(requestsPerMinute(config) / SHARE_OF_THE_LIMIT);
  const common = { guard: 'public', tag: 'operator', perMinute, errors: { [NOT_FOUND]: 404 } } as const;
  const showPage = async ({ reply }: { reply: FastifyReply }) => {
    const { manifest } = await openFace('console');
    reply.header('content-security-policy', policy).header('cross-origin-opener-policy', 'same-origin');
    await reply.type('text/html; charset=utf-8').send(documentOf(manifest, config));
    return undefined;
  };
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
      await sendAsset((await openFace('console')).assets.get(params.name), request, reply);
      return undefined;
    },
  });
}

/** The one document: everything else is drawn by the script. French until the script knows better. */
function documentOf({ script, style, icon, preloads }: Manifest, config: AppDeps['config']): string {
  // The label of its button; empty where the console has its own words for it.
  const signIn =
    config.OIDC_ISSUER === undefined
      ? ''
      : `<meta name="mortar-single-sign-on" content="${escapeHtml(config.OIDC_BUTTON ?? '')}">\n`;
  const backOffice =
    config.PROVIDER_BACK_OFFICE_URL === undefined
      ? ''
      : `<meta name="mortar-back-office" content="${escapeHtml(config.PROVIDER_BACK_OFFICE_URL)}">\n`;
  const at = (name: string) => `/console/assets/${escapeHtml(name)}`;
  return `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta name="mortar-environment" content="${escapeHtml(config.NODE_ENV)}">
${signIn}${backOffice}<title>Mortar</title>
<link rel="icon" href="${at(icon)}" type="image/svg+xml">
<link rel="stylesheet" href="${at(style)}">
${preloads.map((name) => `<link rel="modulepreload" href="${at(name)}">`).join('\n')}
<script type="module" src="${at(script)}"></script>
</head>
<body><div id="console"></div></body>
</html>
`;
}
