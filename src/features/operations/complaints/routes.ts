// HTTP of complaints (extension).

import type { FastifyInstance } from 'fastify';
import { requestsPerMinute } from '../../../config/service.ts';
import { route } from '../../../core/http/route.ts';
import { PageQuery } from '../../../core/http/schemas.ts';
import type { AppDeps } from '../../../deps.ts';
import { answerComplaint, listAllComplaints, listComplaints, readComplaint, sendComplaint } from './complaints.ts';
import { answerComplaintErrors, complaintErrors, sendComplaintErrors } from './errors.ts';
import {
  AdministrationComplaint,
  AdministrationComplaintsPage,
  ComplaintAnswer,
  ComplaintParams,
  ComplaintsPage,
  ComplaintsQuery,
  ComplaintView,
  NewComplaint,
} from './schemas.ts';

/** A tenth of the general rate limit, as each causes a mail and somebody's work. */
const SHARE_OF_THE_LIMIT = 10;

/** Registers the group. */
export function complaintRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>): void {
  route(app, {
    method: 'POST',
    url: '/customers/complaints',
    operationId: 'sendComplaint',
    idempotency: 'none',
    guard: 'customer',
    tag: 'extension',
    summary: 'Sends a complaint, which is acknowledged by mail and answered by the team.',
    body: NewComplaint,
    answer: ComplaintView,
    errors: sendComplaintErrors,
    perMinute: Math.ceil(requestsPerMinute(deps.config) / SHARE_OF_THE_LIMIT),
    handle: ({ caller, body }) => sendComplaint(deps, { customerId: caller.customerId, sent: body }),
  });
  route(app, {
    method: 'GET',
    url: '/customers/complaints',
    operationId: 'listComplaints',
    guard: 'customer',
    tag: 'extension',
    summary: 'Complaints of the investor with their answers, newest first.',
    query: PageQuery,
    answer: ComplaintsPage,
    handle: ({ caller, query }) => listComplaints(deps, { customerId: caller.customerId, ...query }),
  });
  administrationRoutes(app, deps);
}

function administrationRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'db' | 'clock' | 'jobs'>): void {
  route(app, {
    method: 'GET',
    url: '/administration/complaints',
    operationId: 'listAllComplaints',
    guard: 'administrator',
    permission: 'people.read',
    tag: 'extension',
    summary: 'Complaints of investors, newest first.',
    query: ComplaintsQuery,
    answer: AdministrationComplaintsPage,
    handle: ({ query }) => listAllComplaints(deps, query),
  });
  route(app, {
    method: 'GET',
    url: '/administration/complaints/:complaintId',
    operationId: 'readComplaint',
    guard: 'administrator',
    permission: 'people.read',
    tag: 'extension',
    summary: 'One complaint with whose it is, and its answer.',
    params: ComplaintParams,
    answer: AdministrationComplaint,
    errors: complaintErrors,
    handle: ({ params }) => readComplaint(deps, params.complaintId),
  });
  route(app, {
    method: 'POST',
    url: '/administration/complaints/:complaintId/answer',
    operationId: 'answerComplaint',
    idempotency: 'none',
    guard: 'administrator',
    permission: 'people.write',
    tag: 'extension',
    summary: 'Answers a complaint, once; the investor is mailed the answer.',
    params: ComplaintParams,
    body: ComplaintAnswer,
    answer: AdministrationComplaint,
    errors: answerComplaintErrors,
    audit: 'COMPLAINT_ANSWER',
    handle: ({ params, body, audit }) => answerComplaint(deps, { complaintId: params.complaintId, answer: body.answer, audit }),
  });
}
