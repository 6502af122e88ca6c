// HTTP of wires and payments to be assigned.

import type { FastifyInstance } from 'fastify';
import { decodeCursor, partOf } from '../../../core/http/pagination.ts';
import { route } from '../../../core/http/route.ts';
import { ChoiceQuery } from '../../../core/http/schemas.ts';
import type { AppDeps } from '../../../deps.ts';
import { ScheduleView } from '../payment-schedule/index.ts';
import { archiveWire } from './archive-wire.ts';
import { assignWire, unassignWire } from './assign-wire.ts';
import { createPayment, transferEscrow } from './create-payment.ts';
import {
  archiveErrors,
  assignErrors,
  createPaymentErrors,
  escrowTransferErrors,
  paymentPageErrors,
  retryErrors,
  splitErrors,
  switchProjectErrors,
  unassignErrors,
} from './errors.ts';
import { retryP2p } from './p2p.ts';
import { listWaitingPayments } from './queries.ts';
import {
  listDebitAccounts,
  listPaymentHistory,
  listPaymentsToBeAssigned,
  readPaymentToBeAssigned,
  suggestEcheances,
} from './read-payments.ts';
import { toWireRecord } from './rules.ts';
import {
  ArchiveWire,
  AssignWire,
  DebitAccounts,
  DebitAccountsQuery,
  EligibleProjects,
  EscrowTransfer,
  NewPayment,
  PaymentHistory,
  PaymentHistoryQuery,
  PaymentParams,
  PaymentSuggestions,
  PaymentsPage,
  PaymentsQuery,
  PaymentWithParts,
  RetryP2p,
  SplitWire,
  SureSuggestions,
  SwitchProject,
  UnassignWire,
  WaitingWiresQuery,
  WireRecord,
  WireRecords,
} from './schemas.ts';
import { listProjectsInDebt } from './shown-queries.ts';
import { listSureSuggestions } from './sure-suggestions.ts';
import { splitWire, switchProject } from './switch-project.ts';

/** Registers the group. */
export function incomingWireRoutes(app: FastifyInstance, deps: AppDeps): void {
  listRoutes(app, deps);
  pageRoutes(app, deps);
  wireRoutes(app, deps);
  paymentRoutes(app, deps);
}

function listRoutes(app: FastifyInstance, deps: AppDeps): void {
  const common = { method: 'GET', guard: 'administrator', tag: 'schedules' } as const;
  route(app, {
    ...common,
    url: '/administration/property/payment-schedule/wire-to-be-assigned',
    operationId: 'listWaitingWires',
    permission: 'money.read',
    summary: 'Payments that wait for their echeance, newest first.',
    query: WaitingWiresQuery,
    answer: WireRecords,
    handle: async ({ query: { limit, cursor, spvId }, request, reply }) => {
      const rows = await listWaitingPayments(deps.db, { spvId, limit, after: decodeCursor(cursor) });
      return partOf(rows, limit, ({ createdAt: at, id }) => ({ at, id }), { request, reply }).map(toWireRecord);
    },
  });
  route(app, {
    ...common,
    url: '/administration/property/payment-schedule/payment-to-be-assigned/history',
    operationId: 'listPaymentHistory',
    permission: 'money.read',
    summary: 'Assigned and archived payments with their projects, SPVs and echeances, newest first.',
    query: PaymentHistoryQuery,
    answer: PaymentHistory,
    handle: ({ query, request, reply }) => listPaymentHistory(deps, query, { request, reply }),
  });
  route(app, {
    ...common,
    url: '/administration/property/payment-schedule/payment-to-be-assigned/eligible-projects',
    operationId: 'listEligibleProjects',
    permission: 'money.read',
    summary: 'Projects that a payment may be created for by hand.',
    query: ChoiceQuery,
    answer: EligibleProjects,
    handle: ({ query }) => listProjectsInDebt(deps.db, deps.config.OWNER_DEBT_STATUSES, query),
  });
}

/** What the console shows of a payment (extensions). */
function pageRoutes(app: FastifyInstance, deps: AppDeps): void {
  const common = { method: 'GET', guard: 'administrator', tag: 'extension' } as const;
  route(app, {
    ...common,
    url: '/administration/payments-to-be-assigned/debit-accounts',
    operationId: 'listDebitAccounts',
    permission: 'money.read',
    summary: 'Accounts that a payment by transfer may be taken from: that of the platform, and those used before.',
    query: DebitAccountsQuery,
    answer: DebitAccounts,
    handle: ({ query }) => listDebitAccounts(deps, query),
  });
  route(app, {
    ...common,
    url: '/administration/payments-to-be-assigned',
    operationId: 'listPaymentsToBeAssigned',
    permission: 'money.read',
    summary:
      'Payments that wait, were assigned or archived, with their names, in the order asked for; and how much waits in all.',
    query: PaymentsQuery,
    answer: PaymentsPage,
    handle: ({ query }) => listPaymentsToBeAssigned(deps, query),
  });
  route(app, {
    ...common,
    url: '/administration/payments-to-be-assigned/sure-suggestions',
    operationId: 'listSureSuggestions',
    permission: 'money.read',
    summary: 'Of the oldest payments that wait, those whose echeance is beyond doubt, to be assigned together after one look.',
    answer: SureSuggestions,
    handle: () => listSureSuggestions(deps),
  });
  route(app, {
    ...common,
    url: '/administration/payments-to-be-assigned/:id',
    operationId: 'readPaymentToBeAssigned',
    permission: 'money.read',
    summary: 'One payment to be assigned, with the parts of the wire that it was split from.',
    params: PaymentParams,
    answer: PaymentWithParts,
    errors: paymentPageErrors,
    handle: ({ params }) => readPaymentToBeAssigned(deps, params.id),
  });
  route(app, {
    ...common,
    url: '/administration/payments-to-be-assigned/:id/suggestions',
    operationId: 'suggestEcheances',
    permission: 'money.read',
    summary: 'The echeances that a payment is likeliest for, at most five, the likeliest first, each with the reasons.',
    params: PaymentParams,
    answer: PaymentSuggestions,
    errors: paymentPageErrors,
    handle: ({ params }) => suggestEcheances(deps, params.id),
  });
}

function wireRoutes(app: FastifyInstance, deps: AppDeps): void {
  const common = { method: 'POST', guard: 'administrator', tag: 'schedules' } as const;
  route(app, {
    ...common,
    url: '/administration/property/payment-schedule/wire-to-be-assigned/switch-project',
    operationId: 'switchProject',
    permission: 'money.write',
    idempotency: 'key',
    summary: 'Gives a wire to another project; the money follows to its SPV.',
    body: SwitchProject,
    answer: WireRecord,
    errors: switchProjectErrors,
    audit: 'PROPERTY_PAYMENT_SCHEDULE_SWITCH_PROJECT_OF_WIRE_WAITING_TO_BE_ASSIGNED',
    moves: deps,
    handle: ({ body, audit, idempotency }, deps) => switchProject(deps, { ...body, audit, idempotency }),
  });
  route(app, {
    ...common,
    url: '/administration/property/payment-schedule/wire-to-be-assigned/assign',
    operationId: 'assignWire',
    permission: 'money.write',
    idempotency: 'key',
    summary: 'Assigns a payment to an echeance, or shows what would become of the schedule.',
    body: AssignWire,
    isSimulation: (body) => body.isSimulation,
    answer: ScheduleView,
    errors: assignErrors,
    audit: 'PROPERTY_PAYMENT_SCHEDULE_ASSIGN_WIRE_TO_ECHEANCE',
    moves: deps,
    handle: ({ body, audit, idempotency }, deps) => assignWire(deps, { ...body, audit, idempotency }),
  });
  route(app, {
    ...common,
    tag: 'extension',
    url: '/administration/property/payment-schedule/wire-to-be-assigned/unassign',
    operationId: 'unassignWire',
    permission: 'money.write',
    idempotency: 'key',
    summary: 'Takes an assignment back, as long as nobody was paid out of it.',
    body: UnassignWire,
    answer: WireRecord,
    errors: unassignErrors,
    audit: 'PROPERTY_PAYMENT_SCHEDULE_UNASSIGN_WIRE',
    moves: deps,
    handle: ({ body, audit, idempotency }, deps) => unassignWire(deps, { ...body, audit, idempotency }),
  });
  route(app, {
    ...common,
    url: '/administration/property/payment-schedule/wire-to-be-assigned/split',
    operationId: 'splitWire',
    permission: 'money.write',
    idempotency: 'key',
    summary: 'Splits a waiting payment into two that add up to it.',
    body: SplitWire,
    answer: WireRecords,
    errors: splitErrors,
    audit: 'PROPERTY_PAYMENT_SCHEDULE_SPLIT_WIRE_TO_ECHEANCE',
    moves: deps,
    handle: ({ body, audit, idempotency }, deps) => splitWire(deps, { ...body, audit, idempotency }),
  });
  route(app, {
    ...common,
    url: '/administration/property/payment-schedule/wire-to-be-assigned/archive',
    operationId: 'archiveWire',
    permission: 'money.write',
    idempotency: 'key',
    summary: 'Archives a payment that is for no echeance.',
    body: ArchiveWire,
    answer: WireRecord,
    errors: archiveErrors,
    audit: 'PROPERTY_PAYMENT_SCHEDULE_ARCHIVE_WIRE',
    moves: deps,
    handle: ({ body, audit, idempotency }, deps) => archiveWire(deps, { ...body, audit, idempotency }),
  });
}

function paymentRoutes(app: FastifyInstance, deps: AppDeps): void {
  const common = { method: 'POST', guard: 'administrator', tag: 'schedules' } as const;
  route(app, {
    ...common,
    url: '/administration/property/payment-schedule/payment-to-be-assigned',
    operationId: 'createPayment',
    permission: 'money.write',
    idempotency: 'key',
    summary: 'Creates a payment: an automatic or manual p2p, or a record without movement.',
    body: NewPayment,
    answer: WireRecord,
    errors: createPaymentErrors,
    audit: 'PROJECT_PAYMENT_SCHEDULE_CREATE_PAYMENT_TO_BE_ASSIGNED',
    moves: deps,
    handle: ({ body, audit, idempotency }, deps) => createPayment(deps, { ...body, audit, idempotency }),
  });
  route(app, {
    ...common,
    url: '/administration/property/payment-schedule/payment-to-be-assigned/retry-p2p',
    operationId: 'retryP2p',
    permission: 'money.write',
    idempotency: 'key',
    summary: 'Tries the transfer of an automatic p2p again; it moves money once at most.',
    body: RetryP2p,
    answer: WireRecord,
    errors: retryErrors,
    audit: 'PROJECT_PAYMENT_SCHEDULE_RETRY_PAYMENT_TO_BE_ASSIGNED_P2P',
    moves: deps,
    handle: ({ body, audit, idempotency }, deps) => retryP2p(deps, { ...body, audit, idempotency }),
  });
  route(app, {
    ...common,
    url: '/administration/property/echeancier/interest-sequestre/transfer-to-echeance-payment-to-be-assigned',
    operationId: 'transferEscrow',
    permission: 'money.write',
    idempotency: 'key',
    summary: 'Takes interest escrow as a payment to assign to an echeance.',
    body: EscrowTransfer,
    answer: WireRecord,
    errors: escrowTransferErrors,
    audit: 'PROPERTY_ECHEANCIER_TRANSFER_SEQUESTRE_TO_ECHEANCE_PAYMENT_TO_BE_ASSIGNED',
    moves: deps,
    handle: ({ body, audit, idempotency }, deps) => transferEscrow(deps, { ...body, audit, idempotency }),
  });
}
