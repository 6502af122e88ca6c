// HTTP of the payment schedules. Static segments win over `:propertyId`, which takes only UUIDs.

import type { FastifyInstance } from 'fastify';
import { parisDate } from '../../../core/dates.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { decodeCursor, partOf } from '../../../core/http/pagination.ts';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { purseOf, readBalance } from '../../../money/ledger/index.ts';
import { addCapitalEvent, removeCapitalEvent, scheduleWithEvent } from './capital-events.ts';
import { confirmSchedule, createSchedule, replaceSchedule, simulateSchedule } from './create-schedule.ts';
import {
  capitalEventErrors,
  confirmScheduleErrors,
  createScheduleErrors,
  paymentModeErrors,
  prorogationErrors,
  readScheduleErrors,
  recomputeErrors,
  removeCapitalEventErrors,
  removeProrogationErrors,
  replaceScheduleErrors,
  SCHEDULE_NOT_FOUND,
  simulationErrors,
} from './errors.ts';
import { listEcheancesOfPeriod, listUnpaidCapital } from './queries.ts';
import { echeanceView, projectView, unpaidCapitalView } from './rules.ts';
import { readSchedule } from './schedule-queries.ts';
import { scheduleView, withOpenFees } from './schedule-view.ts';
import {
  CapitalEventParams,
  NewCapitalEvent,
  NewProrogation,
  NewSchedule,
  OtherSchedule,
  PaymentMode,
  PaymentsOfPeriod,
  PeriodParams,
  ProjectParams,
  PropertyParams,
  RecomputeFrom,
  ScheduleConfig,
  ScheduleView,
  SimulatedEcheances,
  UnpaidCapital,
  UnpaidCapitalQuery,
} from './schemas.ts';
import { prorogatedSchedule, prorogateSchedule, recomputeSchedule, removeProrogation, setPaymentMode } from './terms.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'log' | 'payments'>;

/** Registers the group. */
export function paymentScheduleRoutes(app: FastifyInstance, deps: Deps): void {
  creationRoutes(app, deps);
  replacementRoutes(app, deps);
  listRoutes(app, deps);
  eventRoutes(app, deps);
  changeRoutes(app, deps);
}

function creationRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, {
    method: 'POST',
    url: '/administration/property/payment-schedule/simulation',
    operationId: 'simulateSchedule',
    idempotency: 'none',
    guard: 'administrator',
    permission: 'projects.read',
    tag: 'schedules',
    summary: 'Echeances of a configuration; nothing is stored.',
    body: ScheduleConfig,
    answer: SimulatedEcheances,
    errors: simulationErrors,
    handle: ({ body }) => simulateSchedule(deps, body),
  });
  route(app, {
    method: 'POST',
    url: '/administration/property/payment-schedule/v2',
    operationId: 'createSchedule',
    idempotency: 'key',
    guard: 'administrator',
    permission: 'schedules.write',
    tag: 'schedules',
    summary: 'Creates the payment schedule of a property.',
    body: NewSchedule,
    answer: ScheduleView,
    errors: createScheduleErrors,
    audit: 'PROPERTY_PAYMENT_SCHEDULE_CREATION',
    moves: deps,
    handle: ({ body, endUser, audit, idempotency }, deps) =>
      createSchedule(deps, { schedule: body, endUser, audit, idempotency }),
  });
  route(app, {
    method: 'GET',
    url: '/administration/property/:propertyId/payment-schedule',
    operationId: 'readPaymentSchedule',
    guard: 'administrator',
    permission: 'projects.read',
    tag: 'schedules',
    summary: 'The stored payment schedule with its echeances.',
    params: PropertyParams,
    answer: ScheduleView,
    errors: readScheduleErrors,
    handle: async ({ params }) => {
      const schedule = await readSchedule(deps.db, params.propertyId);
      if (!schedule) throw new AppError(NOT_FOUND, { detail: 'Payment schedule not found' });
      return withOpenFees(deps.db, scheduleView(schedule), schedule);
    },
  });
}

function listRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, {
    method: 'GET',
    url: '/administration/property/payment-schedule/payment/:period',
    operationId: 'listPaymentsOfPeriod',
    guard: 'administrator',
    permission: 'projects.read',
    tag: 'schedules',
    summary: 'Payments of one month over all projects, with the financial status of each.',
    params: PeriodParams,
    answer: PaymentsOfPeriod,
    // A payment is an echeance with its project.
    handle: async ({ params }) => {
      const rows = await listEcheancesOfPeriod(deps.db, params.period);
      return rows.map((row) => ({ ...echeanceView(row, 0), project: projectView(row) }));
    },
  });
  route(app, {
    method: 'GET',
    url: '/administration/property/payment-schedule/capital-repayment/unpaid',
    operationId: 'listUnpaidCapitalRepayments',
    guard: 'administrator',
    permission: 'projects.read',
    tag: 'schedules',
    summary: 'Capital still to be paid back, over all projects.',
    query: UnpaidCapitalQuery,
    answer: UnpaidCapital,
    handle: async ({ query: { limit, cursor, propertyId }, request, reply }) => {
      const today = parisDate(deps.clock.now());
      const rows = await listUnpaidCapital(deps.db, { propertyId, limit, after: decodeCursor(cursor)?.id });
      const keyOf = ({ dueDate, id }: (typeof rows)[number]) => ({ at: dueDate.toZonedDateTime('UTC').toInstant(), id });
      return partOf(rows, limit, keyOf, { request, reply }).map((row) => unpaidCapitalView(row, today));
    },
  });
}

function changeRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, {
    method: 'PUT',
    url: '/administration/property/:projectId/echeancier/payment-mode',
    operationId: 'setPaymentMode',
    guard: 'administrator',
    permission: 'schedules.write',
    tag: 'schedules',
    summary: 'How the monthly payments are made: by wire, or by direct debit with a mandate.',
    params: ProjectParams,
    body: PaymentMode,
    errors: paymentModeErrors,
    audit: 'PROJECT_ECHEANCIER_SET_PAYMENT_MODE',
    handle: async ({ params, body, endUser, audit }) => {
      await setPaymentMode(deps, { propertyId: params.projectId, mode: body, endUser, audit });
      return undefined;
    },
  });
  route(app, {
    method: 'POST',
    url: '/administration/property/:propertyId/payment-schedule/recompute-from-echeance',
    operationId: 'recomputeSchedule',
    idempotency: 'key',
    guard: 'administrator',
    permission: 'schedules.write',
    tag: 'schedules',
    summary: 'Computes the echeances again from a period on; for one administrator alone.',
    params: PropertyParams,
    body: RecomputeFrom,
    answer: ScheduleView,
    errors: recomputeErrors,
    audit: 'PROPERTY_PAYMENT_SCHEDULE_RECOMPUTE_FROM_ECHEANCE',
    moves: deps,
    handle: ({ params, body, audit, idempotency }, deps) =>
      recomputeSchedule(deps, { propertyId: params.propertyId, period: body.period, audit, idempotency }),
  });
}

type EventRoutesDeps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>;

/** Registers them. */
function eventRoutes(app: FastifyInstance, deps: EventRoutesDeps): void {
  capitalEventRoutes(app, deps);
  prorogationRoutes(app, deps);
}

function capitalEventRoutes(app: FastifyInstance, deps: EventRoutesDeps): void {
  route(app, {
    method: 'PATCH',
    url: '/administration/property/:propertyId/payment-schedule/simulation/capital-event',
    operationId: 'simulateCapitalEvent',
    guard: 'administrator',
    permission: 'projects.read',
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
    idempotency: 'key',
    guard: 'administrator',
    permission: 'schedules.write',
    tag: 'extension',
    summary: 'Stores a capital event and what it changes.',
    params: PropertyParams,
    body: NewCapitalEvent,
    answer: ScheduleView,
    errors: capitalEventErrors,
    audit: 'PROPERTY_PAYMENT_SCHEDULE_ADD_CAPITAL_EVENT',
    moves: deps,
    handle: ({ params, body, audit, idempotency }, deps) =>
      addCapitalEvent(deps, { propertyId: params.propertyId, asked: body, audit, idempotency }),
  });
  route(app, {
    method: 'DELETE',
    url: '/administration/property/:propertyId/payment-schedule/capital-event/:capitalEventId',
    operationId: 'removeCapitalEvent',
    guard: 'administrator',
    permission: 'schedules.write',
    tag: 'extension',
    summary: 'Takes a capital event back, as long as nothing was paid for it.',
    params: CapitalEventParams,
    answer: ScheduleView,
    errors: removeCapitalEventErrors,
    audit: 'PROPERTY_PAYMENT_SCHEDULE_REMOVE_CAPITAL_EVENT',
    handle: ({ params, audit }) => removeCapitalEvent(deps, { ...params, audit }),
  });
}

function prorogationRoutes(app: FastifyInstance, deps: EventRoutesDeps): void {
  route(app, {
    method: 'POST',
    url: '/administration/property/:propertyId/payment-schedule/prorogation',
    operationId: 'prorogateSchedule',
    idempotency: 'key',
    guard: 'administrator',
    permission: 'schedules.write',
    tag: 'schedules',
    summary: 'Extends the schedule, perhaps at another rate.',
    params: PropertyParams,
    body: NewProrogation,
    answer: ScheduleView,
    errors: prorogationErrors,
    audit: 'PROPERTY_PAYMENT_SCHEDULE_PROROGATE_ECHEANCIER',
    moves: deps,
    handle: ({ params, body, audit, idempotency }, deps) =>
      prorogateSchedule(deps, { propertyId: params.propertyId, asked: body, audit, idempotency }),
  });
  route(app, {
    method: 'PATCH',
    url: '/administration/property/:propertyId/payment-schedule/simulation/prorogation',
    operationId: 'simulateProrogation',
    guard: 'administrator',
    permission: 'projects.read',
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
    permission: 'schedules.write',
    tag: 'extension',
    summary: 'Takes the newest prorogation back, as long as nothing rests on it.',
    params: PropertyParams,
    answer: ScheduleView,
    errors: removeProrogationErrors,
    audit: 'PROPERTY_PAYMENT_SCHEDULE_REMOVE_PROROGATION',
    handle: ({ params, audit }) => removeProrogation(deps, { propertyId: params.propertyId, audit }),
  });
}

type ReplacementRoutesDeps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'log' | 'payments'>;

/** Registers the group. */
function replacementRoutes(app: FastifyInstance, deps: ReplacementRoutesDeps): void {
  route(app, {
    method: 'PUT',
    url: '/administration/property/:propertyId/payment-schedule',
    operationId: 'replaceSchedule',
    guard: 'administrator',
    permission: 'schedules.write',
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
    idempotency: 'none',
    guard: 'administrator',
    permission: 'schedules.write',
    tag: 'extension',
    summary: 'The schedule stays as the closing of the funding has made it.',
    params: PropertyParams,
    answer: ScheduleView,
    errors: confirmScheduleErrors,
    audit: 'PROPERTY_PAYMENT_SCHEDULE_CONFIRM',
    handle: ({ params, audit }) => confirmSchedule(deps, { propertyId: params.propertyId, audit }),
  });
}
