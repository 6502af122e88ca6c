// HTTP of saved filters (extension).

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { removeSavedFilterErrors, saveFilterErrors } from './errors.ts';
import { listSavedFilters, removeSavedFilter, saveFilter } from './saved-filters.ts';
import { NewSavedFilter, SavedFilterParams, SavedFilters, SavedFiltersQuery, SavedFilterView } from './schemas.ts';

/** Registers the group. */
export function savedFilterRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'db' | 'clock'>): void {
  const own = { guard: 'administrator', permission: 'console.use', tag: 'extension' } as const;
  route(app, {
    ...own,
    method: 'GET',
    url: '/administration/saved-filters',
    operationId: 'listSavedFilters',
    summary: 'The own filters that are saved for one list of the console, by name.',
    query: SavedFiltersQuery,
    answer: SavedFilters,
    handle: ({ query, caller }) => listSavedFilters(deps, { page: query.page, administratorId: caller.userId }),
  });
  route(app, {
    ...own,
    method: 'POST',
    url: '/administration/saved-filters',
    operationId: 'saveFilter',
    idempotency: 'none',
    summary: 'Keeps what a list is narrowed by under a name, for oneself; a name that is there is replaced.',
    body: NewSavedFilter,
    answer: SavedFilterView,
    errors: saveFilterErrors,
    handle: ({ body, caller }) => saveFilter(deps, { filter: body, administratorId: caller.userId }),
  });
  route(app, {
    ...own,
    method: 'DELETE',
    url: '/administration/saved-filters/:savedFilterId',
    operationId: 'removeSavedFilter',
    summary: 'Forgets an own saved filter.',
    params: SavedFilterParams,
    errors: removeSavedFilterErrors,
    handle: async ({ params, caller }) => {
      await removeSavedFilter(deps, { id: params.savedFilterId, administratorId: caller.userId });
      return undefined;
    },
  });
}
