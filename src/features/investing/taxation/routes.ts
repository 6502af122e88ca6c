// HTTP of the taxation.

import type { FastifyInstance } from 'fastify';
import { requestsPerMinute } from '../../../config/service.ts';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { assertCustomer, customerErrors, OfCustomerParams } from '../../access/customers/index.ts';
import { sendPdf } from '../invoices/index.ts';
import {
  declaredRateErrors,
  refuseRequestErrors,
  requestTaxRateErrors,
  taxSummaryErrors,
  validateRequestErrors,
  withdrawRequestErrors,
} from './errors.ts';
import { readTaxPosition } from './position.ts';
import { declaredRate, listRequests, refuseRequest, requestTaxRate, validateRequest, withdrawTaxRequest } from './requests.ts';
import {
  DeclaredRate,
  DeclaredRateQuery,
  NewTaxRequest,
  Refusal,
  RequestedYearParams,
  Taxation,
  TaxPosition,
  TaxRequest,
  TaxRequestParams,
  TaxRequestsPage,
  TaxRequestsQuery,
  TaxSummary,
  TaxSummaryParams,
} from './schemas.ts';
import { printTaxSummary, readTaxSummary } from './tax-summary.ts';
import { readTaxation } from './taxation.ts';

/** Divisor of the general request limit: rendering a PDF is expensive. */
const SHARE_OF_THE_LIMIT = 10;

/** Registers the group. */
export function taxationRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>): void {
  route(app, {
    method: 'GET',
    url: '/customers/taxation',
    operationId: 'readTaxation',
    guard: 'customer',
    tag: 'investor',
    summary: 'Tax withheld by month and the rate of each year, newest year first.',
    answer: Taxation,
    handle: ({ caller }) => readTaxation(deps, caller.customerId),
  });
  route(app, {
    method: 'GET',
    url: '/customers/taxation/position',
    operationId: 'readTaxPosition',
    guard: 'customer',
    tag: 'extension',
    summary: 'Rates of this year and the next, since when each holds, and the years that may be declared today.',
    answer: TaxPosition,
    handle: ({ caller }) => readTaxPosition(deps, caller.customerId),
  });
  route(app, {
    method: 'GET',
    url: '/customers/taxation/declared-rate',
    operationId: 'readDeclaredRate',
    guard: 'customer',
    tag: 'extension',
    summary: 'The rate that follows from the answers of a declaration, before it is sent.',
    query: DeclaredRateQuery,
    answer: DeclaredRate,
    errors: declaredRateErrors,
    handle: async ({ query }) => declaredRate(deps, query),
  });
  route(app, {
    method: 'POST',
    url: '/customers/taxation',
    operationId: 'requestTaxRate',
    idempotency: 'none',
    guard: 'customer',
    tag: 'investor',
    summary:
      'Declares the tax situation of a year; returns the updated history. The default rate stays until the team has validated it.',
    body: NewTaxRequest,
    answer: Taxation,
    errors: requestTaxRateErrors,
    handle: ({ caller, body }) => requestTaxRate(deps, { customerId: caller.customerId, form: body }),
  });
  route(app, {
    method: 'DELETE',
    url: '/customers/taxation/:year',
    operationId: 'withdrawTaxRequest',
    guard: 'customer',
    tag: 'extension',
    summary: 'Withdraws a declaration that the team has not decided on; the year may be declared anew while it is open.',
    params: RequestedYearParams,
    answer: Taxation,
    errors: withdrawRequestErrors,
    handle: ({ caller, params }) => withdrawTaxRequest(deps, { customerId: caller.customerId, ...params }),
  });
  summaryRoutes(app, deps);
  route(app, {
    method: 'GET',
    url: '/administration/customers/:customerId/taxation',
    operationId: 'readCustomerTaxation',
    guard: 'administrator',
    permission: 'people.read',
    tag: 'extension',
    summary: 'Tax withheld from an investor by month and the rate of each year, newest year first.',
    params: OfCustomerParams,
    answer: Taxation,
    errors: customerErrors,
    handle: async ({ params: { customerId } }) => {
      await assertCustomer(deps.db, customerId);
      return readTaxation(deps, customerId);
    },
  });
  route(app, {
    method: 'GET',
    url: '/administration/tax-rate-requests',
    operationId: 'listRequests',
    guard: 'administrator',
    // The answers tell a household's income.
    permission: 'papers.read',
    tag: 'extension',
    summary: 'Tax-rate requests of investors, newest first.',
    query: TaxRequestsQuery,
    answer: TaxRequestsPage,
    handle: ({ query }) => listRequests(deps, query),
  });
  route(app, {
    method: 'POST',
    url: '/administration/tax-rate-requests/:id/validate',
    operationId: 'validateRequest',
    idempotency: 'none',
    guard: 'administrator',
    permission: 'people.write',
    tag: 'extension',
    summary: 'Validates a tax-rate request.',
    params: TaxRequestParams,
    answer: TaxRequest,
    errors: validateRequestErrors,
    audit: 'TAX_RATE_REQUEST_VALIDATION',
    handle: ({ params, audit }) => validateRequest(deps, { requestId: params.id, audit }),
  });
  route(app, {
    method: 'POST',
    url: '/administration/tax-rate-requests/:id/refuse',
    operationId: 'refuseRequest',
    idempotency: 'none',
    guard: 'administrator',
    permission: 'people.write',
    tag: 'extension',
    summary: 'Refuses a tax-rate request, also one that was validated.',
    params: TaxRequestParams,
    body: Refusal,
    answer: TaxRequest,
    errors: refuseRequestErrors,
    audit: 'TAX_RATE_REQUEST_REFUSAL',
    handle: ({ params, body, audit }) => refuseRequest(deps, { requestId: params.id, reason: body.reason, audit }),
  });
}

function summaryRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>): void {
  route(app, {
    method: 'GET',
    url: '/customers/taxation/summary/:year',
    operationId: 'readTaxSummary',
    guard: 'customer',
    tag: 'extension',
    summary: 'What the investor has to declare for a Paris year: the boxes of the yearly form (IFU).',
    params: TaxSummaryParams,
    answer: TaxSummary,
    errors: taxSummaryErrors,
    reads: 'replica',
    handle: ({ db, caller, params }) => readTaxSummary({ ...deps, db }, { customerId: caller.customerId, year: params.year }),
  });
  route(app, {
    method: 'GET',
    url: '/customers/taxation/summary/:year/pdf',
    operationId: 'printTaxSummary',
    guard: 'customer',
    tag: 'extension',
    summary: 'The tax summary of a Paris year as PDF.',
    params: TaxSummaryParams,
    produces: 'application/pdf',
    errors: taxSummaryErrors,
    perMinute: Math.ceil(requestsPerMinute(deps.config) / SHARE_OF_THE_LIMIT),
    reads: 'replica',
    handle: async ({ db, caller, params, reply }) =>
      sendPdf(reply, await printTaxSummary({ ...deps, db }, { customerId: caller.customerId, ...params })),
  });
}
