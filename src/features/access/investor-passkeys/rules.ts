// What a passkey of an investor signs: a challenge that is made of what is asked. Pure.

import { createHmac, randomBytes } from 'node:crypto';

const NONCE_BYTES = 32;

/** Kept for one challenge, and taken with it. */
export function newNonce(): string {
  return randomBytes(NONCE_BYTES).toString('base64url');
}

/**
 * The challenge of an action with all that it changes, or of a sign-in: whoever signs it has signed nothing else. `asked` has plain values
 * only, in whatever order they came.
 */
export function challengeOf(nonce: string, of: { owner: string; asked: object }): Uint8Array<ArrayBuffer> {
  const sorted = Object.entries(of.asked).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const signed = JSON.stringify([of.owner, sorted]);
  return new Uint8Array(createHmac('sha256', nonce).update(signed).digest());
}

/** A challenge in base64url. */
export function asBrowsersHaveIt(challenge: Uint8Array): string {
  return Buffer.from(challenge).toString('base64url');
}
