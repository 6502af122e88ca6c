// Passkeys of this browser, in the JSON of the API.

import type { PasskeyAssertion, PasskeyAttestation } from '../../clients/typescript/src/index.ts';

/** The person closed the dialog of the browser, has no passkey here, or this address has none: browsers refuse an address of numbers. */
export class PasskeyRefused extends Error {}

/** Makes a passkey. Error: {@link PasskeyRefused}. */
export async function makePasskey(options: object): Promise<PasskeyAttestation> {
  // Border: the options of the API are those of WebAuthn.
  const publicKey = () => PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);
  // Border: what the browser made of them.
  return jsonOf(() => navigator.credentials.create({ publicKey: publicKey() })) as Promise<PasskeyAttestation>;
}

/** Signs with one. Error: {@link PasskeyRefused}. */
export async function usePasskey(options: object): Promise<PasskeyAssertion> {
  // Border: the options of the API are those of WebAuthn.
  const publicKey = () => PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
  // Border: what the browser made of them.
  return jsonOf(() => navigator.credentials.get({ publicKey: publicKey() })) as Promise<PasskeyAssertion>;
}

async function jsonOf(ask: () => Promise<Credential | null>): Promise<unknown> {
  try {
    const made = await ask();
    if (made instanceof PublicKeyCredential) return made.toJSON();
  } catch (error) {
    throw new PasskeyRefused('refused by the browser', { cause: error });
  }
  throw new PasskeyRefused('no passkey');
}
