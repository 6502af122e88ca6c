// HTTP of investors' passkeys: registered, named, removed, and in place of a code by mail.

import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requestsPerMinute } from '../../../config/service.ts';
import { AppError } from '../../../core/errors.ts';
import type { CustomerCaller } from '../../../core/http/guards.ts';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { beginPasskey, PasskeyOptions, type Site, siteOf } from '../factors/index.ts';
import { TFA_CODE_INVALID } from '../mfa/index.ts';
import { waitingSignInOf } from '../session/index.ts';
import { askPasskey, confirmByPasskey } from './confirm.ts';
import {
  askPasskeyAtSignInErrors,
  askPasskeyErrors,
  confirmByPasskeyErrors,
  registerPasskeyErrors,
  removePasskeyErrors,
  renamePasskeyErrors,
  signInByPasskeyErrors,
} from './errors.ts';
import {
  forgetDevices,
  type Investor,
  readInvestorSecurity,
  registerInvestorPasskey,
  removeInvestorPasskey,
  renameInvestorPasskey,
} from './passkeys.ts';
import {
  ConfirmedAction,
  GivenCode,
  InvestorSecurity,
  NewInvestorPasskey,
  PasskeyConfirmation,
  PasskeyName,
  PasskeyParams,
  PasskeySignIn,
  RegisteredPasskey,
} from './schemas.ts';
import { askPasskeyAtSignIn, confirmSignInByPasskey } from './sign-in.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>;

const own = { guard: 'customer', tag: 'extension' } as const;
const post = { ...own, method: 'POST', idempotency: 'none' } as const;

/** The pages of investors stand at FRONT_URL, which may be another site than that of the console. */
function siteFor({ config }: Pick<Deps, 'config'>, { headers }: FastifyRequest): Site {
  return siteOf({ NODE_ENV: config.NODE_ENV, PUBLIC_URL: config.FRONT_URL }, headers.host);
}

function investorOf(deps: Deps, { customerId, userId, sessionId, email }: CustomerCaller, request: FastifyRequest): Investor {
  return { customerId, userId, sessionId, email, site: siteFor(deps, request) };
}

/** Error: `2fa-code.invalid` without the header `tfa`, before anything else of the request is looked at. */
function requireTfa({ tfa }: IncomingHttpHeaders): void {
  if (tfa === undefined || tfa === '') throw new AppError(TFA_CODE_INVALID);
}

/** Registers the group. */
export function investorPasskeyRoutes(app: FastifyInstance, deps: Deps): void {
  listRoutes(app, deps);
  deviceRoutes(app, deps);
  changingRoutes(app, deps);
  confirmingRoutes(app, deps);
  signInRoutes(app, deps);
}

function listRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, {
    ...own,
    method: 'GET',
    url: '/customers/security',
    operationId: 'readInvestorSecurity',
    summary: 'The passkeys of the investor, and the devices that are trusted.',
    answer: InvestorSecurity,
    handle: ({ caller }) => readInvestorSecurity(deps, caller.userId),
  });
  route(app, {
    ...own,
    method: 'PATCH',
    url: '/customers/security/passkeys/:passkeyId',
    operationId: 'renameInvestorPasskey',
    summary: 'Gives a passkey another name.',
    params: PasskeyParams,
    body: PasskeyName,
    errors: renamePasskeyErrors,
    handle: async ({ caller, params: { passkeyId }, body: { name } }) => {
      await renameInvestorPasskey(deps, { userId: caller.userId, id: passkeyId, name });
      return undefined;
    },
  });
}

function deviceRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, {
    ...own,
    method: 'DELETE',
    url: '/customers/security/trusted-devices',
    operationId: 'forgetTrustedDevices',
    summary: 'Trusts no device any more: the next sign-in on each asks for the second factor.',
    handle: async ({ caller }) => {
      await forgetDevices(deps, caller.userId);
      return undefined;
    },
  });
}

function changingRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, {
    ...post,
    url: '/customers/security/passkeys/options',
    operationId: 'beginInvestorPasskey',
    summary: 'What the browser needs to make a passkey.',
    answer: PasskeyOptions,
    handle: ({ caller, request }) => beginPasskey(deps, investorOf(deps, caller, request)),
  });
  route(app, {
    ...post,
    url: '/customers/security/passkeys',
    operationId: 'registerInvestorPasskey',
    summary: 'Registers a passkey. Header `tfa`: the code of action passkey-registration.',
    body: NewInvestorPasskey,
    answer: RegisteredPasskey,
    errors: registerPasskeyErrors,
    checkHeaders: requireTfa,
    handle: ({ caller, request, body }) =>
      registerInvestorPasskey(deps, {
        by: investorOf(deps, caller, request),
        tfa: String(request.headers.tfa),
        passkey: body,
      }),
  });
  route(app, {
    ...own,
    method: 'DELETE',
    url: '/customers/security/passkeys/:passkeyId',
    operationId: 'removeInvestorPasskey',
    summary: 'Removes a passkey. Header `tfa`: the code of action passkey-removal.',
    params: PasskeyParams,
    errors: removePasskeyErrors,
    checkHeaders: requireTfa,
    handle: async ({ caller, request, params }) => {
      await removeInvestorPasskey(deps, {
        by: investorOf(deps, caller, request),
        tfa: String(request.headers.tfa),
        ...params,
      });
      return undefined;
    },
  });
}

function confirmingRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, {
    ...post,
    url: '/customers/security/challenge',
    operationId: 'askInvestorPasskey',
    summary: 'What a passkey signs to confirm an action in place of a mailed code, once and within five minutes.',
    body: ConfirmedAction,
    answer: PasskeyOptions,
    errors: askPasskeyErrors,
    handle: ({ caller, request, body }) => askPasskey(deps, { by: investorOf(deps, caller, request), asked: body }),
  });
  route(app, {
    ...post,
    url: '/customers/security/confirmation',
    operationId: 'confirmByPasskey',
    summary:
      'The code of the action for which a passkey signed: for the header `tfa`, or for confirm-code, as if it had been mailed.',
    body: PasskeyConfirmation,
    answer: GivenCode,
    errors: confirmByPasskeyErrors,
    handle: ({ caller, request, body }) => confirmByPasskey(deps, { by: investorOf(deps, caller, request), ...body }),
  });
}

/** Public routes that concern an account have a tenth of the general rate limit. */
const SHARE_OF_THE_LIMIT = 10;

function signInRoutes(app: FastifyInstance, deps: Deps): void {
  const open = { ...post, guard: 'public', perMinute: Math.ceil(requestsPerMinute(deps.config) / SHARE_OF_THE_LIMIT) } as const;
  const waitingOf = ({ headers }: FastifyRequest) => waitingSignInOf(headers.cookie, deps.config);
  route(app, {
    ...open,
    url: '/auth/sign-in/passkey/challenge',
    operationId: 'askPasskeyAtSignIn',
    summary: 'What a passkey signs at a sign-in that waits for its second factor, once and within five minutes.',
    answer: PasskeyOptions,
    errors: askPasskeyAtSignInErrors,
    handle: ({ request }) => askPasskeyAtSignIn(deps, { waiting: waitingOf(request), site: siteFor(deps, request) }),
  });
  route(app, {
    ...open,
    url: '/auth/sign-in/passkey',
    operationId: 'confirmSignInByPasskey',
    summary: 'The code of that sign-in, for `/api/auth/two-factor/verify-otp`, as if it had been mailed.',
    body: PasskeySignIn,
    answer: GivenCode,
    errors: signInByPasskeyErrors,
    handle: ({ request, body }) =>
      confirmSignInByPasskey(deps, { waiting: waitingOf(request), site: siteFor(deps, request), ...body }),
  });
}
