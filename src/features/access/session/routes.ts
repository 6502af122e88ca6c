// The endpoints of better-auth that Mortar offers, mounted one by one: what is not listed here does not exist.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { requestsPerMinute } from '../../../config/service.ts';
import { type ErrorTable, FORBIDDEN_ORIGIN } from '../../../core/errors.ts';
import { sendPlainPage } from '../../../core/http/plain-page.ts';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { findResetLink } from './code-queries.ts';
import {
  listSessionsErrors,
  requestPasswordResetErrors,
  resetPasswordErrors,
  revokeSessionErrors,
  revokeSessionsErrors,
  sendEmailCodeErrors,
  sendSecondFactorErrors,
  signInErrors,
  signOutErrors,
  signUpErrors,
  verifyEmailErrors,
  verifySecondFactorErrors,
} from './errors.ts';
import { forwardRequest, resetByForm } from './forward-request.ts';
import { assertFactorWasShown, endSessionBehindClosing, readSessionView } from './guards.ts';
import type { createSessionLayer, SessionLayer } from './layer.ts';
import { renderResetPage } from './mailed-codes.ts';
import { digestOfResetToken } from './rules.ts';
import {
  CurrentSession,
  OwnSessions,
  RequestPasswordReset,
  ResetForm,
  ResetPage,
  ResetPassword,
  RevokeSession,
  SendEmailCode,
  SessionProblem,
  SignedIn,
  SignedUp,
  SignIn,
  SignUp,
  VerifyEmail,
  VerifySecondFactor,
} from './schemas.ts';

/**
 * `session`: the endpoint needs one, of any role. `answer` and `errors`: what the library itself writes. All only for the API description.
 */
type Endpoint = {
  method: 'GET' | 'POST';
  url: string;
  operationId: string;
  summary: string;
  session?: true;
  body?: TSchema;
  answer?: TSchema;
  errors?: ErrorTable;
};

// `/two-factor/enable` and `/disable` are left out: they would bypass the mailed code of PATCH /auth/mfa (A-session-2).
const ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'POST',
    url: '/api/auth/sign-up/email',
    operationId: 'signUp',
    summary: 'Signs an investor up; signed in at once.',
    body: SignUp,
    answer: SignedUp,
    errors: signUpErrors,
  },
  {
    method: 'POST',
    url: '/api/auth/sign-in/email',
    operationId: 'signIn',
    summary: 'Signs in; asks for the second factor where it is on.',
    body: SignIn,
    answer: SignedIn,
    errors: signInErrors,
  },
  {
    method: 'POST',
    url: '/api/auth/sign-out',
    operationId: 'signOut',
    session: true,
    summary: 'Ends the session.',
    errors: signOutErrors,
  },
  {
    method: 'GET',
    url: '/api/auth/get-session',
    operationId: 'readSession',
    summary: 'The session and its user, or null.',
    answer: CurrentSession,
  },
  {
    method: 'GET',
    url: '/api/auth/list-sessions',
    operationId: 'listSessions',
    session: true,
    summary: 'All sessions of the user.',
    answer: OwnSessions,
    errors: listSessionsErrors,
  },
  {
    method: 'POST',
    url: '/api/auth/revoke-session',
    operationId: 'revokeSession',
    session: true,
    summary: 'Ends one session of the user.',
    body: RevokeSession,
    errors: revokeSessionErrors,
  },
  {
    method: 'POST',
    url: '/api/auth/revoke-sessions',
    operationId: 'revokeSessions',
    session: true,
    summary: 'Ends all sessions of the user.',
    errors: revokeSessionsErrors,
  },
  {
    method: 'POST',
    url: '/api/auth/revoke-other-sessions',
    operationId: 'revokeOtherSessions',
    session: true,
    summary: 'Ends all sessions but this one.',
    errors: revokeSessionsErrors,
  },
  {
    method: 'POST',
    url: '/api/auth/email-otp/send-verification-otp',
    operationId: 'sendVerificationCode',
    summary: 'Mails a six-digit code; needs an Origin header.',
    body: SendEmailCode,
    errors: sendEmailCodeErrors,
  },
  {
    method: 'POST',
    url: '/api/auth/email-otp/verify-email',
    operationId: 'verifyEmail',
    summary: 'Proves the address by its code.',
    body: VerifyEmail,
    errors: verifyEmailErrors,
  },
  {
    method: 'POST',
    url: '/api/auth/email-otp/request-password-reset',
    operationId: 'requestPasswordReset',
    summary: 'Mails a code, and a link, to choose a new password.',
    body: RequestPasswordReset,
    errors: requestPasswordResetErrors,
  },
  {
    method: 'POST',
    url: '/api/auth/email-otp/reset-password',
    operationId: 'resetPassword',
    summary: 'Sets a new password by the code or the token of the link, and ends all sessions.',
    body: ResetPassword,
    errors: resetPasswordErrors,
  },
  {
    method: 'POST',
    url: '/api/auth/two-factor/send-otp',
    operationId: 'sendSignInCode',
    summary: 'Mails the code of the second factor at sign-in.',
    errors: sendSecondFactorErrors,
  },
  {
    method: 'POST',
    url: '/api/auth/two-factor/verify-otp',
    operationId: 'verifySignInCode',
    summary: 'Ends the sign-in by the code of the second factor.',
    body: VerifySecondFactor,
    answer: SignedUp,
    errors: verifySecondFactorErrors,
  },
];

const BODY_LIMIT_BYTES = 16_384;
const NUL_IN_JSON = '\\u0000';

/** Mounts the session layer, and prolongs the sessions that a guard found due. */
export async function sessionRoutes(app: FastifyInstance, deps: Parameters<typeof createSessionLayer>[0]): Promise<void> {
  // The library is a third of all modules, and most requests of most processes need none of it: the first sign-in loads it.
  let loaded: Promise<SessionLayer> | undefined;
  const layer = () => {
    loaded ??= import('./layer.ts').then(({ createSessionLayer }) => createSessionLayer(deps));
    return loaded;
  };
  app.addHook('onClose', async () => (await loaded)?.close());
  app.decorateRequest('sessionIsDue', false);
  resetPage(app, deps, layer);
  app.addHook('onRequest', async (request, reply) => {
    if (request.sessionIsDue) await prolong(await layer(), request, reply);
  });
  await app.register(async (scope) => {
    // The library parses the raw body: Fastify's parsers refuse what it accepts (an empty JSON body, forms).
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES }, (_request, body, done) => {
      // PostgreSQL cannot store a NUL character; the library would answer 500.
      if (body.includes(NUL_IN_JSON)) done(Object.assign(new Error('NUL character'), { statusCode: 400 }));
      else done(null, body);
    });
    scope.setValidatorCompiler(() => (value) => ({ value }));
    for (const { method, url, operationId, summary, session, body, answer, errors } of ENDPOINTS) {
      scope.route({
        method,
        url,
        exposeHeadRoute: false,
        schema: {
          operationId,
          summary,
          tags: ['session'],
          security: session ? [{ customer: [] }, { administrator: [] }] : [],
          ...(body ? { body } : {}),
          response: { 200: { description: 'Success', ...answer }, ...refusalsOf(method, errors) },
        },
        serializerCompiler: () => (data) => String(data),
        handler: async (request, reply) => {
          if (session && operationId !== 'signOut') await assertFactorWasShown(deps, request);
          const found = operationId === 'readSession' ? await readSessionView(deps, request) : undefined;
          if (found) return reply.type('application/json').send(JSON.stringify(found));
          await endSessionBehindClosing(deps, request);
          return forwardRequest(deps, await layer(), request, reply);
        },
      });
    }
  });
}

/** The caller has no session: a tenth of the general rate limit, as of every public route that concerns an address. */
const SHARE_OF_THE_LIMIT = 10;

/** The page behind the link for a new password. A look changes nothing; its button does. */
function resetPage(app: FastifyInstance, deps: Pick<AppDeps, 'config' | 'db'>, layer: () => Promise<SessionLayer>): void {
  const perMinute = Math.ceil(requestsPerMinute(deps.config) / SHARE_OF_THE_LIMIT);
  route(app, {
    method: 'GET',
    url: '/auth/password-reset',
    operationId: 'showPasswordReset',
    guard: 'public',
    tag: 'extension',
    summary: 'The page behind the link for a new password. It changes nothing; its button does.',
    query: ResetPage,
    produces: 'text/html',
    perMinute,
    handle: async ({ query: { token, state, refused }, reply }) => {
      const works = token !== undefined && (await findResetLink(deps.db, digestOfResetToken(token))) !== undefined;
      await sendPlainPage(reply, renderResetPage({ isDone: state === 'done', token: works ? token : undefined, refused }));
      return undefined;
    },
  });
  route(app, {
    method: 'POST',
    url: '/auth/password-reset',
    operationId: 'sendPasswordReset',
    idempotency: 'none',
    guard: 'public',
    tag: 'extension',
    summary:
      'The form of that page: sets the password and leads back to it. Programs send the token to /api/auth/email-otp/reset-password.',
    body: ResetForm,
    consumes: 'json-or-form',
    perMinute,
    handle: async ({ body, request, reply }) => {
      const refused = await resetByForm(deps, await layer(), { request, reply, asked: body });
      const query = new URLSearchParams(refused === undefined ? { state: 'done' } : { token: body.token, refused });
      await reply.redirect(`${request.routeOptions.url}?${query}`, 303);
      return undefined;
    },
  });
}

/** The responses of the API description: each status of the table with its codes. A foreign page is refused in our own words. */
function refusalsOf(method: string, errors: ErrorTable = {}) {
  const table: ErrorTable = method === 'GET' ? errors : { ...errors, [FORBIDDEN_ORIGIN]: 403 };
  return Object.fromEntries(
    [...Map.groupBy(Object.entries(table), ([, status]) => status)].map(([status, rows]) => {
      const codes = rows.map(([code]) => code);
      const content = {
        'application/json': { schema: SessionProblem },
        ...(codes.includes(FORBIDDEN_ORIGIN) ? { 'application/problem+json': { schema: { $ref: 'Problem#' } } } : {}),
      };
      return [status, { description: codes.map((code) => `\`${code}\``).join(', '), content }];
    }),
  );
}

async function prolong(layer: SessionLayer, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { headers } = await layer.prolong(layer.headersOf(request.headers));
  const cookies = headers.getSetCookie();
  if (cookies.length > 0) reply.header('set-cookie', cookies);
}
