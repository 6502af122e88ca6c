// HTTP of an administrator's own second factors. All but the changes are open to a session that has not shown one yet.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AdministratorCaller } from '../../../core/http/guards.ts';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { removeFactor, renewRecoveryCodes } from './change-factors.ts';
import {
  beginAuthenticatorErrors,
  mailCodeErrors,
  registerFactorErrors,
  removeFactorErrors,
  renewRecoveryCodesErrors,
  showFactorErrors,
} from './errors.ts';
import type { Shower } from './proofs.ts';
import {
  beginAuthenticator,
  beginPasskey,
  mailFirstFactorCode,
  registerAuthenticator,
  registerPasskey,
} from './register-factor.ts';
import {
  AuthenticatorSecret,
  ChallengeQuestion,
  FactorParams,
  NewAuthenticator,
  NewPasskey,
  PasskeyOptions,
  ProvenChange,
  RecoveryCodes,
  RegisteredFactor,
  Security,
  ShownFactor,
} from './schemas.ts';
import { challengePasskey, readSecurity, showFactor } from './show-factor.ts';
import { siteOf } from './webauthn.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>;

const REGISTRATION_AUDIT = 'ADMINISTRATOR_FACTOR_REGISTRATION';

const own = { guard: 'administrator', permission: 'console.use', tag: 'extension' } as const;
const early = { ...own, factor: 'not-yet' } as const;
const post = { ...early, method: 'POST', idempotency: 'none' } as const;

const showerOf = ({ config }: Deps, caller: AdministratorCaller, { headers }: FastifyRequest): Shower => {
  const { userId, sessionId, email } = caller;
  return { userId, sessionId, email, site: siteOf(config, headers.host) };
};

/** Registers the group. */
export function factorRoutes(app: FastifyInstance, deps: Deps): void {
  showingRoutes(app, deps);
  registeringRoutes(app, deps);
  const change = { ...own, method: 'POST', idempotency: 'none', body: ProvenChange } as const;
  route(app, {
    ...change,
    url: '/administration/security/factors/:factorId/removal',
    operationId: 'removeOwnFactor',
    summary: 'Removes a factor of the own sign-in, by one that is there.',
    params: FactorParams,
    errors: removeFactorErrors,
    audit: 'ADMINISTRATOR_FACTOR_REMOVAL',
    handle: async ({ caller, request, params, body: { proof }, audit }) => {
      await removeFactor(deps, { ...params, shower: showerOf(deps, caller, request), proof, audit });
      return undefined;
    },
  });
  route(app, {
    ...change,
    url: '/administration/security/recovery-codes',
    operationId: 'renewOwnRecoveryCodes',
    summary: 'Ten new recovery codes; those of before are worth nothing any more.',
    answer: RecoveryCodes,
    errors: renewRecoveryCodesErrors,
    audit: 'ADMINISTRATOR_RECOVERY_CODES',
    handle: ({ caller, request, body: { proof }, audit }) =>
      renewRecoveryCodes(deps, { shower: showerOf(deps, caller, request), proof, audit }),
  });
}

function showingRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, {
    ...early,
    method: 'GET',
    url: '/administration/security',
    operationId: 'readOwnSecurity',
    summary: 'Second factors of the own sign-in, and whether this session has shown one.',
    answer: Security,
    handle: ({ caller }) => readSecurity(deps, caller),
  });
  route(app, {
    ...post,
    url: '/administration/security/challenge',
    operationId: 'challengeOwnPasskey',
    summary: 'What a passkey signs, for one purpose and once, within five minutes.',
    body: ChallengeQuestion,
    answer: PasskeyOptions,
    handle: ({ caller, request, body }) => challengePasskey(deps, { shower: showerOf(deps, caller, request), ...body }),
  });
  route(app, {
    ...post,
    url: '/administration/security/show',
    operationId: 'showOwnFactor',
    summary: 'Shows a second factor in this session: at the sign-in, and again before money moves.',
    body: ShownFactor,
    errors: showFactorErrors,
    // Of a recovery code alone: it is used up.
    audit: 'ADMINISTRATOR_RECOVERY_CODE_USE',
    handle: async ({ caller, request, body: { proof }, audit }) => {
      await showFactor(deps, { shower: showerOf(deps, caller, request), proof, audit });
      return undefined;
    },
  });
}

function registeringRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, {
    ...post,
    url: '/administration/security/registration-code',
    operationId: 'mailFirstFactorCode',
    summary: 'Mails the code that confirms a first factor.',
    errors: mailCodeErrors,
    handle: async ({ caller, request }) => {
      await mailFirstFactorCode(deps, showerOf(deps, caller, request));
      return undefined;
    },
  });
  route(app, {
    ...post,
    url: '/administration/security/passkeys/options',
    operationId: 'beginOwnPasskey',
    summary: 'What the browser needs to make a passkey.',
    answer: PasskeyOptions,
    handle: ({ caller, request }) => beginPasskey(deps, showerOf(deps, caller, request)),
  });
  route(app, {
    ...post,
    url: '/administration/security/passkeys',
    operationId: 'registerOwnPasskey',
    summary: 'Registers a passkey; with the first factor come ten recovery codes.',
    body: NewPasskey,
    answer: RegisteredFactor,
    errors: registerFactorErrors,
    audit: REGISTRATION_AUDIT,
    handle: ({ caller, request, body, audit }) => registerPasskey(deps, { shower: showerOf(deps, caller, request), body, audit }),
  });
  route(app, {
    ...post,
    url: '/administration/security/authenticator',
    operationId: 'beginOwnAuthenticator',
    summary: 'A secret for an authenticator app.',
    answer: AuthenticatorSecret,
    errors: beginAuthenticatorErrors,
    handle: ({ caller, request }) => beginAuthenticator(deps, showerOf(deps, caller, request)),
  });
  route(app, {
    ...post,
    url: '/administration/security/authenticator/confirm',
    operationId: 'registerOwnAuthenticator',
    summary: 'Registers the app by its first code; with the first factor come ten recovery codes.',
    body: NewAuthenticator,
    answer: RegisteredFactor,
    errors: registerFactorErrors,
    audit: REGISTRATION_AUDIT,
    handle: ({ caller, request, body, audit }) =>
      registerAuthenticator(deps, { shower: showerOf(deps, caller, request), body, audit }),
  });
}
