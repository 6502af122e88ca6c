// A passkey in software: what a browser and its authenticator answer, for tests without a browser.

import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

type Options = { options: { challenge: string } };

/** The flags of authenticator data: a person was present and verified; a copy may be kept, and is; a credential is attached. */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const SYNCED = 0x08 | 0x10;
const ATTACHED = 0x40;

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();

/** CBOR of the few shapes that WebAuthn needs: heads of two bytes at most. */
const head = (major: number, length: number) => (length < 24 ? [(major << 5) | length] : [(major << 5) | 24, length]);
const text = (value: string) => Buffer.concat([Buffer.from(head(3, value.length)), Buffer.from(value)]);
const bytes = (value: Uint8Array) => Buffer.concat([Buffer.from(head(2, value.length)), value]);
const number = (value: number) => Buffer.from(value < 0 ? head(1, -1 - value) : head(0, value));
const map = (pairs: readonly (readonly [Buffer, Buffer])[]) =>
  Buffer.concat([Buffer.from(head(5, pairs.length)), ...pairs.flat()]);

/** `isVerified` false: the authenticator did not check who was there. `isSynced`: it keeps a copy elsewhere. */
export function createPasskey(
  origin: string,
  { isVerified = true, isSynced = false }: { isVerified?: boolean; isSynced?: boolean } = {},
) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  const site = sha256(new URL(origin).hostname);
  let count = 0;
  const jwk = publicKey.export({ format: 'jwk' });
  const coordinate = (value: string | undefined) => bytes(Buffer.from(value ?? '', 'base64url'));
  const key = map([
    [number(1), number(2)],
    [number(3), number(-7)],
    [number(-1), number(1)],
    [number(-2), coordinate(jwk.x)],
    [number(-3), coordinate(jwk.y)],
  ]);
  const data = (flags: number, more: Uint8Array = Buffer.alloc(0)) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    return Buffer.concat([
      site,
      Buffer.from([flags | PRESENT | (isVerified ? VERIFIED : 0) | (isSynced ? SYNCED : 0)]),
      counter,
      more,
    ]);
  };
  const client = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const common = { id: base64url(id), rawId: base64url(id), type: 'public-key' };
  return {
    /** What `navigator.credentials.create` gives. */
    attest: ({ options }: Options) => {
      const attached = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const attestationObject = map([
        [text('fmt'), text('none')],
        [text('attStmt'), map([])],
        [text('authData'), longBytes(data(ATTACHED, attached))],
      ]);
      const clientDataJSON = base64url(client('webauthn.create', options.challenge));
      return {
        ...common,
        response: { clientDataJSON, attestationObject: base64url(attestationObject), transports: ['internal'] },
      };
    },
    /** What `navigator.credentials.get` gives. */
    assert: ({ options }: Options) => {
      count += 1;
      const authenticatorData = data(0);
      const clientData = client('webauthn.get', options.challenge);
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey);
      return {
        ...common,
        response: {
          clientDataJSON: base64url(clientData),
          authenticatorData: base64url(authenticatorData),
          signature: base64url(signature),
        },
      };
    },
  };
}

function longBytes(value: Uint8Array): Buffer {
  return value.length < 256 ? bytes(value) : Buffer.concat([Buffer.from([0x59, value.length >> 8, value.length & 0xff]), value]);
}
