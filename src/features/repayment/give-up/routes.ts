// HTTP of giving up a project.

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { giveUpErrors, takeBackErrors } from './errors.ts';
import { giveUp, takeBackGiveUp } from './give-up.ts';
import { GivenUp, GiveUpBody, GiveUpTakenBack, PropertyParams } from './schemas.ts';

/** Registers the group. */
export function giveUpRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>): void {
  const common = { guard: 'administrator', tag: 'extension', params: PropertyParams, body: GiveUpBody } as const;
  route(app, {
    ...common,
    method: 'POST',
    url: '/administration/property/:propertyId/payment-schedule/give-up',
    operationId: 'giveUp',
    permission: 'money.write',
    idempotency: 'key',
    summary: 'Writes off what a project in delay or default still owes: its holders lose the capital, and it is finished.',
    answer: GivenUp,
    errors: giveUpErrors,
    audit: 'PROPERTY_PAYMENT_SCHEDULE_GIVE_UP',
    moves: deps,
    handle: ({ params, body, audit, idempotency }, deps) =>
      giveUp(deps, { ...params, comment: body.comment, audit, idempotency }),
  });
  route(app, {
    ...common,
    method: 'POST',
    url: '/administration/property/:propertyId/payment-schedule/give-up/take-back',
    operationId: 'takeBackGiveUp',
    permission: 'money.write',
    idempotency: 'key',
    summary: 'Takes a give-up back while nothing stands on it: what was written off is due again.',
    answer: GiveUpTakenBack,
    errors: takeBackErrors,
    audit: 'PROPERTY_PAYMENT_SCHEDULE_GIVE_UP_TAKEN_BACK',
    moves: deps,
    handle: ({ params, body, audit, idempotency }, deps) =>
      takeBackGiveUp(deps, { ...params, comment: body.comment, audit, idempotency }),
  });
}
