// openid-client as Mortar runs it: through our own transport with its limits, with the library loaded at the first question and the
// description of the provider kept for a while.

import type { ClientAuth, Configuration, CustomFetch } from 'openid-client';
import { createTransport, withDeadline } from '../../core/http/outgoing.ts';
import { inSpan } from '../../core/telemetry/trace.ts';
import { type Claims, isWhole, joinClaims } from './claims.ts';
import type { IdentityProviderOptions, SignInChecks } from './identity.ts';

type Library = typeof import('openid-client');
type Options = Omit<IdentityProviderOptions, 'rolesClaim' | 'issuer' | 'clientId' | 'clientSecret'> & {
  issuer: string;
  clientId: string;
  clientSecret: string;
};
type Found = { ok: true; claims: Claims } | { ok: false; why: string };

export type RelyingParty = ReturnType<typeof createRelyingParty>;

/** Addresses of a provider hardly ever change. */
const DESCRIPTION_KEPT_MS = 3_600_000;
/** Clocks differ. */
const CLOCK_TOLERANCE_SECONDS = 30;
const CONNECTIONS = 8;
const BREAKER_THRESHOLD = 10;
const BREAKER_RESET_MS = 2_000;

/** Its questions reject with the error of the library where the provider is silent, fails or says what cannot be read. */
export function createRelyingParty(options: Options) {
  const { issuer, clientId, clientSecret, scopes, timeoutMs, log } = options;
  const transport = createTransport({
    connections: CONNECTIONS,
    breakerThreshold: BREAKER_THRESHOLD,
    breakerResetMs: BREAKER_RESET_MS,
    onCircuit: (state) => log.warn({ service: new URL(issuer).host, state }, 'circuit breaker changed'),
  });
  const fetchWithinLimits: CustomFetch = (url, asked) =>
    inSpan({ name: 'call identity provider', kind: 'client' }, async () => {
      const { method, headers, body } = asked;
      if (method !== 'GET' && method !== 'POST') throw new TypeError(`the identity provider is not asked by ${method}`);
      const exchange = { method, url: new URL(url), headers, ...(body == null ? {} : { body: String(body) }) } as const;
      const { reply, ...none } = await withDeadline(timeoutMs, (deadline) => transport.exchange({ ...exchange, deadline }));
      if (!reply) throw new TypeError(`no answer: ${'cause' in none ? none.cause : 'unknown'}`);
      // Whatever the provider calls it, the library reads JSON alone.
      return new Response(reply.body || null, { status: reply.status, headers: { 'content-type': 'application/json' } });
    });
  const described = keptFor(DESCRIPTION_KEPT_MS, async () => {
    const library = await import('openid-client');
    const execute = new URL(issuer).protocol === 'http:' ? [library.allowInsecureRequests] : [];
    const metadata = { [library.clockTolerance]: CLOCK_TOLERANCE_SECONDS };
    const configuration = await library.discovery(new URL(issuer), clientId, metadata, authentication(library, clientSecret), {
      execute: [...execute, library.enableNonRepudiationChecks],
      [library.customFetch]: fetchWithinLimits,
    });
    return { library, configuration };
  });
  return {
    signInUrl: async ({ state, nonce, codeVerifier, redirectUri }: SignInChecks & { redirectUri: string }) => {
      const { library, configuration } = await described();
      const parameters = {
        redirect_uri: redirectUri,
        scope: scopes,
        state,
        nonce,
        code_challenge: await library.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      };
      return library.buildAuthorizationUrl(configuration, parameters).href;
    },
    /** What the token says, and where it lacks the roles, the address or whether that is verified, what the provider says of the person besides. */
    claimsOf: async (answer: URL, checks: SignInChecks, rolesClaim: string): Promise<Found> => {
      const { library, configuration } = await described();
      return exchange(library, configuration, { answer, checks, rolesClaim }).catch((error: unknown) => {
        const why = refusalIn(library, error);
        if (why === undefined) throw error;
        return { ok: false, why };
      });
    },
    signOutUrl: async (returnTo: string) => {
      const { library, configuration } = await described();
      if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined;
      return library.buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnTo }).href;
    },
    close: () => transport.close(),
  };
}

async function exchange(
  library: Library,
  configuration: Configuration,
  { answer, checks, rolesClaim }: { answer: URL; checks: SignInChecks; rolesClaim: string },
): Promise<Found> {
  const tokens = await library.authorizationCodeGrant(configuration, answer, {
    expectedState: checks.state,
    expectedNonce: checks.nonce,
    pkceCodeVerifier: checks.codeVerifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (claims === undefined) return { ok: false, why: 'no identity token' };
  if (isWhole(claims, rolesClaim) || configuration.serverMetadata().userinfo_endpoint === undefined) return { ok: true, claims };
  const more = await library.fetchUserInfo(configuration, tokens.access_token, claims.sub);
  return { ok: true, claims: joinClaims(claims, more) };
}

/** As the provider asks for it: most take either way, some one. */
function authentication({ ClientSecretBasic, ClientSecretPost }: Library, clientSecret: string): ClientAuth {
  const [basic, post] = [ClientSecretBasic(clientSecret), ClientSecretPost(clientSecret)];
  return (server, ...more) => {
    const takesBasic = server.token_endpoint_auth_methods_supported?.includes('client_secret_basic') ?? true;
    return (takesBasic ? basic : post)(server, ...more);
  };
}

/** Codes of the library for an answer that came and does not fit, against one that did not come. */
const UNREADABLE = [
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_PARSE_ERROR',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
];

/** Why the answer is none to what was asked; undefined where the provider failed. */
function refusalIn({ AuthorizationResponseError, ResponseBodyError, ClientError }: Library, error: unknown): string | undefined {
  if (error instanceof AuthorizationResponseError) return `the provider answered ${error.error}`;
  if (error instanceof ResponseBodyError) return error.status < 500 ? `the provider answered ${error.error}` : undefined;
  if (error instanceof ClientError && error.code !== undefined && !UNREADABLE.includes(error.code)) return error.message;
  return undefined;
}

/** Work whose result is kept for a time; what failed is not, and those who ask meanwhile share one run. */
function keptFor<T>(keptMs: number, work: () => Promise<T>): () => Promise<T> {
  let kept: { at: number; result: Promise<T> } | undefined;
  return () => {
    if (kept && performance.now() - kept.at < keptMs) return kept.result;
    const fresh = { at: performance.now(), result: work() };
    kept = fresh;
    fresh.result.catch(() => {
      if (kept === fresh) kept = undefined;
    });
    return fresh.result;
  };
}
