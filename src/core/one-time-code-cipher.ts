// Six-digit codes: random, stored encrypted (a hash could not be mailed again), compared in constant time.

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

const CODE_LENGTH = 6;
const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const keys = new Map<string, Buffer>();

/** Cached per secret, as key derivation is slow. */
function keyOf(secret: string): Buffer {
  const known = keys.get(secret);
  if (known) return known;
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'mortar mfa codes', KEY_BYTES));
  keys.set(secret, key);
  return key;
}

/**
 * Generates, encrypts and decrypts codes with the key derived from `secret` (MFA_ENCRYPTION_KEY). `owner` identifies the person and the
 * purpose; it is authenticated with the ciphertext, so that a ciphertext copied to another row cannot be decrypted.
 */
export function oneTimeCodeCipher(secret: string) {
  const key = keyOf(secret);
  return {
    newCode: (): string => String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0'),
    /** Nonce, authentication tag and ciphertext. */
    encrypt: (code: string, owner: string): Buffer => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(owner));
      const encrypted = Buffer.concat([cipher.update(code, 'latin1'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
    },
    /** Undefined for bytes that were not encrypted with this key for this owner. */
    decrypt: (encrypted: Uint8Array, owner: string): string | undefined => {
      const nonce = encrypted.subarray(0, NONCE_BYTES);
      const tag = encrypted.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(owner))
        .setAuthTag(tag);
      const decrypted = decipher.update(encrypted.subarray(NONCE_BYTES + TAG_BYTES));
      try {
        return Buffer.concat([decrypted, decipher.final()]).toString('latin1');
      } catch {
        return undefined;
      }
    },
    isSame: (code: string, guess: string): boolean => {
      const [right, guessed] = [Buffer.from(code), Buffer.from(guess)];
      return right.length === guessed.length && timingSafeEqual(right, guessed);
    },
  };
}
