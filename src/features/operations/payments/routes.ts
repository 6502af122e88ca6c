// HTTP of payments, of those that moved money twice, and of the purses of projects, for administrators.

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { decodeCursor, toPage } from '../../../core/http/pagination.ts';
import { route } from '../../../core/http/route.ts';
import { Uuid } from '../../../core/http/schemas.ts';
import type { AppDeps } from '../../../deps.ts';
import { listIncidents } from '../../../money/payments/index.ts';
import { findHolders } from '../reconciliation/index.ts';
import { orderAgainErrors, paymentErrors, resolveIncidentErrors } from './errors.ts';
import { orderPaymentAgain, readPayment, resolvePaymentIncident } from './payments.ts';
import { listProjectPostings, readPurses } from './purses.ts';
import { findPayments } from './queries.ts';
import { toPaymentIncidentView, toPaymentView } from './rules.ts';
import {
  OrderedAgain,
  PaymentDetail,
  PaymentIncidentsPage,
  PaymentIncidentsQuery,
  PaymentIncidentView,
  PaymentsPage,
  PaymentsQuery,
  PostingsQuery,
  ProjectPostings,
  ProjectPurses,
  PurseParams,
  ResolvePaymentIncident,
} from './schemas.ts';

/** Registers the group. */
export function administrationPaymentRoutes(
  app: FastifyInstance,
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'mover'>,
): void {
  route(app, {
    method: 'GET',
    url: '/administration/payments',
    operationId: 'listPayments',
    guard: 'administrator',
    permission: 'money.read',
    tag: 'extension',
    summary: 'Payments that the platform ordered at the provider, newest first.',
    query: PaymentsQuery,
    answer: PaymentsPage,
    reads: 'replica',
    handle: async ({ db, query: { limit, cursor, ...filters } }) => {
      const rows = await findPayments(db, filters, { limit, after: decodeCursor(cursor) });
      const holders = await findHolders(
        db,
        rows.flatMap(({ fromAccountId, toAccountId }) => [fromAccountId, toAccountId]),
      );
      return toPage(
        rows,
        limit,
        ({ createdAt: at, id }) => ({ at, id }),
        (row) => toPaymentView(row, holders),
      );
    },
  });
  route(app, {
    method: 'GET',
    url: '/administration/payments/:paymentId',
    operationId: 'readPayment',
    guard: 'administrator',
    permission: 'money.read',
    tag: 'extension',
    summary: 'One payment with its postings, its incidents, and how often it was sent and looked up.',
    params: Type.Object({ paymentId: Uuid }),
    answer: PaymentDetail,
    errors: paymentErrors,
    handle: ({ params }) => readPayment(deps, params.paymentId),
  });
  route(app, {
    method: 'POST',
    url: '/administration/payments/:paymentId/order-again',
    operationId: 'orderPaymentAgain',
    guard: 'administrator',
    permission: 'money.write',
    tag: 'extension',
    idempotency: 'key',
    summary: 'Orders what a refused payment was for again: a refund, a commission, a reward.',
    params: Type.Object({ paymentId: Uuid }),
    answer: OrderedAgain,
    errors: orderAgainErrors,
    audit: 'PAYMENT_ORDER_AGAIN',
    moves: deps,
    handle: ({ params, audit, idempotency }, deps) => orderPaymentAgain(deps, { ...params, audit, idempotency }),
  });
}

/** Registers the group. */
export function projectPurseRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'db'>): void {
  const common = { method: 'GET', guard: 'administrator', tag: 'extension', params: PurseParams, errors: paymentErrors } as const;
  route(app, {
    ...common,
    url: '/administration/property/:propertyId/purses',
    operationId: 'readPurses',
    permission: 'money.read',
    summary: 'The purses of a project with what came in and went out, and where its money went.',
    answer: ProjectPurses,
    handle: ({ params }) => readPurses(deps, params.propertyId),
  });
  route(app, {
    ...common,
    url: '/administration/property/:propertyId/postings',
    operationId: 'listProjectPostings',
    permission: 'money.read',
    summary: 'Postings of the purses of a project, newest first.',
    query: PostingsQuery,
    answer: ProjectPostings,
    handle: ({ params, query }) => listProjectPostings(deps, { propertyId: params.propertyId, query }),
  });
}

/** Registers the group. */
export function paymentIncidentRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'db' | 'clock'>): void {
  route(app, {
    method: 'GET',
    url: '/administration/payment-incidents',
    operationId: 'listPaymentIncidents',
    guard: 'administrator',
    permission: 'money.read',
    tag: 'extension',
    summary: 'Payments that moved money twice at the provider, newest first.',
    query: PaymentIncidentsQuery,
    answer: PaymentIncidentsPage,
    handle: async ({ query: { status, limit, cursor, ...period } }) => {
      const which = { ...period, ...(status === undefined ? {} : { isOpen: status === 'open' }) };
      const rows = await listIncidents(deps.db, { ...which, limit, after: decodeCursor(cursor) });
      return toPage(rows, limit, ({ foundAt: at, id }) => ({ at, id }), toPaymentIncidentView);
    },
  });
  route(app, {
    method: 'POST',
    url: '/administration/payment-incidents/:incidentId/resolve',
    operationId: 'resolvePaymentIncident',
    idempotency: 'none',
    guard: 'administrator',
    permission: 'money.write',
    tag: 'extension',
    summary: 'Says what was done about a payment that moved money twice.',
    params: Type.Object({ incidentId: Uuid }),
    body: ResolvePaymentIncident,
    answer: PaymentIncidentView,
    errors: resolveIncidentErrors,
    audit: 'PAYMENT_INCIDENT_RESOLVE',
    handle: ({ params, body, audit }) => resolvePaymentIncident(deps, { ...params, ...body, audit }),
  });
}
