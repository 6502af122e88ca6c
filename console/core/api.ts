// The API of Mortar, on the session of the browser.

import { createMortar, type Page } from '../../clients/typescript/src/index.ts';
import { account, sessionHasEnded, signedInAgain } from './session.ts';

/**
 * All operations of the API. When the session has ended, what is read waits for the sign-in and is asked again; what would change
 * something is refused (`unauthenticated`), so that a person decides to send it again.
 */
export const mortar = createMortar({ url: location.origin, fetch: send });

async function send(request: Request): Promise<Response> {
  const response = await fetch(request.clone());
  if (response.status !== 401 || !account.value) return response;
  if (request.method !== 'GET') {
    sessionHasEnded.value = true;
    return response;
  }
  await response.body?.cancel();
  await signedInAgain();
  return send(request);
}

/**
 * One page of a list that the API answers as a plain array, whose Link header leads on: `readPart((watched) => mortar.listSpvs({ query,
 * signal, ...watched }))`.
 */
export async function readPart<Row>(list: (watched: { fetch: typeof fetch }) => Promise<Row[]>): Promise<Page<Row>> {
  let link: string | null = null;
  const items = await list({
    fetch: async (input, init) => {
      const response = await send(new Request(input, init));
      link = response.headers.get('link');
      return response;
    },
  });
  return { items, nextCursor: cursorIn(link) };
}

function cursorIn(link: string | null): string | null {
  const [, next] = /<([^>]*)>;\s*rel="next"/.exec(link ?? '') ?? [];
  return next === undefined ? null : new URL(next, location.origin).searchParams.get('cursor');
}
