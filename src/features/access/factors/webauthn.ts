// Passkeys by the WebAuthn library, which is loaded with the first request that needs it.

import type { Config } from '../../../config/settings.ts';
import type { Assertion, Attestation } from './schemas.ts';

const library = () => import('@simplewebauthn/server');

type Passkey = { credentialId: string; publicKey: Uint8Array; signCount: number; transports: readonly string[] };

/**
 * Whose passkeys they are: the host that serves the console, or the pages of investors. Outside production that of the request, since ports and names differ there;
 * browsers refuse an address of numbers, so the console is then opened as `localhost`.
 */
export type Site = { origin: string; host: string };

export function siteOf({ NODE_ENV, PUBLIC_URL }: Pick<Config, 'NODE_ENV' | 'PUBLIC_URL'>, host: string | undefined): Site {
  const url = new URL(NODE_ENV === 'production' || host === undefined ? PUBLIC_URL : `http://${host}`);
  return { origin: url.origin, host: url.hostname };
}

// Border: the library names the transports that it knows; those that a browser named are stored as they came.
type Transports = Parameters<Awaited<ReturnType<typeof library>>['verifyAuthenticationResponse']>[0]['credential']['transports'];
const transportsOf = ({ transports }: { transports: readonly string[] }) => [...transports] as NonNullable<Transports>;

/** EdDSA, ES256 and RS256: what every authenticator has one of. */
const ALGORITHMS = [-8, -7, -257];

/** Options of `navigator.credentials.create`, and their challenge. */
export async function registrationOptions(
  site: Site,
  user: { id: string; email: string; name: string },
  known: readonly Passkey[],
): Promise<{ options: object; challenge: string }> {
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: 'Mortar',
    rpID: site.host,
    userID: new TextEncoder().encode(user.id),
    userName: user.email,
    userDisplayName: user.name,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    excludeCredentials: known.map((passkey) => ({ id: passkey.credentialId, transports: transportsOf(passkey) })),
  });
  return { options, challenge: options.challenge };
}

/** What is stored of a new one. */
type NewPasskey = Passkey & { isSynced: boolean };

/** The new passkey; undefined where the answer is not of this challenge and site. */
export async function verifiedPasskey(site: Site, challenge: string, attestation: Attestation): Promise<NewPasskey | undefined> {
  const { verifyRegistrationResponse } = await library();
  const { transports = [], ...response } = attestation.response;
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...attestation,
        response: { ...response, transports: transportsOf({ transports }) },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.host,
      requireUserVerification: true,
    });
    if (!registrationInfo) return undefined;
    const { id, publicKey, counter } = registrationInfo.credential;
    return { credentialId: id, publicKey, signCount: counter, transports, isSynced: registrationInfo.credentialBackedUp };
  } catch {
    // It throws for whatever does not fit.
    return undefined;
  }
}

/** Options of `navigator.credentials.get`, and their challenge: random where none is given. */
export async function assertionOptions(
  site: Site,
  known: readonly Passkey[],
  given?: Uint8Array<ArrayBuffer>,
): Promise<{ options: object; challenge: string }> {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    ...(given ? { challenge: given } : {}),
    rpID: site.host,
    userVerification: 'required',
    allowCredentials: known.map((passkey) => ({ id: passkey.credentialId, transports: transportsOf(passkey) })),
  });
  return { options, challenge: options.challenge };
}

/**
 * What the authenticator says beside a right signature; undefined for any other one, and for one whose counter has not gone up: of a copy.
 */
export async function verifiedUse(
  site: Site,
  challenge: string,
  { passkey, assertion }: { passkey: Passkey; assertion: Assertion },
): Promise<{ signCount: number; isSynced: boolean } | undefined> {
  const { verifyAuthenticationResponse } = await library();
  const { userHandle, ...response } = assertion.response;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...assertion,
        response: { ...response, ...(userHandle === undefined ? {} : { userHandle }) },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.host,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.signCount,
        transports: transportsOf(passkey),
      },
    });
    const { newCounter, credentialBackedUp } = authenticationInfo;
    return verified ? { signCount: newCounter, isSynced: credentialBackedUp } : undefined;
  } catch {
    // It throws for whatever does not fit.
    return undefined;
  }
}
