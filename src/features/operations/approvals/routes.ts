// HTTP of requests that wait for a second administrator.

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import { approveRequest, refuseRequest } from './decide.ts';
import { approveErrors, readApprovalErrors, refuseErrors } from './errors.ts';
import type { ExecuteDeps } from './execute.ts';
import { readApproval, readApprovals } from './read-approvals.ts';
import { ApprovalParams, ApprovalsPage, ApprovalsQuery, ApprovalView, Refusal } from './schemas.ts';

/** Registers the group; `routes`: those that move money, which are registered as well. */
export function approvalRoutes(app: FastifyInstance, deps: ExecuteDeps): void {
  const common = { guard: 'administrator', tag: 'extension' } as const;
  route(app, {
    ...common,
    method: 'GET',
    url: '/administration/approvals',
    operationId: 'listApprovals',
    permission: 'money.read',
    summary: 'Requests that move so much money that another administrator decides, newest first.',
    query: ApprovalsQuery,
    answer: ApprovalsPage,
    handle: ({ query }) => readApprovals(deps, query),
  });
  route(app, {
    ...common,
    method: 'GET',
    url: '/administration/approvals/:approvalId',
    operationId: 'readApproval',
    permission: 'money.read',
    summary: 'One of them, with what it would do and what became of it.',
    params: ApprovalParams,
    answer: ApprovalView,
    errors: readApprovalErrors,
    handle: ({ params }) => readApproval(deps, params.approvalId),
  });
  route(app, {
    ...common,
    method: 'POST',
    url: '/administration/approvals/:approvalId/approve',
    operationId: 'approveMoneyRequest',
    // Approved again by the same administrator, it answers what came of it.
    idempotency: 'none',
    permission: 'money.write',
    summary: 'Approves the request of another administrator, which is executed once, if it still does what was shown.',
    params: ApprovalParams,
    answer: ApprovalView,
    errors: approveErrors,
    audit: 'MONEY_REQUEST_APPROVED',
    handle: ({ params, audit, caller, endUser }) =>
      approveRequest(deps, { ...params, audit, permissions: caller.permissions, endUser }),
  });
  route(app, {
    ...common,
    method: 'POST',
    url: '/administration/approvals/:approvalId/refuse',
    operationId: 'refuseMoneyRequest',
    idempotency: 'none',
    permission: 'money.write',
    summary: 'Refuses the request of another administrator, with a reason.',
    params: ApprovalParams,
    body: Refusal,
    answer: ApprovalView,
    errors: refuseErrors,
    audit: 'MONEY_REQUEST_REFUSED',
    handle: ({ params, body, audit }) => refuseRequest(deps, { ...params, reason: body.reason, audit }),
  });
}
