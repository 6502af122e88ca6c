// / and below: the investors' pages, drawn by this process where the API has no route. An address of the API is never a page, and one of a
// page is no JSON, for any caller (docs/adr/0032-pages-beside-the-api.md).

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { requestsPerMinute } from '../../../config/service.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { assetOf, loadPageServer, once, openFace, sendAsset, sendCompressed } from './assets.ts';
import type { AskedPage, HeadFiles, PageServer } from './page-server.ts';
import { platformOf, readLogo, themeSheet } from './platform.ts';
import { policyOfPages } from './policy.ts';
import { readAsVisitor, readSignedIn } from './read-inside.ts';

/** A page is drawn from several reads of the API. */
const SHARE_OF_THE_LIMIT = 2;
/** Names of the cookies in which a browser keeps its user's choices. */
const LANGUAGE_COOKIE = 'mortar-language';
const THEME_COOKIE = 'mortar-theme';
const YEAR_SECONDS = 31_536_000;
const VERSION_FILE = 'version.txt';
const LOGO_FILE = 'logo.svg';

/** Registers the group. */
export function investorPageRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'config' | 'clock'>): void {
  const { config } = deps;
  const open = once(() => openFaceOf(deps));
  const policy = policyOfPages(config);
  const perMinute = Math.ceil(requestsPerMinute(config) / SHARE_OF_THE_LIMIT);
  const common = { guard: 'public', tag: 'operator', perMinute, errors: { [NOT_FOUND]: 404 } } as const;
  const handle = async ({ request, reply }: { request: FastifyRequest; reply: FastifyReply }) => {
    const isPage = asksForPage(request) || (takesPage(request) && (await open()).server.leadsToPage(pathIn(request)));
    if (!isPage) throw new AppError(NOT_FOUND, { detail: 'No such route.' });
    const chosen = languageChosen(request);
    if (chosen) {
      await reply.header('set-cookie', chosen.cookie).redirect(chosen.location, 303);
      return undefined;
    }
    const { server, files, platform } = await open();
    const answered = await server.answer({
      ...choicesOf(request),
      url: urlOf(request),
      account: await readSignedIn(app, request),
      now: deps.clock.now().toString(),
      ...{ platform, files },
      read: readAsVisitor(app, request),
    });
    if ('location' in answered) await reply.redirect(answered.location, answered.status);
    else {
      reply.header('content-security-policy', policy).header('cross-origin-opener-policy', 'same-origin');
      reply.type('text/html; charset=utf-8').status(answered.status);
      await sendCompressed(await assetOf('', Buffer.from(answered.html)), request, reply);
    }
    return undefined;
  };
  route(app, {
    ...common,
    method: 'GET',
    url: '/',
    operationId: 'openHome',
    summary: "The investors' home: a page for browsers.",
    produces: 'text/html',
    handle,
  });
  route(app, {
    ...common,
    method: 'GET',
    url: '/*',
    operationId: 'openPage',
    summary: 'Any page of the investors, where the API has no route: a page for browsers, of status 404 where there is none.',
    params: Type.Object({ '*': Type.String({ maxLength: 500 }) }),
    produces: 'text/html',
    handle,
  });
  route(app, {
    ...common,
    method: 'GET',
    url: '/assets/:name',
    operationId: 'readPageFile',
    summary: "A script, style sheet or picture of the investors' pages; `version.txt` names the script of now.",
    params: Type.Object({ name: Type.String({ maxLength: 100 }) }),
    produces: 'application/octet-stream',
    handle: async ({ params: { name }, request, reply }) => {
      const { assets, files } = await open();
      if (name === VERSION_FILE) await reply.type('text/plain; charset=utf-8').send(files.script);
      else await sendAsset(assets.get(name), request, reply);
      return undefined;
    },
  });
}

async function openFaceOf({ config }: Pick<AppDeps, 'config'>) {
  const [{ manifest, assets }, server, logo] = await Promise.all([
    openFace('investors'),
    loadPageServer<PageServer>(),
    readLogo(config),
  ]);
  const theme = themeSheet(config);
  const all = new Map(assets);
  all.set(theme.name, await assetOf(theme.name, theme.bytes));
  if (logo) all.set(LOGO_FILE, await assetOf(LOGO_FILE, logo));
  const at = (name: string) => `/assets/${name}`;
  const files: HeadFiles = {
    script: at(manifest.script),
    styles: [at(manifest.style), at(theme.name)],
    icon: at(logo ? LOGO_FILE : manifest.icon),
    preloads: manifest.preloads.map(at),
  };
  return { server, assets: all, files, platform: platformOf(config, logo !== undefined) };
}

/** A browser, which is shown a page where there is none too. */
function asksForPage({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') ?? false;
}

/** Who names no format: the makers of link previews among others, which are given the page of an address that has one. */
function takesPage({ url, headers: { accept = '*/*' } }: FastifyRequest): boolean {
  return !/^[/\\]{2}/.test(url) && /(?:^|[,\s])(?:\*|text)\/\*/.test(accept) && !accept.includes('json');
}

/** Path and query; two slashes at its beginning would be another host. */
function urlOf({ url }: FastifyRequest): string {
  return url.replace(/^[/\\]+/, '/');
}

function pathIn(request: FastifyRequest): string {
  const [path = '/'] = urlOf(request).split('?', 1);
  return path.replace(/\/+$/, '') || '/';
}

const LANGUAGE_PARAMETER = /([?&])lang=(fr|en)(?:&|$)/;

/** Without script the language is chosen by a link: the cookie keeps it, and the address is as before. */
function languageChosen({ url }: FastifyRequest): { cookie: string; location: string } | undefined {
  const [found, before = '', language] = LANGUAGE_PARAMETER.exec(url) ?? [];
  if (found === undefined) return undefined;
  const rest = url.replace(found, found.endsWith('&') ? before : '');
  return {
    cookie: `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`,
    // Two slashes would be another site.
    location: /^\/(?![/\\])/.test(rest) ? rest : '/',
  };
}

function choicesOf({ headers }: FastifyRequest): Pick<AskedPage, 'language' | 'theme'> {
  return { language: cookieOf(headers.cookie, LANGUAGE_COOKIE), theme: cookieOf(headers.cookie, THEME_COOKIE) };
}

function cookieOf(header: string | undefined, name: string): string | undefined {
  const [, value] = new RegExp(`(?:^|;\\s*)${name}=([a-z]{1,10})(?:;|$)`).exec(header ?? '') ?? [];
  return value;
}
