// Starts the application in the browser: it takes over the document that the server has drawn.

import { hydrate } from 'preact';
import { LocationProvider } from 'preact-iso/router';
import { setClock } from '../core/clock.ts';
import { isTakenOver } from '../core/taken-over.ts';
import { App } from './app.tsx';
import { mortar } from './core/api.ts';
import { takeChoices } from './core/choices.ts';
import { addressOf, type Opened, openPage } from './core/open-page.ts';
import { platform } from './core/platform.ts';
import { account } from './core/session.ts';
import type { Start } from './core/start.ts';
import { rememberTyped } from './core/typed-before.ts';
import { findPlace } from './places.ts';
import { watchSurroundings } from './shell/warnings.tsx';

const RELOADED = 'mortar.reloaded';

async function start(root: HTMLElement, text: string): Promise<void> {
  // Border: server.tsx wrote it into this document.
  const brought = JSON.parse(text) as Start;
  takeChoices(document.documentElement);
  platform.value = brought.platform;
  account.value = brought.account;
  setClock(brought.now);
  const first = await firstOf(brought);
  const typeAgain = rememberTyped(root);
  isTakenOver.value = false;
  hydrate(
    <LocationProvider scope={/^\/(?!console(\/|$)|docs(\/|$)|files\/|assets\/)/}>
      <App first={first} />
    </LocationProvider>,
    root,
  );
  typeAgain();
  isTakenOver.value = true;
  watchSurroundings(brought.script);
  sessionStorage.removeItem(RELOADED);
}

/** The page as the server drew it, so that the browser finds the same elements. */
async function firstOf({ kind, data }: Start): Promise<Opened> {
  const address = addressOf(location.href, location.origin);
  const place = findPlace(address.path)?.place;
  if (kind === 'shown') return openPage(mortar, address, { data });
  if (kind === 'waiting' && place) return { address, kind, place };
  if (kind === 'failed') return { address, kind, error: undefined };
  return { address, kind: 'absent' };
}

// After a release the files of the version before are gone: the document of the new one names the new files.
addEventListener('unhandledrejection', ({ reason }) => {
  if (!/dynamically imported module|Importing a module/.test(String(reason)) || sessionStorage.getItem(RELOADED)) return;
  sessionStorage.setItem(RELOADED, 'yes');
  location.reload();
});

const root = document.getElementById('app');
const text = document.getElementById('start')?.textContent;
if (root && text) void start(root, text);
