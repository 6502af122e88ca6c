// The door to the identity provider of operators (OpenID Connect): where they sign in, who they are, where they sign out.

import { readClaims } from './claims.ts';
import type { IdentityProvider, IdentityProviderOptions } from './identity.ts';
import { createRelyingParty, type RelyingParty } from './relying-party.ts';

export type { Identity, IdentityProvider, SignInChecks } from './identity.ts';

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
