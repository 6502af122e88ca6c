// Routes of the reconciliation (extension).

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import { listDifferences, listMovements } from './differences.ts';
import { DifferencesPage, DifferencesQuery, MovementsPage } from './schemas.ts';

/** Registers the group. */
export function reconciliationRoutes(app: FastifyInstance): void {
  route(app, {
    method: 'GET',
    url: '/administration/reconciliation/differences',
    operationId: 'listDifferences',
    guard: 'administrator',
    permission: 'money.read',
    tag: 'extension',
    summary: 'Wallets whose balance at the provider is not that of the books, as the nightly comparison saw them, newest first.',
    query: DifferencesQuery,
    answer: DifferencesPage,
    reads: 'replica',
    handle: ({ db, query }) => listDifferences({ db }, query),
  });
  route(app, {
    method: 'GET',
    url: '/administration/reconciliation/movements',
    operationId: 'listUnknownMovements',
    guard: 'administrator',
    permission: 'money.read',
    tag: 'extension',
    summary: 'Movements at the provider that the books do not know, of wallets that differ, the latest first.',
    query: DifferencesQuery,
    answer: MovementsPage,
    reads: 'replica',
    handle: ({ db, query }) => listMovements({ db }, query),
  });
}
