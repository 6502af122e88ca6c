// HTTP of what is added to a stored schedule and taken back: capital events and prorogations.

import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../core/errors.ts';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { purseOf, readBalance } from '../../../money/ledger/index.ts';
import { addCapitalEvent } from './add-capital-event.ts';
import {
  capitalEventErrors,
  prorogationErrors,
  removeCapitalEventErrors,
  removeProrogationErrors,
  SCHEDULE_NOT_FOUND,
} from './errors.ts';
import { prorogateSchedule } from './prorogate-schedule.ts';
import { prorogatedSchedule } from './prorogated-schedule.ts';
import { removeCapitalEvent } from './remove-capital-event.ts';
import { removeProrogation } from './remove-prorogation.ts';
import { readSchedule } from './schedule-queries.ts';
import { scheduleView } from './schedule-view.ts';
import { scheduleWithEvent } from './schedule-with-event.ts';
import { CapitalEventParams, NewCapitalEvent, NewProrogation, PropertyParams, ScheduleView } from './schemas.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>;

/** Registers them. */
export function eventRoutes(app: FastifyInstance, deps: Deps): void {
  capitalEventRoutes(app, deps);
  prorogationRoutes(app, deps);
}

function capitalEventRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, {
    method: 'PATCH',
    url: '/administration/property/:propertyId/payment-schedule/simulation/capital-event',
    operationId: 'simulateCapitalEvent',
    guard: 'administrator',
    tag: 'schedules',
    summary: 'The stored schedule with one more capital event; nothing is stored.',
    params: PropertyParams,
    body: NewCapitalEvent,
    answer: ScheduleView,
    errors: capitalEventErrors,
    handle: async ({ params: { propertyId }, body }) => {
      const heldCents = await readBalance(deps.db, purseOf(propertyId, 'ESCROW'));
      const schedule = await readSchedule(deps.db, propertyId);
      return scheduleView(scheduleWithEvent(schedule, body, { config: deps.config, heldCents }).paid);
    },
  });
  route(app, {
    method: 'POST',
    url: '/administration/property/:propertyId/payment-schedule/capital-event',
    operationId: 'addCapitalEvent',
    money: 'moves',
    guard: 'administrator',
    tag: 'extension',
    summary: 'Stores a capital event and what it changes.',
    params: PropertyParams,
    body: NewCapitalEvent,
    answer: ScheduleView,
    errors: capitalEventErrors,
    audit: 'PROPERTY_PAYMENT_SCHEDULE_ADD_CAPITAL_EVENT',
    handle: ({ params, body, audit, idempotency }) =>
      addCapitalEvent(deps, { propertyId: params.propertyId, asked: body, audit, idempotency }),
  });
  route(app, {
    method: 'DELETE',
    url: '/administration/property/:propertyId/payment-schedule/capital-event/:capitalEventId',
    operationId: 'removeCapitalEvent',
    guard: 'administrator',
    tag: 'extension',
    summary: 'Takes a capital event back, as long as nothing was paid for it.',
    params: CapitalEventParams,
    answer: ScheduleView,
    errors: removeCapitalEventErrors,
    audit: 'PROPERTY_PAYMENT_SCHEDULE_REMOVE_CAPITAL_EVENT',
    handle: ({ params, audit }) => removeCapitalEvent(deps, { ...params, audit }),
  });
}

function prorogationRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, {
    method: 'POST',
    url: '/administration/property/:propertyId/payment-schedule/prorogation',
    operationId: 'prorogateSchedule',
    money: 'moves',
    guard: 'administrator',
    tag: 'schedules',
    summary: 'Extends the schedule, perhaps at another rate.',
    params: PropertyParams,
    body: NewProrogation,
    answer: ScheduleView,
    errors: prorogationErrors,
    audit: 'PROPERTY_PAYMENT_SCHEDULE_PROROGATE_ECHEANCIER',
    handle: ({ params, body, audit, idempotency }) =>
      prorogateSchedule(deps, { propertyId: params.propertyId, asked: body, audit, idempotency }),
  });
  route(app, {
    method: 'PATCH',
    url: '/administration/property/:propertyId/payment-schedule/simulation/prorogation',
    operationId: 'simulateProrogation',
    guard: 'administrator',
    tag: 'extension',
    summary: 'The stored schedule with one more prorogation; nothing is stored.',
    params: PropertyParams,
    body: NewProrogation,
    answer: ScheduleView,
    errors: prorogationErrors,
    handle: async ({ params, body }) => {
      const schedule = await readSchedule(deps.db, params.propertyId);
      if (!schedule) throw new AppError(SCHEDULE_NOT_FOUND);
      return scheduleView(prorogatedSchedule(schedule, body, deps.config).schedule);
    },
  });
  route(app, {
    method: 'DELETE',
    url: '/administration/property/:propertyId/payment-schedule/prorogation',
    operationId: 'removeProrogation',
    guard: 'administrator',
    tag: 'extension',
    summary: 'Takes the newest prorogation back, as long as nothing rests on it.',
    params: PropertyParams,
    answer: ScheduleView,
    errors: removeProrogationErrors,
    audit: 'PROPERTY_PAYMENT_SCHEDULE_REMOVE_PROROGATION',
    handle: ({ params, audit }) => removeProrogation(deps, { propertyId: params.propertyId, audit }),
  });
}
