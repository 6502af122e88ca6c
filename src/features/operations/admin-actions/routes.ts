// Route of the audit log (extension).

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import { listAdminActions } from './list-admin-actions.ts';
import { AdminActionsPage, AdminActionsQuery } from './schemas.ts';

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
