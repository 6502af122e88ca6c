// HTTP of the search over all records (extension).

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { FoundRecords, SearchQuery } from './schemas.ts';
import { searchRecords } from './search.ts';

/** Registers the group. */
export function searchRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'db' | 'config'>): void {
  route(app, {
    method: 'GET',
    url: '/administration/search',
    operationId: 'searchRecords',
    guard: 'administrator',
    permission: 'console.use',
    tag: 'extension',
    summary: 'People, projects, wires, payments and invoices by what is remembered of them, as far as the permissions show them.',
    query: SearchQuery,
    answer: FoundRecords,
    handle: ({ caller, query }) => searchRecords(deps, { q: query.q, permissions: caller.permissions }),
  });
}
