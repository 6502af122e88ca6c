// The API of Mortar, on the session of the browser.

import { createMortar, MortarError } from '../../../clients/typescript/src/index.ts';
import { origin } from './origin.ts';
import { account, sessionHasEnded, signedInAgain } from './session.ts';

/**
 * All operations of the API. When the session has ended, what is read waits for the sign-in and is asked again; what would change
 * something is refused (`unauthenticated`), so that a person decides to send it again.
 */
export const mortar = createMortar({ url: origin, fetch: send });

/** A file of the API or of its storage, as the links of papers name it. */
export async function readFile(path: string, signal: AbortSignal): Promise<Blob> {
  const answer = await send(new Request(new URL(path, origin), { signal }));
  if (!answer.ok) throw new MortarError(await answer.text(), answer);
  return answer.blob();
}

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
