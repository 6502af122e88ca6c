// HTTP of the payment schedules. Static segments win over `:propertyId`, which takes UUIDs alone.

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { addCapitalEvent } from './add-capital-event.ts';
import { createSchedule } from './create-schedule.ts';
import {
  capitalEventErrors,
  createScheduleErrors,
  paymentModeErrors,
  prorogationErrors,
  readScheduleErrors,
  recomputeErrors,
  simulationErrors,
} from './errors.ts';
import { listPaymentsOfPeriod } from './list-payments-of-period.ts';
import { listUnpaidCapitalRepayments } from './list-unpaid-capital-repayments.ts';
import { prorogateSchedule } from './prorogate-schedule.ts';
import { readPaymentSchedule } from './read-payment-schedule.ts';
import { recomputeSchedule } from './recompute-schedule.ts';
import {
  NewCapitalEvent,
  NewProrogation,
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
} from './schemas.ts';
import { setPaymentMode } from './set-payment-mode.ts';
import { simulateCapitalEvent } from './simulate-capital-event.ts';
import { simulateSchedule } from './simulate-schedule.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'log' | 'payments'>;

/** Registers the group. */
export function paymentScheduleRoutes(app: FastifyInstance, deps: Deps): void {
  creationRoutes(app, deps);
  listRoutes(app, deps);
  capitalEventRoutes(app, deps);
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
    handle: ({ params }) => readPaymentSchedule(deps, params.propertyId),
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
    handle: ({ params }) => listPaymentsOfPeriod(deps, params.period),
  });
  route(app, {
    method: 'GET',
    url: '/administration/property/payment-schedule/capital-repayment/unpaid',
    operationId: 'listUnpaidCapitalRepayments',
    guard: 'administrator',
    tag: 'schedules',
    summary: 'Capital still to be paid back, over all projects.',
    answer: UnpaidCapital,
    handle: () => listUnpaidCapitalRepayments(deps),
  });
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
    handle: ({ params, body }) => simulateCapitalEvent(deps, { propertyId: params.propertyId, asked: body }),
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
