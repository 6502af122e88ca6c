// HTTP of the financing requests.

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { financingRequestErrors } from './errors.ts';
import { assignAccountManager, createFinancingRequest, linkProperty, listFinancingRequests } from './financing-requests.ts';
import {
  AccountManagerAssignment,
  FinancingRequest,
  FinancingRequestPage,
  FinancingRequestParams,
  FinancingRequestQuery,
  NewFinancingRequest,
  PropertyLink,
} from './schemas.ts';

/** Registers the group. */
export function financingRequestRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'db' | 'clock'>): void {
  route(app, {
    method: 'PATCH',
    url: '/administration/project-financing-request/:id/account-manager',
    operationId: 'assignAccountManager',
    guard: 'administrator',
    tag: 'administration',
    summary: 'Assigns the account manager of a financing request.',
    params: FinancingRequestParams,
    body: AccountManagerAssignment,
    answer: FinancingRequest,
    errors: financingRequestErrors,
    // Our kind, as the documents name none (A-financing-requests-2).
    audit: 'PROJECT_FINANCING_REQUEST_ACCOUNT_MANAGER',
    handle: ({ params, body, audit }) =>
      assignAccountManager(deps, { id: params.id, accountManager: body.accountManager, audit }),
  });
  route(app, {
    method: 'POST',
    url: '/administration/project-financing-request',
    operationId: 'createFinancingRequest',
    idempotency: 'none',
    guard: 'administrator',
    tag: 'extension',
    summary: 'Records a request of a project owner for financing.',
    body: NewFinancingRequest,
    answer: FinancingRequest,
    audit: 'PROJECT_FINANCING_REQUEST_CREATION',
    handle: ({ body, audit }) => createFinancingRequest(deps, { request: body, audit }),
  });
  route(app, {
    method: 'GET',
    url: '/administration/project-financing-request',
    operationId: 'listFinancingRequests',
    guard: 'administrator',
    tag: 'extension',
    summary: 'Financing requests, newest first.',
    query: FinancingRequestQuery,
    answer: FinancingRequestPage,
    handle: ({ query }) => listFinancingRequests(deps, query),
  });
  route(app, {
    method: 'PATCH',
    url: '/administration/project-financing-request/:id/property',
    operationId: 'linkProperty',
    guard: 'administrator',
    tag: 'extension',
    summary: 'Links a financing request to the property that was created for it.',
    params: FinancingRequestParams,
    body: PropertyLink,
    answer: FinancingRequest,
    errors: financingRequestErrors,
    audit: 'PROJECT_FINANCING_REQUEST_PROPERTY',
    handle: ({ params, body, audit }) => linkProperty(deps, { id: params.id, propertyId: body.propertyId, audit }),
  });
}
