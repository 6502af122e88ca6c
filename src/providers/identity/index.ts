// The door to the identity provider of operators (OpenID Connect): where they sign in, who they are, where they sign out.

import { readClaims } from './claims.ts';
import { createRelyingParty, type RelyingParty } from './relying-party.ts';

/** A person as the provider knows them. `roleValues`: what the claim of the roles holds, as the provider names it. */
export type Identity = {
  issuer: string;
  subject: string;
  email: string | undefined;
  isEmailVerified: boolean;
  name: string | undefined;
  roleValues: readonly string[];
};

/** What the answer of the provider must fit to; the same at the beginning and at the end of a sign-in. */
export type SignInChecks = { state: string; nonce: string; codeVerifier: string };

/** `unavailable`: no answer, or none that can be read, within the limits; `refused`: an answer that is none to what was asked. */
export type IdentityResult = { ok: true; identity: Identity } | { ok: false; reason: 'unavailable' | 'refused' };

/** None of these throws; a failure is in the log. */
export type IdentityProvider = {
  /** Where a person signs in; undefined while the provider cannot be asked. */
  signInUrl(asked: SignInChecks & { redirectUri: string }): Promise<string | undefined>;
  /** Who has signed in. `answer`: our address, with the parameters with which the provider led there. */
  identify(answer: URL, checks: SignInChecks): Promise<IdentityResult>;
  /** Where a person signs out; undefined where the provider has no such page, or cannot be asked. */
  signOutUrl(returnTo: string): Promise<string | undefined>;
  close(): Promise<void>;
};

export type IdentityProviderOptions = {
  issuer: string | undefined;
  clientId: string | undefined;
  clientSecret: string | undefined;
  scopes: string;
  /** The claim with the roles; dots lead into objects where no claim has the whole name. */
  rolesClaim: string;
  /** Of each question. */
  timeoutMs: number;
  log: { warn(fields: Record<string, unknown>, message: string): void };
};

/** The provider at this address; undefined without one. */
export function createIdentityProvider(options: IdentityProviderOptions): IdentityProvider | undefined {
  const { issuer, clientId, clientSecret, rolesClaim, log, ...more } = options;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  const party = createRelyingParty({ ...more, issuer, clientId, clientSecret, log });
  const tried = async <T>(operation: string, work: (party: RelyingParty) => Promise<T>): Promise<T | undefined> => {
    try {
      return await work(party);
    } catch (error) {
      log.warn({ operation, reason: reasonOf(error) }, 'the identity provider could not be asked');
      return undefined;
    }
  };
  return {
    signInUrl: (asked) => tried('sign-in address', ({ signInUrl }) => signInUrl(asked)),
    signOutUrl: (returnTo) => tried('sign-out address', ({ signOutUrl }) => signOutUrl(returnTo)),
    identify: async (answer, checks) => {
      const found = await tried('exchange', (asked) => asked.claimsOf(answer, checks, rolesClaim));
      if (found === undefined) return { ok: false, reason: 'unavailable' };
      if (!found.ok) {
        log.warn({ operation: 'exchange', reason: found.why }, 'a sign-in at the identity provider was refused');
        return { ok: false, reason: 'refused' };
      }
      const identity = readClaims(found.claims, rolesClaim);
      return identity === undefined ? { ok: false, reason: 'refused' } : { ok: true, identity };
    },
    close: () => party.close(),
  };
}

/** Messages of the library hold no secrets, its causes may. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : 'unknown';
}
