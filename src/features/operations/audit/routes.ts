// Routes of the audit log and of the mails that an investor was sent (extensions).

import type { FastifyInstance } from 'fastify';
import { NOT_FOUND } from '../../../core/errors.ts';
import { route } from '../../../core/http/route.ts';
import { OfCustomerParams } from '../../access/customers/index.ts';
import { listAdminActions } from './admin-actions.ts';
import { AdminActionsPage, AdminActionsQuery, SentMailsPage, SentMailsQuery } from './schemas.ts';
import { listSentMails } from './sent-mails.ts';

/** Registers the group. */
export function adminActionRoutes(app: FastifyInstance): void {
  route(app, {
    method: 'GET',
    url: '/administration/admin-actions',
    operationId: 'listAdminActions',
    guard: 'administrator',
    permission: 'operations.read',
    tag: 'extension',
    summary: 'The audit log: what administrators did, newest first.',
    query: AdminActionsQuery,
    answer: AdminActionsPage,
    reads: 'replica',
    handle: ({ db, query }) => listAdminActions({ db }, query),
  });
}

/** Registers the group. */
export function sentMailRoutes(app: FastifyInstance): void {
  route(app, {
    method: 'GET',
    url: '/administration/customers/:customerId/mails',
    operationId: 'listSentMails',
    guard: 'administrator',
    permission: 'people.read',
    tag: 'extension',
    summary: 'Mails that an investor was sent, newest first: template, subject and outcome, not the text.',
    params: OfCustomerParams,
    query: SentMailsQuery,
    answer: SentMailsPage,
    errors: { [NOT_FOUND]: 404 },
    reads: 'replica',
    handle: ({ db, params, query }) => listSentMails({ db }, { ...query, customerId: params.customerId }),
  });
}
