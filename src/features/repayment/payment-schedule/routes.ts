// HTTP of the payment schedules. Static segments win over `:propertyId`, which takes UUIDs alone.

import type { FastifyInstance } from 'fastify';
import { parisDate } from '../../../core/dates.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { decodeCursor } from '../../../core/http/cursor.ts';
import { partOf } from '../../../core/http/parts.ts';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { createSchedule } from './create-schedule.ts';
import { createScheduleErrors, paymentModeErrors, readScheduleErrors, recomputeErrors, simulationErrors } from './errors.ts';
import { eventRoutes } from './event-routes.ts';
import { listEcheancesOfPeriod, listUnpaidCapital } from './list-queries.ts';
import { withOpenFees } from './open-fees.ts';
import { recomputeSchedule } from './recompute-schedule.ts';
import { replacementRoutes } from './replacement-routes.ts';
import { readSchedule } from './schedule-queries.ts';
import { scheduleView } from './schedule-view.ts';
import {
  NewSchedule,
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
import { setPaymentMode } from './set-payment-mode.ts';
import { simulateSchedule } from './simulate-schedule.ts';
import { echeanceView, projectView, unpaidCapitalView } from './view-rules.ts';

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
    money: 'stays',
    guard: 'administrator',
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
    money: 'moves',
    guard: 'administrator',
    tag: 'schedules',
    summary: 'Creates the payment schedule of a property.',
    body: NewSchedule,
    answer: ScheduleView,
    errors: createScheduleErrors,
    audit: 'PROPERTY_PAYMENT_SCHEDULE_CREATION',
    handle: ({ body, endUser, audit, idempotency }) => createSchedule(deps, { schedule: body, endUser, audit, idempotency }),
  });
  route(app, {
    method: 'GET',
    url: '/administration/property/:propertyId/payment-schedule',
    operationId: 'readPaymentSchedule',
    guard: 'administrator',
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
    tag: 'schedules',
    summary: 'Payments of one month over all projects, with the financial status of each.',
    params: PeriodParams,
    answer: PaymentsOfPeriod,
    // A payment is an echeance with its project (A-payment-schedule-9).
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
    money: 'moves',
    guard: 'administrator',
    tag: 'schedules',
    summary: 'Computes the echeances again from a period on; for one administrator alone.',
    params: PropertyParams,
    body: RecomputeFrom,
    answer: ScheduleView,
    errors: recomputeErrors,
    audit: 'PROPERTY_PAYMENT_SCHEDULE_RECOMPUTE_FROM_ECHEANCE',
    handle: ({ params, body, audit, idempotency }) =>
      recomputeSchedule(deps, { propertyId: params.propertyId, period: body.period, audit, idempotency }),
  });
}
