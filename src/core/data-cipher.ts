// Personal data at rest: encrypted with a key of the settings, found again by keyed digests, re-encrypted when the key is replaced.

import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The settings with the key that encrypts, and the one before it, which is still read while its rows are re-encrypted. */
export type DataKeys = { readonly DATA_ENCRYPTION_KEY: string; readonly DATA_ENCRYPTION_FORMER_KEY: string | undefined };

/** The cell that a value stands in. It is authenticated with the ciphertext, so that one copied to another row cannot be decrypted. */
export type Cell = { column: `${string}.${string}`; row: string };

/** Its keys, derived from one setting. `id` begins each ciphertext; whoever reads it learns nothing of the key. */
type Key = { id: Buffer; encryption: Buffer; digests: Buffer };

export type DataCipher = {
  /** Key id, nonce, authentication tag and ciphertext. */
  encrypt(text: string, cell: Cell): Buffer;
  /** Throws for bytes that no key of the settings has encrypted for this cell; the error has no part of them. */
  decrypt(bytes: Uint8Array, cell: Cell): string;
  /** By the present key: what is stored beside the ciphertext. `what` names the kind of value: two kinds have no digest in common. */
  digest(text: string, what: string): Buffer;
  /** By the present key and by the former one: what a search compares with. */
  digests(text: string, what: string): Buffer[];
  /** What each ciphertext of the present key begins with. */
  keyId: Buffer;
};

const ciphers = new Map<string, DataCipher>();

/** Kept per pair of keys, as their derivation is slow. */
export function dataCipher({ DATA_ENCRYPTION_KEY: present, DATA_ENCRYPTION_FORMER_KEY: former }: DataKeys): DataCipher {
  const name = JSON.stringify([present, former]);
  const known = ciphers.get(name);
  if (known) return known;
  const cipher = cipherOf(keyOf(present), former === undefined ? [] : [keyOf(former)]);
  ciphers.set(name, cipher);
  return cipher;
}

function cipherOf(key: Key, former: readonly Key[]): DataCipher {
  const keys = [key, ...former];
  return {
    encrypt: (text, cell) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key.encryption, nonce).setAAD(nameOf(cell));
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([key.id, nonce, cipher.getAuthTag(), encrypted]);
    },
    decrypt: (bytes, cell) => {
      const written = keys.find(({ id }) => id.equals(bytes.subarray(0, KEY_ID_BYTES)));
      if (!written) throw new Error(`${cell.column} of ${cell.row} was encrypted with a key that the settings do not have`);
      return decrypted(bytes.subarray(KEY_ID_BYTES), written.encryption, cell);
    },
    digest: (text, what) => digestOf(key, text, what),
    digests: (text, what) => keys.map((one) => digestOf(one, text, what)),
    keyId: key.id,
  };
}

function decrypted(bytes: Uint8Array, key: Buffer, cell: Cell): string {
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(nameOf(cell)).setAuthTag(tag);
    const start = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([start, decipher.final()]).toString('utf8');
  } catch {
    throw new Error(`${cell.column} of ${cell.row} is not what was encrypted for it`);
  }
}

function digestOf({ digests }: Key, text: string, what: string): Buffer {
  return createHmac('sha256', digests).update(`${what} ${text}`).digest();
}

function nameOf({ column, row }: Cell): Buffer {
  return Buffer.from(`${column} ${row}`);
}

function keyOf(secret: string): Key {
  const derive = (use: string, bytes: number) => Buffer.from(hkdfSync('sha256', secret, '', `mortar data ${use}`, bytes));
  return {
    id: derive('key id', KEY_ID_BYTES),
    encryption: derive('encryption', KEY_BYTES),
    digests: derive('digests', KEY_BYTES),
  };
}
