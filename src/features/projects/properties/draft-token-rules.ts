// The signed token that opens the public page of a property before it is public. Pure: the caller brings secret and time.

import { createHmac, timingSafeEqual } from 'node:crypto';

const LIFETIME = { hours: 7 * 24 };
const TOKEN = /^(\d{13})\.([\w-]{43})$/;

/** A token for this property, valid seven days from `now` (A-properties-25); its end in Unix milliseconds, a dot, the signature. */
export function signDraftToken(
  secret: string,
  propertyId: string,
  now: Temporal.Instant,
): { token: string; expiresAt: Temporal.Instant } {
  const expiresAt = Temporal.Instant.fromEpochMilliseconds(now.add(LIFETIME).epochMilliseconds);
  const expires = String(expiresAt.epochMilliseconds);
  return { token: `${expires}.${signatureOf(secret, propertyId, expires).toString('base64url')}`, expiresAt };
}

/** True for a token that {@link signDraftToken} made for this property and that is not over at `now`. */
export function opensDraft(secret: string, propertyId: string, token: string, now: Temporal.Instant): boolean {
  const [, expires = '', signature = ''] = TOKEN.exec(token) ?? [];
  const given = Buffer.from(signature, 'base64url');
  const expected = signatureOf(secret, propertyId, expires);
  return given.length === expected.length && timingSafeEqual(given, expected) && now.epochMilliseconds < Number(expires);
}

/** The secret signs session cookies too: the first words keep one from ever passing for the other. */
function signatureOf(secret: string, propertyId: string, expires: string): Buffer {
  return createHmac('sha256', secret).update(`draft token\n${propertyId}\n${expires}`).digest();
}
