// HTTP of emailed-code verification.

import type { FastifyInstance } from 'fastify';
import { requestsPerMinute } from '../../../config/service.ts';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { confirmCode } from './confirm-code.ts';
import {
  confirmCodeErrors,
  confirmOwnMfaErrors,
  nextRetryDateErrors,
  resendCodeErrors,
  toggleMfaErrors,
  triggerMfaErrors,
} from './errors.ts';
import { confirmOwnMfa, toggleOwnMfa } from './own-mfa.ts';
import { findCountersByEmail } from './queries.ts';
import { resendCode, triggerMfa } from './request-code.ts';
import { assertNotLogin, nextRetryDate, publicCounter } from './rules.ts';
import {
  CodeAgain,
  CodeConfirmation,
  Confirmed,
  MfaToggle,
  MfaTrigger,
  NextRetryDate,
  NextRetryParams,
  OwnMfaCode,
} from './schemas.ts';

/** The retired action is refused before anything else that is wrong with the request, which was not validated yet. */
function refuseLogin(asked: unknown): void {
  const { action }: { action?: unknown } = Object(asked);
  assertNotLogin(action);
}

/** Public routes that name an address have a tenth of the general rate limit (access.md#what-public-routes-reveal). */
const SHARE_OF_THE_LIMIT = 10;

/** Registers the group. */
export function mfaRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'log'>): void {
  const perMinute = Math.ceil(requestsPerMinute(deps.config) / SHARE_OF_THE_LIMIT);
  route(app, {
    method: 'PATCH',
    url: '/auth/mfa',
    operationId: 'toggleMfa',
    guard: 'customer',
    tag: 'investor',
    summary: 'Asks to turn the second factor at sign-in on or off; confirm-code does it.',
    body: MfaToggle,
    errors: toggleMfaErrors,
    handle: async ({ caller, body }) => {
      await triggerMfa(deps, caller, { action: 'mfa-enabled-update', enabled: body.enabled });
      return undefined;
    },
  });
  route(app, {
    method: 'POST',
    url: '/auth/mfa/confirm-code',
    operationId: 'confirmCode',
    idempotency: 'none',
    guard: 'customer',
    tag: 'investor',
    summary: 'Confirms the mailed code of an action; gift-card-purchase alone answers a token.',
    body: CodeConfirmation,
    checksBodyLate: true,
    answer: Confirmed,
    errors: confirmCodeErrors,
    handle: ({ caller, request, checkedBody }) => {
      refuseLogin(request.body);
      const { action, code } = checkedBody();
      const { customerId, userId, sessionId } = caller;
      return confirmCode(deps, { customerId, userId, sessionId, action, code });
    },
  });
  route(app, {
    method: 'GET',
    url: '/auth/mfa/:email/action/:action/next-retry-date',
    operationId: 'readNextRetryDate',
    guard: 'public',
    tag: 'investor',
    summary: 'When the next code of an action may be asked for.',
    params: NextRetryParams,
    checksBodyLate: true,
    answer: NextRetryDate,
    errors: nextRetryDateErrors,
    perMinute,
    handle: async ({ params: { email, action }, request, checkedBody }) => {
      refuseLogin(request.params);
      checkedBody();
      // An unknown address is answered like one without requests (access.md#what-public-routes-reveal).
      const counters = await findCountersByEmail(deps.db, email, action);
      const now = deps.clock.now();
      const date = counters && nextRetryDate(publicCounter(counters.own, counters.resends, now), now);
      return date ? { nextRetryDate: date.toString() } : {};
    },
  });
  route(app, {
    method: 'POST',
    url: '/auth/mfa/resend-code',
    operationId: 'resendCode',
    idempotency: 'none',
    guard: 'public',
    tag: 'investor',
    summary: 'Mails the code of an action again.',
    body: CodeAgain,
    checksBodyLate: true,
    errors: resendCodeErrors,
    perMinute,
    handle: async ({ request, checkedBody, endUser }) => {
      refuseLogin(request.body);
      const { email, action } = checkedBody();
      await resendCode(deps, { email, action, address: endUser.address });
      return undefined;
    },
  });
  route(app, {
    method: 'POST',
    url: '/auth/mfa/trigger-mfa',
    operationId: 'triggerMfa',
    idempotency: 'none',
    guard: 'customer',
    tag: 'investor',
    summary: 'Starts the flow of an action: a code is mailed.',
    body: MfaTrigger,
    checksBodyLate: true,
    errors: triggerMfaErrors,
    handle: async ({ caller, request, checkedBody }) => {
      refuseLogin(request.body);
      await triggerMfa(deps, caller, checkedBody());
      return undefined;
    },
  });
}

/** Of the administrators' own sign-in. */
export function ownMfaRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>): void {
  route(app, {
    method: 'PATCH',
    url: '/administration/mfa',
    operationId: 'toggleOwnMfa',
    guard: 'administrator',
    permission: 'console.use',
    tag: 'extension',
    summary: 'Asks to turn the second factor of the own sign-in on or off: a code is mailed.',
    body: MfaToggle,
    errors: toggleMfaErrors,
    audit: 'ADMINISTRATOR_MFA_REQUEST',
    handle: async ({ caller: { sessionId }, body: { enabled }, audit }) => {
      await toggleOwnMfa(deps, { enabled, sessionId, audit });
      return undefined;
    },
  });
  route(app, {
    method: 'POST',
    url: '/administration/mfa/confirm-code',
    operationId: 'confirmOwnMfa',
    idempotency: 'none',
    guard: 'administrator',
    permission: 'console.use',
    tag: 'extension',
    summary: 'Turns the second factor of the own sign-in on or off by the mailed code.',
    body: OwnMfaCode,
    answer: MfaToggle,
    errors: confirmOwnMfaErrors,
    audit: 'ADMINISTRATOR_MFA_UPDATE',
    handle: ({ caller: { sessionId }, body: { code }, audit }) => confirmOwnMfa(deps, { code, sessionId, audit }),
  });
}
