// Signed, expiring links to private files on disk.

import { Buffer } from 'node:buffer';
import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a signed link carries in its query. `expires` is Unix seconds. */
export type LinkQuery = { expires?: string | undefined; signature?: string | undefined };

function signatureOf(signingKey: string, key: string, expires: string): Buffer {
  return createHmac('sha256', signingKey).update(`${expires}\n${key}`).digest();
}

/** Query of a link to `key` that expires after `validSeconds` of real time, not business time. */
export function signLink(signingKey: string, key: string, validSeconds: number): string {
  const expires = String(Math.floor(Date.now() / 1000) + validSeconds);
  return `expires=${expires}&signature=${signatureOf(signingKey, key, expires).toString('base64url')}`;
}

/** True for a query made by {@link signLink} with the same key, for the same file, that has not expired. */
export function isLinkValid(signingKey: string, key: string, query: LinkQuery): boolean {
  const { expires, signature } = query;
  if (expires === undefined || signature === undefined) return false;
  if (!/^\d{1,12}$/.test(expires) || Number(expires) < Date.now() / 1000) return false;
  const expected = signatureOf(signingKey, key, expires);
  const given = Buffer.from(signature, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
