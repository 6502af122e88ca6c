// Draws the investors' pages as HTML: the public ones whole, all others as the frame in which the browser reads on. Bundled for Node.

import { LocationProvider } from 'preact-iso/router';
import { renderToString } from 'preact-render-to-string';
import { createMortar, MortarError } from '../../clients/typescript/src/index.ts';
import { setClock } from '../core/clock.ts';
import { type Language, language } from '../core/language.ts';
import { isTakenOver } from '../core/taken-over.ts';
import { theme } from '../core/theme.ts';
import { App, titleOf } from './app.tsx';
import { addressOf, type Opened, openPage } from './core/open-page.ts';
import type { Head } from './core/page.ts';
import { type Platform, platform } from './core/platform.ts';
import { type Account, account } from './core/session.ts';
import type { Start } from './core/start.ts';
import { documentOf, type Files } from './document.ts';
import { aliasOf, findPlace, places } from './places.ts';
import { shellWords } from './shell/words.ts';

/** The shape is known to src/features/operations/pages/page-server.ts too. */
type Asked = {
  url: string;
  language: string | undefined;
  theme: string | undefined;
  account: Account | null;
  now: string;
  platform: Platform;
  files: Files;
  read: typeof fetch;
};

const BASE = 'http://server';
const STATUS = { shown: 200, waiting: 200, absent: 404, failed: 503 } as const;

/** Every address of a page, as patterns. */
export const paths = places.map(({ path }) => path);

/** Whether a page stands at a path, or is led to from there. */
export function leadsToPage(path: string): boolean {
  return (findPlace(path) ?? aliasOf(path)) !== undefined;
}

/** A document with its status, or where to go instead. */
export async function answer(asked: Asked): Promise<{ status: number; html: string } | { status: number; location: string }> {
  const address = addressOf(asked.url, BASE);
  const alias = aliasOf(address.path);
  const search = asked.url.includes('?') ? asked.url.slice(asked.url.indexOf('?')) : '';
  if (alias !== undefined) return { status: 308, location: alias + search };
  const place = findPlace(address.path)?.place;
  if (place && !place.isPublic && !asked.account)
    return { status: 302, location: `/sign-in?next=${encodeURIComponent(address.url)}` };
  const mortar = createMortar({ url: BASE, retries: 0, fetch: asked.read });
  const opened: Opened = place && !place.isPublic ? { address, kind: 'waiting', place } : await openPage(mortar, address);
  return { status: statusOf(opened), html: draw(asked, opened) };
}

/** What the reads of the page were refused with is the answer to the one who asked for it. */
function statusOf(opened: Opened): number {
  const isLimited = opened.kind === 'failed' && opened.error instanceof MortarError && opened.error.status === 429;
  return isLimited ? 429 : STATUS[opened.kind];
}

/** From here on nothing waits: the state of the page is that of this module until it is drawn. */
function draw(asked: Asked, opened: Opened): string {
  const chosen: Language = asked.language === 'en' ? 'en' : 'fr';
  language.value = chosen;
  theme.value = asked.theme === 'light' || asked.theme === 'dark' ? asked.theme : 'system';
  isTakenOver.value = false;
  platform.value = asked.platform;
  account.value = asked.account;
  setClock(asked.now);
  const { url, path, query } = opened.address;
  const nowhere = () => {};
  const location = { url, path, query, route: nowhere, back: nowhere, forward: nowhere, wasPush: false };
  const body = renderToString(
    <LocationProvider.ctx.Provider value={location}>
      <App first={opened} />
    </LocationProvider.ctx.Provider>,
  );
  const start: Start = {
    kind: opened.kind,
    ...(opened.kind === 'shown' ? { data: opened.data } : {}),
    ...{ platform: asked.platform, account: asked.account, now: asked.now, script: asked.files.script },
  };
  return documentOf({ body, start, head: headOf(opened), path, ...{ language: chosen, theme: theme.value, files: asked.files } });
}

function headOf(opened: Opened): Head {
  const { name, environment } = platform.value;
  const isHidden = environment !== 'production' || opened.kind !== 'shown' || opened.address.query.draftToken !== undefined;
  const head = opened.kind === 'shown' ? opened.page.head(opened.data) : { title: titleOf(opened) };
  return {
    ...head,
    description: head.description ?? shellWords.value.description(name),
    title: head.title === name ? name : `${head.title} · ${name}`,
    isHidden: isHidden || head.isHidden === true,
  };
}
