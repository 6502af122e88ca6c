// The API of Mortar, on the session of the browser.

import {
  createMortar,
  isRefusal,
  MortarError,
  type Page,
  type PropertyEdit,
  type PropertyView,
} from '../../../clients/typescript/src/index.ts';
import { type Sent, sendTelling } from '../../core/upload.ts';
import { WaitsForApproval } from '../../core/waits.ts';
import { account, isFactorNeeded, readPermissions, sessionHasEnded, signedInAgain, stepUp } from './session.ts';

/**
 * All operations of the API. When the session has ended, what is read waits for the sign-in and is asked again; what would change
 * something is refused (`unauthenticated`), so that a person decides to send it again. What asks for the second factor again is sent by itself
 * once it was shown. What waits for a second administrator throws.
 */
export const mortar = createMortar({ url: location.origin, fetch: send });

/**
 * Sends an edit by the route of the contract. What somebody else changed since the property was read stops it only where it is of the same
 * fields: the edit is then refused, and nothing of theirs is undone.
 */
export async function editProperty(read: PropertyView, edit: PropertyEdit): Promise<PropertyView> {
  try {
    return await sendEdit(read, edit);
  } catch (error) {
    if (!isRefusal(error, 'property.edit.changed-meanwhile')) throw error;
    const now = await mortar.readProperty({ path: { propertyId: read.id } });
    // Border: the names of an edit are those of the property.
    const fields = Object.keys(edit) as (keyof PropertyEdit & keyof PropertyView)[];
    if (now === null || fields.some((field) => JSON.stringify(now[field]) !== JSON.stringify(read[field]))) throw error;
    return sendEdit(now, edit);
  }
}

function sendEdit({ id, investorContractType, updatedAt }: PropertyView, body: PropertyEdit): Promise<PropertyView> {
  const asked = { path: { propertyId: id }, query: { unchangedSince: updatedAt }, body };
  return investorContractType === 'royalty' ? mortar.editRoyaltyDraft(asked) : mortar.editProperty(asked);
}

async function send(request: Request, via: (request: Request) => Promise<Response> = (asked) => fetch(asked)): Promise<Response> {
  const response = await via(request.clone());
  // Border: 202 is answered with the request that waits, and by nothing else.
  if (response.status === 202) throw new WaitsForApproval(((await response.json()) as { id: string }).id);
  if (response.status === 403) {
    const code = await codeOf(response);
    if (code === 'step-up-required') return (await stepUp()) ? send(request, via) : response;
    if (code === 'second-factor-required') {
      isFactorNeeded.value = true;
      sessionHasEnded.value = true;
    } else void readPermissions().catch(() => {});
  }
  if (response.status !== 401 || !account.value) return response;
  if (request.method !== 'GET') {
    sessionHasEnded.value = true;
    return response;
  }
  await response.body?.cancel();
  await signedInAgain();
  return send(request);
}

async function codeOf(response: Response): Promise<unknown> {
  // Border: the body of a refusal, or of something else before the service.
  const body = (await response
    .clone()
    .json()
    .catch(() => undefined)) as { code?: unknown } | undefined;
  return body?.code;
}

/** To be spread into the call of an upload, which then reports its progress: `mortar.uploadImages({ body, ...uploading(tell) })`. */
export function uploading(tell: (sent: Sent) => void): { fetch: typeof fetch } {
  return { fetch: (input, init) => send(new Request(input, init), (request) => sendTelling(request, tell)) };
}

/** A public file of this service. Error: a MortarError, as of any operation. */
export async function readPublicFile(pathname: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(pathname, { signal });
  if (!response.ok) throw new MortarError(await response.json().catch(() => ''), response);
  return response.blob();
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
