// The signed token that gives access to the page of a property before it is public. Pure: the caller passes secret and time.

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PropertyId } from '../../../core/db/tables.ts';

const LIFETIME = { hours: 7 * 24 };
const TOKEN = /^(\d{13})\.([\w-]{43})$/;

/** A token for this property, valid for seven days (A-properties-25): its expiry in Unix milliseconds, a dot, the signature. */
export function signDraftToken(
  secret: string,
  propertyId: PropertyId,
  now: Temporal.Instant,
): { token: string; expiresAt: Temporal.Instant } {
  const expiresAt = Temporal.Instant.fromEpochMilliseconds(now.add(LIFETIME).epochMilliseconds);
  const expires = String(expiresAt.epochMilliseconds);
  return { token: `${expires}.${signatureOf(secret, propertyId, expires).toString('base64url')}`, expiresAt };
}

/** True for a token that {@link signDraftToken} created for this property and that has not expired at `now`. */
export function opensDraft(secret: string, propertyId: PropertyId, token: string, now: Temporal.Instant): boolean {
  const [, expires, signature] = TOKEN.exec(token) ?? [];
  if (expires === undefined || signature === undefined) return false;
  const given = Buffer.from(signature, 'base64url');
  const expected = signatureOf(secret, propertyId, expires);
  return given.length === expected.length && timingSafeEqual(given, expected) && now.epochMilliseconds < Number(expires);
}

/** The secret signs session cookies too: the prefix ensures that one signature is never valid as the other. */
function signatureOf(secret: string, propertyId: PropertyId, expires: string): Buffer {
  return createHmac('sha256', secret).update(`draft token\n${propertyId}\n${expires}`).digest();
}
