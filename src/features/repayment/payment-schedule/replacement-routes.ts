// HTTP of the decisions on a schedule that is stored: other terms, or the terms that the closing has left.

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { confirmSchedule } from './confirm-schedule.ts';
import { confirmScheduleErrors, replaceScheduleErrors } from './errors.ts';
import { replaceSchedule } from './replace-schedule.ts';
import { OtherSchedule, PropertyParams, ScheduleView } from './schemas.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'log' | 'payments'>;

/** Registers the group. */
export function replacementRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, {
    method: 'PUT',
    url: '/administration/property/:propertyId/payment-schedule',
    operationId: 'replaceSchedule',
    guard: 'administrator',
    tag: 'extension',
    summary: 'Other terms for a schedule on which nothing was paid, taken, ordered or claimed yet.',
    params: PropertyParams,
    body: OtherSchedule,
    answer: ScheduleView,
    errors: replaceScheduleErrors,
    audit: 'PROPERTY_PAYMENT_SCHEDULE_REPLACE',
    handle: ({ params, body, endUser, audit }) =>
      replaceSchedule(deps, { propertyId: params.propertyId, schedule: body, endUser, audit }),
  });
  route(app, {
    method: 'POST',
    url: '/administration/property/:propertyId/payment-schedule/confirm',
    operationId: 'confirmSchedule',
    money: 'stays',
    guard: 'administrator',
    tag: 'extension',
    summary: 'The schedule stays as the closing of the funding has made it.',
    params: PropertyParams,
    answer: ScheduleView,
    errors: confirmScheduleErrors,
    audit: 'PROPERTY_PAYMENT_SCHEDULE_CONFIRM',
    handle: ({ params, audit }) => confirmSchedule(deps, { propertyId: params.propertyId, audit }),
  });
}
