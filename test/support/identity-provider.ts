// A real OpenID Connect provider (oidc-provider) whose people sign in by their name alone, and which can be made to fail.

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Provider from 'oidc-provider';

/** What the provider says of a person, beside `sub`, their name here. */
export type Claims = Record<string, unknown>;

export type TestIdentityProvider = {
  issuer: string;
  /** Settings of a service that signs in here. */
  settings: Record<string, string>;
  people: Map<string, Claims>;
  /** How it answers what is asked at an address that contains `at`. */
  failing: { how: 'silent' | 'huge' | 'error' | undefined; at: string };
  /** Changes what it answers at a path: `/token`, `/me`. */
  forging: Map<string, (answered: Claims) => Claims>;
  /** What a browser does there: from our redirect to the address that leads back. `change` alters what is asked. */
  signIn(location: string, person: string, change?: (asked: URL) => void): Promise<URL>;
  close(): Promise<void>;
};

const CLIENT = { id: 'mortar', secret: 'secret-of-the-client-of-tests' };
const HUGE = Buffer.alloc(64 * 1024, ' ');

/** `publicUrl`: of the service, where its browsers are led back to. */
export async function startIdentityProvider(publicUrl: string): Promise<TestIdentityProvider> {
  const people = new Map<string, Claims>();
  const failing: TestIdentityProvider['failing'] = { how: undefined, at: '/' };
  const forging: TestIdentityProvider['forging'] = new Map();
  const server = createServer((request, response) => {
    const change = forging.get(request.url ?? '');
    if (change) forge(change, response);
    if (failing.how !== undefined && request.url?.includes(failing.at)) fail(failing.how, response);
    else if (request.url?.startsWith('/interaction/')) void interact(provider, request, response);
    else answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const issuer = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : ''}`;
  const provider = newProvider(issuer, publicUrl, people);
  const answer = provider.callback();
  return {
    issuer,
    settings: {
      PUBLIC_URL: publicUrl,
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_TIMEOUT_MS: '1000',
      OIDC_ROLES: JSON.stringify({ bosses: ['owner'], money: ['finance', 'support'], readers: ['auditor'] }),
    },
    people,
    failing,
    forging,
    signIn: (location, person, change) => walk({ location, publicUrl, person, change }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function newProvider(issuer: string, publicUrl: string, people: ReadonlyMap<string, Claims>): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${publicUrl}/auth/oidc/callback`],
        post_logout_redirect_uris: [`${publicUrl}/console`],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    cookies: { keys: ['of the tests'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: unknown, sub: string) => ({ accountId: sub, claims: async () => ({ sub, ...people.get(sub) }) }),
    loadExistingGrant: async ({ oidc }: GrantContext) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
}

type GrantContext = {
  oidc: {
    provider: { Grant: new (of: object) => { addOIDCScope(scope: string): void; save(): Promise<string> } };
    client: { clientId: string };
    session: { accountId: string };
  };
};

/** The page on which people say who they are. */
async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      `<!doctype html><html lang="fr"><title>Identité</title><main><h1>Identité</h1><form method="post"><label>Nom <input name="person"></label><button>Entrer</button></form></main></html>`,
    );
    return;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const accountId = new URLSearchParams(Buffer.concat(chunks).toString()).get('person') ?? '';
  const result = accountId === '' ? { error: 'access_denied' } : { login: { accountId } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

function fail(how: 'silent' | 'huge' | 'error', response: ServerResponse): void {
  if (how === 'silent') return;
  response.statusCode = how === 'error' ? 500 : 200;
  response.setHeader('content-type', 'application/json');
  if (how === 'error') {
    response.end('{}');
    return;
  }
  const more = () => {
    while (!response.destroyed && response.write(HUGE));
  };
  response.on('drain', more);
  more();
}

/** Sends something else than the provider will say. */
function forge(change: (answered: Claims) => Claims, response: ServerResponse): void {
  const end = response.end.bind(response);
  // Border: of all forms of `end`, the provider uses the one with the whole body.
  response.end = ((body: string | Uint8Array) => {
    const forged = JSON.stringify(change(JSON.parse(Buffer.from(body).toString())));
    response.statusCode = 200;
    response.setHeader('content-length', Buffer.byteLength(forged));
    return end(forged);
  }) as typeof response.end;
}

const MOST_STEPS = 10;

/** A browser with its own cookies: follows redirects, and says who it is where it is asked. An empty name refuses. */
async function walk(way: {
  location: string;
  publicUrl: string;
  person: string;
  change: ((asked: URL) => void) | undefined;
}): Promise<URL> {
  const jar = new Map<string, string>();
  const asked = new URL(way.location);
  way.change?.(asked);
  let next = { url: asked, body: undefined as URLSearchParams | undefined };
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = next.body ? { method: 'POST', body: next.body } : {};
    const response = await fetch(next.url, { redirect: 'manual', headers: { cookie }, ...sent });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) {
      if (!next.url.pathname.startsWith('/interaction/')) throw new Error(`no way back: ${await response.text()}`);
      next = { url: next.url, body: new URLSearchParams({ person: way.person }) };
    } else {
      next = { url: new URL(location, next.url), body: undefined };
      if (location.startsWith(way.publicUrl)) return next.url;
    }
  }
  throw new Error('the provider led nowhere');
}
