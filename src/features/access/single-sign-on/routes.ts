// HTTP of the sign-in at the identity provider: pages of a browser, led there and back. Its refusals are sentences of the console.

import type { FastifyInstance, FastifyReply } from 'fastify';
import { requestsPerMinute } from '../../../config/service.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { consoleUrl } from './rules.ts';
import { BeginQuery } from './schemas.ts';
import { beginSignIn, completeSignIn, type Led } from './sign-in.ts';

/** Whoever asks has no session: a tenth of the general rate limit, as of every public route that concerns an account. */
const SHARE_OF_THE_LIMIT = 10;

/** Registers the group. Without a provider its routes answer 404. */
export function singleSignOnRoutes(
  app: FastifyInstance,
  deps: Pick<AppDeps, 'config' | 'db' | 'clock' | 'jobs' | 'identityProvider'>,
): void {
  const common = {
    method: 'GET',
    guard: 'public',
    tag: 'extension',
    status: 302,
    perMinute: Math.ceil(requestsPerMinute(deps.config) / SHARE_OF_THE_LIMIT),
    errors: { [NOT_FOUND]: 404 },
  } as const;
  const configured = () => {
    const { identityProvider } = deps;
    if (!identityProvider) throw new AppError(NOT_FOUND, { detail: 'No identity provider is configured.' });
    return { ...deps, identityProvider };
  };
  route(app, {
    ...common,
    url: '/auth/oidc/begin',
    operationId: 'beginSingleSignOn',
    summary: 'Leads an operator to the identity provider.',
    query: BeginQuery,
    handle: async ({ query, reply }) => lead(reply, await beginSignIn(configured(), query.returnTo ?? '')),
  });
  // No `effects`: the page of the provider leads here, and the cookie of the sign-in shows that this browser began it.
  route(app, {
    ...common,
    url: '/auth/oidc/callback',
    operationId: 'completeSingleSignOn',
    summary: 'Where the identity provider leads back to: opens a session, or the sign-in page of the console with the reason.',
    handle: async ({ request, endUser, reply }) => {
      const search = new URL(request.url, 'http://callback.invalid').search;
      return lead(reply, await completeSignIn(configured(), { cookie: request.headers.cookie, search, ...endUser }));
    },
  });
  route(app, {
    ...common,
    url: '/auth/oidc/sign-out',
    operationId: 'leaveSingleSignOn',
    summary: 'After the own sign-out: leads to that of the identity provider, and from there to the console.',
    handle: async ({ reply }) => {
      const away = consoleUrl(deps.config);
      return lead(reply, { location: (await configured().identityProvider.signOutUrl(away)) ?? away, cookies: [] });
    },
  });
}

async function lead(reply: FastifyReply, { location, cookies }: Led): Promise<undefined> {
  if (cookies.length > 0) reply.header('set-cookie', cookies);
  await reply.redirect(location, 302);
  return undefined;
}
