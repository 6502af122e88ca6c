// HTTP of the register of holders (extension).

import type { FastifyInstance } from 'fastify';
import { requestsPerMinute } from '../../../config/service.ts';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { PROPERTY_NOT_FOUND } from '../project-life/index.ts';
import { exportHolders, listHolders } from './holders.ts';
import { HoldersFileQuery, HoldersPage, HoldersParams, HoldersQuery } from './schemas.ts';

/** Divisor of the general request limit: the file has all holders at once. */
const SHARE_OF_THE_LIMIT = 10;

/** Registers the group. */
export function holderRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'clock' | 'config'>): void {
  const common = {
    method: 'GET',
    guard: 'administrator',
    permission: 'people.read',
    tag: 'extension',
    params: HoldersParams,
    errors: { [PROPERTY_NOT_FOUND]: 404 },
    reads: 'replica',
  } as const;
  route(app, {
    ...common,
    url: '/administration/property/:propertyId/holders',
    operationId: 'listHolders',
    summary: 'Who holds bricks of a project at the end of a day, the newest holder first.',
    query: HoldersQuery,
    answer: HoldersPage,
    handle: ({ db, params, query }) => listHolders({ ...deps, db }, { ...params, ...query }),
  });
  route(app, {
    ...common,
    url: '/administration/property/:propertyId/holders/csv',
    operationId: 'exportHolders',
    summary: 'The whole register of a day as CSV.',
    query: HoldersFileQuery,
    produces: 'text/csv',
    perMinute: Math.ceil(requestsPerMinute(deps.config) / SHARE_OF_THE_LIMIT),
    handle: async ({ db, params, query, reply }) => {
      const { name, text } = await exportHolders({ ...deps, db }, { ...params, ...query });
      await reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${name}"`).send(text);
      return undefined;
    },
  });
}
