// The code of a card is derived from a secret and the card's id: it can be mailed again after a crash, and is stored nowhere.

import { createHmac, hkdfSync } from 'node:crypto';
import { writeCode } from './rules.ts';

const KEY_BYTES = 32;
const CODE_BYTES = 16;

const keys = new Map<string, Buffer>();

/** Deriving costs more than all the rest here: once per secret. */
function keyOf(secret: string): Buffer {
  const known = keys.get(secret);
  if (known) return known;
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'mortar gift card codes', KEY_BYTES));
  keys.set(secret, key);
  return key;
}

/** The code of a card under `secret` (MFA_ENCRYPTION_KEY), for example `7KQ2M-0T5XW-9HDPA-B3CRN`: 100 bits. */
export function giftCodeOf(secret: string, giftCardId: string): string {
  const derived = createHmac('sha256', keyOf(secret)).update(giftCardId).digest();
  return writeCode(derived.subarray(0, CODE_BYTES));
}
